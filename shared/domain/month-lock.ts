import { commonMessages } from "../common-messages.ts";
import { addMonths, type Day, formatDateTime, formatMonthYear, monthKey, monthOf } from "../dates.ts";
import type { Message } from "../messages.ts";
import { interpolate } from "../placeholders.ts";
import type { AnyResource, MonthLockRule } from "../registry.ts";

/** Up to which month everything is locked. */
export interface MonthLockState {
  /** The last locked month, YYYY-MM; all earlier ones are locked too. Null while none is. */
  readonly LockedThrough: string | null;
  /** Full name of the user who locked it. */
  readonly By: string | null;
  /** ISO 8601 in UTC. */
  readonly At: string | null;
}

/** The state while no month is locked. */
export const noMonthLocked: MonthLockState = { LockedThrough: null, By: null, At: null };

type Row = Readonly<Record<string, unknown>>;

/** The months in which the row lies, YYYY-MM. */
export function listMonths({ dayFields, monthFields }: MonthLockRule, row: Row): string[] {
  const months = dayFields.flatMap((field) => {
    const day = row[field];
    return typeof day === "string" ? [day.slice(0, 7)] : [];
  });
  if (!monthFields || !row[monthFields.year]) return months;
  return [...months, `${row[monthFields.year]}-${row[monthFields.month]}`];
}

/** The first locked month in which the row lies, YYYY-MM; undefined if the row can be created, changed and deleted. */
export function findLockedMonth(
  { monthLock }: Pick<AnyResource, "monthLock">,
  row: Row,
  { LockedThrough }: Pick<MonthLockState, "LockedThrough">,
): string | undefined {
  if (!monthLock || LockedThrough === null) return undefined;
  return listMonths(monthLock, row)
    .filter((month) => isMonthLocked(month, { LockedThrough }))
    .sort()[0];
}

/** Whether the month of this day or month (YYYY-MM) is locked. */
export function isMonthLocked(
  dayOrMonth: Day | string,
  { LockedThrough }: Pick<MonthLockState, "LockedThrough">,
): boolean {
  return LockedThrough !== null && dayOrMonth.slice(0, 7) <= LockedThrough;
}

/** The last month that is over on this day, YYYY-MM. */
export function lastCompletedMonth(today: Day): string {
  return monthKey(addMonths(monthOf(today), -1));
}

/** The message that says who locked the month, and when. */
export function describeMonthLock(month: string, { By, At }: Pick<MonthLockState, "By" | "At">): Message {
  const code = "month-locked";
  const values = {
    month: formatMonthYear(monthOf(month)),
    by: By ?? "",
    at: At === null ? "" : formatDateTime(new Date(At)),
  };
  return { message: interpolate(commonMessages[code], values), code, values };
}
