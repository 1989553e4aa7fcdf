import { t } from "./lib/language.ts";
import { useIsServerUnreachable } from "./lib/session.ts";
import { Spinner } from "./ui/Spinner.tsx";

/** While a page or its reader is still unknown. */
export function PageSpinner() {
  return <Spinner text={useIsServerUnreachable() ? t("The portal cannot be reached. Trying again...") : undefined} />;
}
