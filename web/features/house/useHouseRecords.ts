import { useMemo } from "react";
import { paymentReceipt } from "../../../shared/resources/payment-receipt.ts";
import { paymentSchedule } from "../../../shared/resources/payment-schedule.ts";
import { useCanList } from "../../api/session.ts";
import type { Receipt } from "../../domain/receipts/receipt.tsx";
import { useResource } from "../../live/useResource.ts";

export type HouseRecords = ReturnType<typeof useHouseRecords>;

/** All installments and receipts of one house, updated live; empty lists without the right to see them. */
export function useHouseRecords(PlotID: number) {
  const canSeeSchedule = useCanList(paymentSchedule);
  const canSeeReceipts = useCanList(paymentReceipt);
  const schedule = useResource(paymentSchedule, canSeeSchedule ? { plot: PlotID } : null);
  const receipts = useResource(paymentReceipt, canSeeReceipts ? { plot: PlotID } : null);
  const voidedReceipts = useResource(paymentReceipt, canSeeReceipts ? { plot: PlotID, voided: 1 } : null);
  const allReceipts = useMemo(
    () => [...receipts.rows, ...voidedReceipts.rows].sort(compareNewestFirst),
    [receipts.rows, voidedReceipts.rows],
  );
  const byId = useMemo(
    () => ({
      installments: new Map(schedule.rows.map((row) => [row.PaymentScheduleID, row])),
      receipts: new Map(receipts.rows.map((row) => [row.PaymentReceiptID, row])),
    }),
    [schedule.rows, receipts.rows],
  );
  return {
    schedule,
    receipts,
    voidedReceipts,
    /** Including voided ones, newest first. */
    allReceipts,
    /** The installments and the receipts by their ids, without voided receipts. */
    byId,
    canSeeSchedule,
    canSeeReceipts,
    /** The lists that the user may see have data, perhaps outdated: balances can be computed. */
    isLoaded: hasLoaded(schedule) && (!canSeeReceipts || hasLoaded(receipts)),
    isLoading: (canSeeSchedule && schedule.status === "loading") || (canSeeReceipts && receipts.status === "loading"),
  };
}

function hasLoaded({ status, rows }: { status: string; rows: readonly object[] }): boolean {
  return status === "ready" || rows.length > 0;
}

function compareNewestFirst(a: Receipt, b: Receipt): number {
  return b.ReceiptNo - a.ReceiptNo;
}
