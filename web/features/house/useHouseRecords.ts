import { useMemo } from "react";
import type { RecordOf } from "../../../shared/registry.ts";
import { paymentReceipt } from "../../../shared/resources/payment-receipt.ts";
import { paymentSchedule } from "../../../shared/resources/payment-schedule.ts";
import { useCanList } from "../../api/useCanList.ts";
import { useResource } from "../../live/useResource.ts";

export type Receipt = RecordOf<typeof paymentReceipt>;

export type HouseRecords = ReturnType<typeof useHouseRecords>;

/** All installments and receipts of one house, live, as far as the viewer may see them. */
export function useHouseRecords(PlotID: number) {
  const seesSchedule = useCanList(paymentSchedule);
  const seesReceipts = useCanList(paymentReceipt);
  const schedule = useResource(paymentSchedule, seesSchedule ? { plot: PlotID } : null);
  const receipts = useResource(paymentReceipt, seesReceipts ? { plot: PlotID } : null);
  const voided = useResource(paymentReceipt, seesReceipts ? { plot: PlotID, voided: 1 } : null);
  const allReceipts = useMemo(() => [...receipts.rows, ...voided.rows].sort(newestFirst), [receipts.rows, voided.rows]);
  return {
    schedule,
    receipts,
    voided,
    /** Voided ones too, newest first. */
    allReceipts,
    canSeeSchedule: seesSchedule,
    canSeeReceipts: seesReceipts,
    /** Is what the house owes and has paid known, as far as it may be? */
    loaded: hasLoaded(schedule) && (!seesReceipts || hasLoaded(receipts)),
    loading: (seesSchedule && schedule.status === "loading") || (seesReceipts && receipts.status === "loading"),
  };
}

function hasLoaded({ status, rows }: { status: string; rows: readonly object[] }): boolean {
  return status === "ready" || rows.length > 0;
}

function newestFirst(a: Receipt, b: Receipt): number {
  return b.ReceiptNo - a.ReceiptNo;
}
