import { messages } from "../shared/messages.ts";
import { t } from "./lib/language.ts";
import { Button } from "./ui/Button.tsx";
import { EmptyState } from "./ui/EmptyState.tsx";
import { Page } from "./ui/Page.tsx";

/** In place of a page that failed or whose code could not be fetched, as after the portal was replaced by a newer one. */
export function ErrorPage() {
  return (
    <main>
      <Page title={t("Page not available")}>
        <EmptyState
          title={messages.internalError}
          text={t("The portal may be away, or newer than this window.")}
          action={
            <Button icon="refresh" onClick={() => location.reload()}>
              {t("Load again")}
            </Button>
          }
        />
      </Page>
    </main>
  );
}
