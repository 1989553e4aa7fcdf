import { formatTimestamp } from "../i18n/dateTime.ts";
import { t, translateName } from "../i18n/t.ts";
import { ApiError } from "./request.ts";

/** The text for a failed call: the server's message. If the record was outdated, it names who changed it and when. */
export function describeError(error: unknown): string {
  if (error instanceof ApiError && error.code === "stale") return describeConflict(error);
  return error instanceof Error ? error.message : t("Unknown error occurred");
}

function describeConflict({ message, concurrentEdits }: ApiError): string {
  const last = concurrentEdits?.at(-1);
  if (!last) return message;
  const time = formatTimestamp(last.at);
  return t("{name} changed this, {time}. Look at the new version first.", { name: translateName(last.by), time });
}
