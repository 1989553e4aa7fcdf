import { useMemo } from "react";
import { type Day, monthOf } from "../../../shared/dates.ts";
import { type AdjustmentRecord, adjustmentToPaisa } from "../../../shared/domain/adjustment-records.ts";
import { isDebit, toChargeItem } from "../../../shared/domain/adjustments.ts";
import { baseAmount, outstandingAmount } from "../../../shared/domain/schedule.ts";
import { type Paisa, type PaisaSum, paisa, subtractPaisa, zero } from "../../../shared/money.ts";
import { adjustment } from "../../../shared/resources/adjustment.ts";
import { paymentReceipt } from "../../../shared/resources/payment-receipt.ts";
import { paymentSchedule } from "../../../shared/resources/payment-schedule.ts";
import { useCanList } from "../../api/session.ts";
import { monthYearText } from "../../i18n/dateTime.ts";
import { t } from "../../i18n/t.ts";
import { useResource } from "../../live/useResource.ts";
import { sumCredit } from "../houseDues.ts";
import { rowToPaisa, type ScheduleRow } from "../schedule/scheduleEntry.ts";

/** An installment or charge of a house that an adjustment can lower. */
export interface AdjustableItem {
  id: { PaymentScheduleID: number } | { ChargeID: number };
  name: string;
  DueDate: Day;
  /** How far a waiver or write-off can lower its amount. */
  amount: Paisa;
  /** How far a waiver can lower its penalty. */
  penalty: Paisa;
}

/**
 * What adjustments of a house can lower: its items (by waivers and write-offs), oldest first, and its credit (by
 * refunds and transfers). Updated live.
 */
export function useAdjustableItems(PlotID: number | undefined): { items: readonly AdjustableItem[]; credit: PaisaSum } {
  const canSeeReceipts = useCanList(paymentReceipt);
  const canSeeSchedule = useCanList(paymentSchedule);
  const installments = useResource(paymentSchedule, canSeeSchedule && PlotID ? { plot: PlotID } : null).rows;
  const receipts = useResource(paymentReceipt, canSeeReceipts && PlotID ? { plot: PlotID } : null).rows;
  const adjustments = useResource(adjustment, PlotID ? { SettledPlotID: PlotID } : null).rows;
  return useMemo(() => {
    if (PlotID === undefined) return { items: [], credit: zero };
    const items = [...installments.map(toAdjustableInstallment), ...adjustments.flatMap(toAdjustableCharges)];
    return {
      items: items
        .filter(({ amount, penalty }) => amount > 0 || penalty > 0)
        .sort((a, b) => (a.DueDate < b.DueDate ? -1 : Number(a.DueDate > b.DueDate))),
      credit: sumCredit([...receipts, ...adjustments]),
    };
  }, [PlotID, installments, receipts, adjustments]);
}

/** What waivers and write-offs can take off the installment. */
export function toAdjustableInstallment(record: ScheduleRow): AdjustableItem {
  const row = rowToPaisa(record);
  return {
    id: { PaymentScheduleID: record.PaymentScheduleID },
    name: monthYearText(monthOf(record.DueDate)),
    DueDate: record.DueDate,
    amount: paisa(Math.min(outstandingAmount(row), baseAmount(row))),
    penalty: row.PenaltyApplied ? subtractPaisa(row.PenaltyAmount, row.WaivedPenalty) : zero,
  };
}

function toAdjustableCharges(record: AdjustmentRecord): AdjustableItem[] {
  const charge = adjustmentToPaisa(record);
  if (!isDebit(charge)) return [];
  const item = toChargeItem(charge);
  return [
    {
      id: { ChargeID: record.AdjustmentID },
      name: t("{kind}: {reason}", {
        kind: record.Kind === "opening" ? t("Opening balance") : t("Charge"),
        reason: record.Reason,
      }),
      DueDate: item.DueDate,
      amount: outstandingAmount(item),
      penalty: zero,
    },
  ];
}
