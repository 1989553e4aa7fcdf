import { t } from "../i18n/t.ts";
import { Page } from "../ui/layout/Page.tsx";
import { NotFoundMessage } from "./ForbiddenMessage.tsx";

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
