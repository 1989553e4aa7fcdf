import { NotFound } from "./ui/Forbidden.tsx";
import { Page } from "./ui/Page.tsx";

/** An address that leads nowhere. */
export function Lost() {
  return (
    <main>
      <Page title="Page not found">
        <NotFound />
      </Page>
    </main>
  );
}
