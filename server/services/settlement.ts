import { groupBy } from "../../shared/domain/collections.ts";
import { compareByPaymentDate, settleHouse } from "../../shared/domain/house-settlement.ts";
import { reversePayment } from "../../shared/domain/row-payments.ts";
import { addPaisa, type Paisa, paisa, subtractPaisa, zero } from "../../shared/money.ts";
import type { RowOf } from "../../shared/registry.ts";
import { paymentReceipt, receiptName } from "../../shared/resources/payment-receipt.ts";
import { paymentSchedule } from "../../shared/resources/payment-schedule.ts";
import type { Transaction } from "../commits/transaction.ts";
import { inArray, where } from "../database/store.ts";

type Receipt = RowOf<typeof paymentReceipt>;
type Installment = RowOf<typeof paymentSchedule>;

/**
 * Applies due penalties to the open installments of these houses, then pays open installments from credit, oldest
 * receipt first. Must be called, with the plots locked, whenever installments reopen or money arrives: then a house
 * with credit never has an open installment, and penalties do not depend on the order in which receipts are entered.
 */
export async function settleHouses(tx: Transaction, plots: readonly number[]): Promise<void> {
  const plotIds = new Set(plots);
  const receipts = await tx.findCurrent(
    paymentReceipt,
    { PlotID: inArray(plots), VoidedAt: null },
    ({ PlotID, VoidedAt }) => plotIds.has(PlotID) && VoidedAt === null,
  );
  const installments = await tx.findCurrent(paymentSchedule, { PlotID: inArray(plots) }, ({ PlotID }) =>
    plotIds.has(PlotID),
  );
  const receiptsByPlot = groupBy(receipts, ({ PlotID }) => PlotID);
  for (const [PlotID, rows] of groupBy(installments, (row) => row.PlotID)) {
    const settled = settleHouse({ rows, receipts: receiptsByPlot.get(PlotID) ?? [], today: tx.today });
    for (const { row, state } of settled.rows) tx.update(paymentSchedule, row, state);
    for (const { receipt, settlement } of settled.receipts) tx.update(paymentReceipt, receipt, settlement);
  }
}

/** Like `settleHouses`, but only for houses with credit. Enough after installments were added. */
export async function settleCredits(tx: Transaction, plots: readonly number[]): Promise<void> {
  const receiptsWithCredit = await tx.find(paymentReceipt, {
    PlotID: inArray(plots),
    VoidedAt: null,
    Credit: where({ $gt: 0 }),
  });
  if (receiptsWithCredit.length > 0)
    await settleHouses(tx, [...new Set(receiptsWithCredit.map(({ PlotID }) => PlotID))]);
}

/** Removes the receipt's allocations from its installments. Does not change the receipt. */
export async function reverseAllocations(tx: Transaction, { Allocations }: Receipt): Promise<void> {
  if (Allocations.length === 0) return;
  const amounts = new Map(Allocations.map(({ PaymentScheduleID, Amount }) => [PaymentScheduleID, Amount]));
  for (const row of await tx.find(paymentSchedule, { PaymentScheduleID: inArray([...amounts.keys()]) })) {
    const amount = amounts.get(row.PaymentScheduleID);
    if (amount !== undefined) tx.update(paymentSchedule, row, reversePayment(row, amount));
  }
}

/**
 * Turns this amount of the receipts' allocations to the installment back into credit, newest receipt first. Does not
 * change the installment.
 */
export async function releaseAllocations(
  tx: Transaction,
  { PlotID, PaymentScheduleID }: Installment,
  amount: Paisa,
): Promise<void> {
  let remaining = amount;
  const receipts = await tx.find(paymentReceipt, { PlotID, VoidedAt: null });
  for (const receipt of receipts.toSorted(compareByPaymentDate).reverse()) {
    const allocated = receipt.Allocations.find((allocation) => allocation.PaymentScheduleID === PaymentScheduleID);
    const released = paisa(Math.min(allocated?.Amount ?? 0, remaining));
    if (!allocated || released === zero) continue;
    remaining = subtractPaisa(remaining, released);
    const kept = { PaymentScheduleID, Amount: subtractPaisa(allocated.Amount, released) };
    tx.update(paymentReceipt, receipt, {
      Allocations: receipt.Allocations.map((allocation) => (allocation === allocated ? kept : allocation)).filter(
        ({ Amount }) => Amount > 0,
      ),
      Credit: addPaisa(receipt.Credit, released),
    });
  }
}

/** The names of the receipts that paid this installment: `R-12, R-15`. */
export async function receiptNamesFor(tx: Transaction, { PlotID, PaymentScheduleID }: Installment): Promise<string> {
  const receipts = await tx.find(paymentReceipt, { PlotID, VoidedAt: null });
  const payingReceipts = receipts.filter(({ Allocations }) =>
    Allocations.some((allocation) => allocation.PaymentScheduleID === PaymentScheduleID),
  );
  return payingReceipts.map(receiptName).join(", ");
}
