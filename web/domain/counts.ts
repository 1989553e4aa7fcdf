/** Counts with their nouns in the user's language. */

import { plural, t } from "../i18n/t.ts";

export function formatDayCount(count: number): string {
  return plural(count, { one: "1 day", other: "{count} days" });
}

export function formatDaysLate(count: number): string {
  return plural(count, { one: "1 day late", other: "{count} days late" });
}

/** `1 overdue, 12 days`, or `3 overdue, oldest 40 days`. `daysOverdue` is the number of days of the oldest item. */
export function formatOverdueCount(count: number, daysOverdue: number): string {
  const days = formatDayCount(daysOverdue);
  return plural(count, { one: "1 overdue, {days}", other: "{count} overdue, oldest {days}" }, { days });
}

export function formatInstallmentCount(count: number): string {
  return plural(count, { one: "1 installment", other: "{count} installments" });
}

/** `2 installments, 1 charge`; empty if the receipt pays nothing. */
export function formatAllocationCount(allocations: readonly { ChargeID?: number | undefined }[]): string {
  const chargeCount = allocations.filter(({ ChargeID }) => ChargeID !== undefined).length;
  const installmentCount = allocations.length - chargeCount;
  return [
    ...(installmentCount > 0 ? [formatInstallmentCount(installmentCount)] : []),
    ...(chargeCount > 0 ? [formatChargeCount(chargeCount)] : []),
  ].join(t(", "));
}

export function formatChargeCount(count: number): string {
  return plural(count, { one: "1 charge", other: "{count} charges" });
}

export function formatHouseCount(count: number): string {
  return plural(count, { one: "1 house", other: "{count} houses" });
}

const maxNamedHouses = 3;

/** Names up to three houses: `A-1, A-2, A-3 and 2 more`. */
export function formatHouseList(houses: readonly { HouseNo: string }[]): string {
  const names = houses.slice(0, maxNamedHouses).map(({ HouseNo }) => HouseNo);
  const moreCount = houses.length - names.length;
  const text = names.join(t(", "));
  return moreCount > 0 ? t("{houses} and {more} more", { houses: text, more: moreCount }) : text;
}
