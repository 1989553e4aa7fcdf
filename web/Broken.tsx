import { messages } from "../shared/messages.ts";
import { say } from "./lib/language.ts";
import { Button } from "./ui/Button.tsx";
import { EmptyState } from "./ui/EmptyState.tsx";
import { Page } from "./ui/Page.tsx";

/** In place of a page that failed or whose code could not be fetched, as after the portal was replaced by a newer one. */
export function Broken() {
  return (
    <main>
      <Page title={say("Page not available")}>
        <EmptyState
          title={messages.broken}
          text={say("The portal may be away, or newer than this window.")}
          action={
            <Button icon="refresh" onClick={() => location.reload()}>
              {say("Load again")}
            </Button>
          }
        />
      </Page>
    </main>
  );
}
