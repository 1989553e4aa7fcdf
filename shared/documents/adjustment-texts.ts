import { type Day, formatDay, monthOf } from "../dates.ts";
import { type AdjustmentRecord, adjustmentToPaisa } from "../domain/adjustment-records.ts";
import { isDebit, toChargeItem } from "../domain/adjustments.ts";
import { type ItemStatus, itemStatus } from "../domain/schedule.ts";
import { type DocumentTranslate, formatMonth } from "./locale.ts";

/**
 * What the adjustment applies to: the installment or charge that it lowers, the house that gets a transfer, "Credit",
 * or the due date of a charge or opening balance.
 */
export function describeAdjustedItem(
  { Kind, Amount, DueDate, ChargeID, Of, ToHouseNo }: AdjustmentRecord,
  t: DocumentTranslate,
): string {
  if (Kind === "transfer") return t("To {house}", { house: ToHouseNo });
  if (Kind === "refund" || Amount < 0) return t("Credit");
  if (DueDate === null) return "";
  if (ChargeID !== null) return t("Charge due {day}", { day: formatDay(DueDate) });
  if (Kind === "charge" || Kind === "opening") return t("Due {day}", { day: formatDay(DueDate) });
  const month = formatMonth(monthOf(DueDate), t);
  return Of === "penalty" ? t("Penalty of {month}", { month }) : month;
}

/** Whether a charge is paid, whether credit is left, or that the adjustment is voided; empty for none of these. */
export function describeAdjustmentState(row: AdjustmentRecord, { today, t }: { today: Day; t: DocumentTranslate }) {
  if (row.VoidedAt !== null) return t("Voided");
  const status = adjustmentStatus(row, today);
  if (status) return t(status);
  return row.Credit > 0 ? t("Credit left") : "";
}

/** The status of a charge or opening balance that the house owes; undefined for other kinds. */
export function adjustmentStatus(row: AdjustmentRecord, today: Day): ItemStatus | undefined {
  const adjustment = adjustmentToPaisa(row);
  return isDebit(adjustment) ? itemStatus(toChargeItem(adjustment), today) : undefined;
}
