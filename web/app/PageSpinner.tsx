import { useUnreachableSince } from "../api/session.ts";
import { formatClockTime } from "../i18n/dateTime.ts";
import { t } from "../i18n/t.ts";
import { Spinner } from "../ui/feedback/Loading.tsx";

/** Shown while a page or the session is loading. */
export function PageSpinner() {
  const since = useUnreachableSince();
  if (since === undefined) return <Spinner />;
  const offline = t("Offline since {time}", { time: formatClockTime(new Date(since)) });
  return <Spinner text={`${t("The portal cannot be reached. Trying again...")} ${offline}`} />;
}
