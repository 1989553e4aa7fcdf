import { useMemo } from "react";
import type { AdjustmentRecord } from "../../../shared/domain/adjustment-records.ts";
import { adjustment } from "../../../shared/resources/adjustment.ts";
import { paymentReceipt } from "../../../shared/resources/payment-receipt.ts";
import { paymentSchedule } from "../../../shared/resources/payment-schedule.ts";
import { useCanList } from "../../api/session.ts";
import type { Receipt } from "../../domain/receipts/receipt.ts";
import { useResource } from "../../live/useResource.ts";

export type HouseRecords = ReturnType<typeof useHouseRecords>;

/** All installments, receipts and adjustments of one house, updated live; empty lists without the right to see them. */
export function useHouseRecords(PlotID: number) {
  const canSeeSchedule = useCanList(paymentSchedule);
  const canSeeReceipts = useCanList(paymentReceipt);
  const canSeeAdjustments = useCanList(adjustment) && canSeeSchedule;
  const schedule = useResource(paymentSchedule, canSeeSchedule ? { plot: PlotID } : null);
  const receipts = useResource(paymentReceipt, canSeeReceipts ? { plot: PlotID } : null);
  const voidedReceipts = useResource(paymentReceipt, canSeeReceipts ? { plot: PlotID, voided: 1 } : null);
  /** Those recorded for the house, including transfers to other houses. */
  const recordedAdjustments = useResource(adjustment, canSeeSchedule ? { plot: PlotID } : null);
  /** Those that count in the balance of the house, including transfers from other houses. */
  const balanceAdjustments = useResource(adjustment, canSeeSchedule ? { SettledPlotID: PlotID } : null);
  const voidedAdjustments = useResource(adjustment, canSeeAdjustments ? { plot: PlotID, voided: 1 } : null);
  /** Voided ones that counted in the balance of the house, including transfers from other houses. */
  const voidedBalanceAdjustments = useResource(
    adjustment,
    canSeeAdjustments ? { SettledPlotID: PlotID, voided: 1 } : null,
  );
  const adjustments = useMemo(
    () => joinAdjustments(balanceAdjustments.rows, recordedAdjustments.rows),
    [recordedAdjustments.rows, balanceAdjustments.rows],
  );
  const allAdjustments = useMemo(
    () => [...adjustments, ...joinAdjustments(voidedBalanceAdjustments.rows, voidedAdjustments.rows)],
    [adjustments, voidedBalanceAdjustments.rows, voidedAdjustments.rows],
  );
  const allReceipts = useMemo(
    () => [...receipts.rows, ...voidedReceipts.rows].sort(compareNewestFirst),
    [receipts.rows, voidedReceipts.rows],
  );
  const requiredLists = [
    ...(canSeeSchedule ? [schedule, recordedAdjustments, balanceAdjustments] : []),
    ...(canSeeReceipts ? [receipts] : []),
  ];
  const visibleLists = [
    ...requiredLists,
    ...(canSeeReceipts ? [voidedReceipts] : []),
    ...(canSeeAdjustments ? [voidedAdjustments, voidedBalanceAdjustments] : []),
  ];
  return {
    PlotID,
    schedule,
    receipts,
    voidedReceipts,
    /** The adjustments of the house and the transfers to it, without voided ones. */
    adjustments,
    /** Including voided ones. */
    allAdjustments,
    voidedAdjustments,
    getAdjustmentHighlight: balanceAdjustments.getHighlight,
    /** Including voided ones, newest first. */
    allReceipts,
    canSeeSchedule,
    canSeeReceipts,
    canSeeAdjustments,
    /** The user may see the schedule, and every list they may see has data, perhaps outdated. */
    canComputeBalance: canSeeSchedule && requiredLists.every(hasLoaded),
    isLoading: requiredLists.some(isLoading),
    /** Whether an adjustment, perhaps a voided one, may be missing because its list is loading. */
    isLoadingAdjustments: [...requiredLists, voidedAdjustments, voidedBalanceAdjustments].some(isLoading),
    /** A list that the user may see, that the balance needs, and that could not be loaded. */
    failedList: requiredLists.find(hasFailed),
    /** A list of adjustments that could not be loaded. */
    failedAdjustmentList: [recordedAdjustments, balanceAdjustments, voidedAdjustments, voidedBalanceAdjustments].find(
      hasFailed,
    ),
    /** A list that the user may see and whose last load failed, so that records may be missing or outdated. */
    staleList: visibleLists.find(({ status }) => status === "failed"),
  };
}

/** The adjustments of both lists, those in both once. */
function joinAdjustments(
  inBalance: readonly AdjustmentRecord[],
  recorded: readonly AdjustmentRecord[],
): AdjustmentRecord[] {
  const ids = new Set(inBalance.map(({ AdjustmentID }) => AdjustmentID));
  return [...inBalance, ...recorded.filter(({ AdjustmentID }) => !ids.has(AdjustmentID))];
}

function isLoading({ status }: { status: string }): boolean {
  return status === "loading";
}

/** Whether the list has data, perhaps outdated. */
export function hasLoaded({ status, rows }: { status: string; rows: readonly object[] }): boolean {
  return status === "ready" || rows.length > 0;
}

/** Whether the list could not be loaded and has no data. */
function hasFailed(list: Parameters<typeof hasLoaded>[0]): boolean {
  return list.status === "failed" && !hasLoaded(list);
}

function compareNewestFirst(a: Receipt, b: Receipt): number {
  return b.ReceiptNo - a.ReceiptNo;
}
