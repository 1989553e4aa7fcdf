import { say } from "./lib/language.ts";
import { useAway } from "./lib/session.ts";
import { Spinner } from "./ui/Spinner.tsx";

/** While a page or its reader is still unknown. */
export function PageSpinner() {
  return <Spinner text={useAway() ? say("The portal cannot be reached. Trying again...") : undefined} />;
}
