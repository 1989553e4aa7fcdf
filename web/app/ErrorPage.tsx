import { messages } from "../../shared/messages.ts";
import { t } from "../i18n/t.ts";
import { Button } from "../ui/button/Button.tsx";
import { EmptyState } from "../ui/feedback/EmptyState.tsx";
import { Page } from "../ui/layout/Page.tsx";

/** In place of a page that failed or whose code could not be fetched, as after the portal was replaced by a newer one. */
export function ErrorPage() {
  return (
    <main>
      <Page title={t("Page not available")}>
        <EmptyState
          title={messages["internal-error"]}
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
