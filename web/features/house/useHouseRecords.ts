import { useMemo } from "react";
import { paymentReceipt } from "../../../shared/resources/payment-receipt.ts";
import { paymentSchedule } from "../../../shared/resources/payment-schedule.ts";
import { useCanList } from "../../api/session.ts";
import type { Receipt } from "../../domain/receipts/receipt.ts";
import { useResource } from "../../live/useResource.ts";

export type HouseRecords = ReturnType<typeof useHouseRecords>;

/** All installments and receipts of one house, kept up to date; empty lists without the right to see them. */
export function useHouseRecords(PlotID: number) {
  const canSeeSchedule = useCanList(paymentSchedule);
  const canSeeReceipts = useCanList(paymentReceipt);
  const schedule = useResource(paymentSchedule, canSeeSchedule ? { plot: PlotID } : null);
  const receipts = useResource(paymentReceipt, canSeeReceipts ? { plot: PlotID } : null);
  const voided = useResource(paymentReceipt, canSeeReceipts ? { plot: PlotID, voided: 1 } : null);
  const allReceipts = useMemo(
    () => [...receipts.rows, ...voided.rows].sort(compareNewestFirst),
    [receipts.rows, voided.rows],
  );
  return {
    schedule,
    receipts,
    voided,
    /** Including voided ones, newest first. */
    allReceipts,
    canSeeSchedule,
    canSeeReceipts,
    /** Both visible lists have data, so that balances can be computed. */
    loaded: hasLoaded(schedule) && (!canSeeReceipts || hasLoaded(receipts)),
    loading: (canSeeSchedule && schedule.status === "loading") || (canSeeReceipts && receipts.status === "loading"),
  };
}

function hasLoaded({ status, rows }: { status: string; rows: readonly object[] }): boolean {
  return status === "ready" || rows.length > 0;
}

function compareNewestFirst(a: Receipt, b: Receipt): number {
  return b.ReceiptNo - a.ReceiptNo;
}
