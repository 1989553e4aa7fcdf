import { useIsServerUnreachable } from "../api/session.ts";
import { t } from "../i18n/t.ts";
import { Spinner } from "../ui/feedback/Loading.tsx";

/** Shown while a page or the session is loading. */
export function PageSpinner() {
  return <Spinner text={useIsServerUnreachable() ? t("The portal cannot be reached. Trying again...") : undefined} />;
}
