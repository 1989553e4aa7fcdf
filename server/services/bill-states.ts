import { adjustmentIdsOf, isDebit, itemIdOf, toChargeItem } from "../../shared/domain/adjustments.ts";
import { chargedAmount, outstandingAmount } from "../../shared/domain/schedule.ts";
import { adjustment } from "../../shared/resources/adjustment.ts";
import { bill } from "../../shared/resources/bill.ts";
import { paymentSchedule } from "../../shared/resources/payment-schedule.ts";
import { plot } from "../../shared/resources/plot.ts";
import type { StagedChange } from "../commits/flush.ts";
import type { Transaction } from "../commits/transaction.ts";
import { inArray, type RelatedRows, where } from "../database/store.ts";
import { toHouseItem } from "./house-items.ts";

/** Matches the bills that a payment or waiver can change. A paid bill changes only when an item is reopened. */
const unpaidBillsFilter = { State: where({ $ne: "paid" }) };

/**
 * The unpaid bills of a house. The command that reads an installment also finds out whether there are any, so that a
 * tick in a house without them needs no further query.
 */
export const unpaidBills: RelatedRows = {
  of: paymentSchedule,
  resource: bill,
  field: "PlotID",
  filter: unpaidBillsFilter,
};

/**
 * Updates the bills of houses with an item that was paid, waived, reopened or removed. The bills of the item's month
 * and of later months become paid if all their items are paid or waived, otherwise withdrawn. Runs at the end of every
 * transaction, so that features that change amounts need no code for bills.
 */
export async function updateBillStates(tx: Transaction): Promise<void> {
  const changes = tx.staged.flatMap(toItemChange);
  if (changes.length === 0) return;
  /** The earliest due date among the changed items of each house. */
  const changedFrom = new Map<number, string>();
  for (const { PlotID, DueDate } of changes) {
    const earliest = changedFrom.get(PlotID);
    if (earliest === undefined || DueDate < earliest) changedFrom.set(PlotID, DueDate);
  }
  const isReopening = changes.some(({ isReopened }) => isReopened);
  const plotIds = [...changedFrom.keys()].filter((PlotID) => isReopening || tx.mayHaveRelatedRow(unpaidBills, PlotID));
  if (plotIds.length === 0) return;
  const bills = (await tx.find(bill, { PlotID: inArray(plotIds), ...(isReopening ? {} : unpaidBillsFilter) })).filter(
    ({ PlotID, DueDate }) => (changedFrom.get(PlotID) ?? "9999").slice(0, 7) <= DueDate.slice(0, 7),
  );
  if (bills.length === 0) return;
  // Without the lock, two concurrent transactions that each pay one item would each read the other's item as open.
  await tx.lockRows(plot, [...new Set(bills.map(({ PlotID }) => PlotID))], "PlotID");
  const settledIds = await findSettledItems(tx, new Set(bills.flatMap(({ Items }) => Items.map(itemIdOf))));
  for (const row of bills) {
    const State = row.Items.every((item) => settledIds.has(itemIdOf(item))) ? "paid" : "withdrawn";
    if (State !== row.State) tx.update(bill, row, { State, StateSince: tx.now.toISOString() });
  }
}

interface ItemChange {
  PlotID: number;
  DueDate: string;
  isReopened: boolean;
}

/** The item whose paid or waived amounts change, if any. New items and penalties affect no existing bill. */
function toItemChange({ resource, before, after }: StagedChange): ItemChange[] {
  const earlier = toHouseItem(resource.name, before);
  if (!earlier) return [];
  const later = toHouseItem(resource.name, after);
  const amountsOf = (item: typeof earlier) =>
    [item.AmountReceived, chargedAmount({ ...item, PenaltyApplied: 0 }), item.WaivedPenalty].join(" ");
  if (later && amountsOf(earlier) === amountsOf(later)) return [];
  const isReopened = outstandingAmount(earlier) === 0 && later !== undefined && outstandingAmount(later) > 0;
  return [{ PlotID: earlier.PlotID, DueDate: earlier.DueDate, isReopened }];
}

/** Those of the item ids whose items are paid or waived after this transaction. Removed and voided items are not. */
async function findSettledItems(tx: Transaction, ids: ReadonlySet<number>): Promise<Set<number>> {
  const list = [...ids];
  const installments = await tx.find(paymentSchedule, { PaymentScheduleID: inArray(list) });
  const adjustmentIds = adjustmentIdsOf(list);
  const charges = adjustmentIds.length > 0 ? await tx.find(adjustment, { AdjustmentID: inArray(adjustmentIds) }) : [];
  const settled = [...installments, ...charges.filter(isDebit).map(toChargeItem)].filter(
    (item) => outstandingAmount(item) === 0,
  );
  return new Set(settled.map(({ PaymentScheduleID }) => PaymentScheduleID));
}
