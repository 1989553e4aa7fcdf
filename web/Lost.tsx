import { t } from "./lib/language.ts";
import { NotFoundMessage } from "./ui/Forbidden.tsx";
import { Page } from "./ui/Page.tsx";

/** An address that leads nowhere. */
export function NotFoundPage() {
  return (
    <main>
      <Page title={t("Page not found")}>
        <NotFoundMessage />
      </Page>
    </main>
  );
}
