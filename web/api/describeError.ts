import type { RecordEdit } from "../../shared/wire.ts";
import { formatTimestamp } from "../i18n/dateTime.ts";
import { t, translateName } from "../i18n/t.ts";
import { ApiError, isAnswerLost, isKeyExpired } from "./request.ts";

/** The text for a failed call: the server's message. If the record was outdated, it names who changed it and when. */
export function describeError(error: unknown): string {
  if (error instanceof ApiError && error.code === "stale") return describeConflict(error);
  return error instanceof Error ? error.message : t("Unknown error occurred");
}

/** The text for a call whose answer was lost and that the server carries out once, however often it is sent. */
export function mayBeDoneText(): string {
  return t("No answer came, so this may be done already. Try again: it is done only once.");
}

/**
 * The text for a call that was sent at this time, in ms since 1970, without an answer. Suggests to try again only while
 * the server knows its idempotency key.
 */
export function describeUnanswered(sentAt: number): string {
  if (!isKeyExpired(sentAt)) return mayBeDoneText();
  const time = formatTimestamp(new Date(sentAt).toISOString());
  return t("Sent on {time} without an answer. Check first whether it is done.", { time });
}

/** The text for a failed save; says so if the server may have carried it out. */
export function describeFailedSave(error: unknown): string {
  const message = describeError(error);
  return isAnswerLost(error) ? t("{message}. {more}", { message, more: mayBeDoneText() }) : message;
}

/** The text for a change by another user since the record was opened. */
export function describeChange({ by, at }: Pick<RecordEdit, "by" | "at">): string {
  const time = formatTimestamp(at);
  return t("{name} changed this, {time}. Look at the new version first.", { name: translateName(by), time });
}

function describeConflict({ message, concurrentEdits }: ApiError): string {
  const last = concurrentEdits?.at(-1);
  if (!last) return message;
  return describeChange(last);
}
