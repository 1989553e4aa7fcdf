import { say } from "./lib/language.ts";
import { NotFound } from "./ui/Forbidden.tsx";
import { Page } from "./ui/Page.tsx";

/** An address that leads nowhere. */
export function Lost() {
  return (
    <main>
      <Page title={say("Page not found")}>
        <NotFound />
      </Page>
    </main>
  );
}
