import { groupBy } from "../../shared/domain/collections.ts";
import { settleHouse } from "../../shared/domain/house-settlement.ts";
import { reversePayment } from "../../shared/domain/row-payments.ts";
import type { RowOf } from "../../shared/registry.ts";
import { paymentReceipt, receiptName } from "../../shared/resources/payment-receipt.ts";
import { paymentSchedule } from "../../shared/resources/payment-schedule.ts";
import type { Transaction } from "../commits/transaction.ts";
import { inArray, where } from "../database/store.ts";

// Between receipts and installments: the ground that the features of both share, as each changes the other's rows.

type Receipt = RowOf<typeof paymentReceipt>;
type Installment = RowOf<typeof paymentSchedule>;

/**
 * Brings these houses in order: what is open and late bears its penalty, then credit settles what is open, oldest receipt first.
 * To be called wherever installments open again or money comes in, by whoever holds the plots: then a house with credit never has an
 * open installment, and the order in which receipts are entered costs nobody a penalty.
 */
export async function settleHouses(tx: Transaction, plots: readonly number[]): Promise<void> {
  const wanted = new Set(plots);
  const receipts = await tx.findCurrent(
    paymentReceipt,
    { PlotID: inArray(plots), VoidedAt: null },
    ({ PlotID, VoidedAt }) => wanted.has(PlotID) && VoidedAt === null,
  );
  const rows = await tx.findCurrent(paymentSchedule, { PlotID: inArray(plots) }, ({ PlotID }) => wanted.has(PlotID));
  const receiptsOf = groupBy(receipts, ({ PlotID }) => PlotID);
  for (const [PlotID, ownRows] of groupBy(rows, (row) => row.PlotID)) {
    const settled = settleHouse({ rows: ownRows, receipts: receiptsOf.get(PlotID) ?? [], today: tx.today });
    for (const { row, state } of settled.rows) tx.update(paymentSchedule, row, state);
    for (const { receipt, settlement } of settled.receipts) tx.update(paymentReceipt, receipt, settlement);
  }
}

/** The same for those of these houses that have credit, all that matters where installments have just been made. */
export async function settleCredits(tx: Transaction, plots: readonly number[]): Promise<void> {
  const creditors = await tx.find(paymentReceipt, {
    PlotID: inArray(plots),
    VoidedAt: null,
    Credit: where({ $gt: 0 }),
  });
  if (creditors.length > 0) await settleHouses(tx, [...new Set(creditors.map(({ PlotID }) => PlotID))]);
}

/** Takes from the installments what the receipt gave them. The receipt itself is left to the caller. */
export async function reverseAllocations(tx: Transaction, { Allocations }: Receipt): Promise<void> {
  if (Allocations.length === 0) return;
  const given = new Map(Allocations.map(({ PaymentScheduleID, Amount }) => [PaymentScheduleID, Amount]));
  for (const row of await tx.find(paymentSchedule, { PaymentScheduleID: inArray([...given.keys()]) })) {
    const amount = given.get(row.PaymentScheduleID);
    if (amount !== undefined) tx.update(paymentSchedule, row, reversePayment(row, amount));
  }
}

/** The receipts that gave to this installment, as people name them: `R-12, R-15`. */
export async function receiptNamesFor(tx: Transaction, { PlotID, PaymentScheduleID }: Installment): Promise<string> {
  const receipts = await tx.find(paymentReceipt, { PlotID, VoidedAt: null });
  const givers = receipts.filter(({ Allocations }) =>
    Allocations.some((given) => given.PaymentScheduleID === PaymentScheduleID),
  );
  return givers.map(receiptName).join(", ");
}
