import { settleCredit } from "../../shared/domain/credit.ts";
import { takeFromRow } from "../../shared/domain/settlement.ts";
import { groupBy } from "../../shared/group.ts";
import type { RowOf } from "../../shared/registry.ts";
import { paymentReceipt, receiptName } from "../../shared/resources/payment-receipt.ts";
import { paymentSchedule } from "../../shared/resources/payment-schedule.ts";
import { among, where } from "../kernel/store.ts";
import type { Transaction } from "../kernel/transaction.ts";

// Between receipts and installments: the ground that the features of both share, as each changes the other's rows.

type Receipt = RowOf<typeof paymentReceipt>;
type Installment = RowOf<typeof paymentSchedule>;

/**
 * Gives the credit of these plots to their open installments, oldest receipt first. To be called wherever installments are made
 * or open again, by whoever holds the plots: then a house with credit never has an open installment.
 */
export async function settleCredits(tx: Transaction, plots: readonly number[]): Promise<void> {
  const wanted = new Set(plots);
  const creditors = await tx.findNow(
    paymentReceipt,
    { PlotID: among(plots), VoidedAt: null, Credit: where({ $gt: 0 }) },
    ({ PlotID, VoidedAt, Credit }) => wanted.has(PlotID) && VoidedAt === null && Credit > 0,
  );
  if (creditors.length === 0) return;
  const receiptsOf = groupBy(creditors, ({ PlotID }) => PlotID);
  const open = await tx.findNow(
    paymentSchedule,
    { PlotID: among([...receiptsOf.keys()]), IsPaid: 0 },
    ({ PlotID, IsPaid }) => receiptsOf.has(PlotID) && IsPaid === 0,
  );
  for (const [PlotID, openRows] of groupBy(open, (row) => row.PlotID)) {
    const settled = settleCredit({ openRows, receipts: receiptsOf.get(PlotID) ?? [] });
    for (const { row, state } of settled.rows) tx.update(paymentSchedule, row, state);
    for (const { receipt, settlement } of settled.receipts) tx.update(paymentReceipt, receipt, settlement);
  }
}

/** Takes from the installments what the receipt gave them. The receipt itself is left to the caller. */
export async function takeBack(tx: Transaction, { Allocations }: Receipt): Promise<void> {
  if (Allocations.length === 0) return;
  const given = new Map(Allocations.map(({ PaymentScheduleID, Amount }) => [PaymentScheduleID, Amount]));
  for (const row of await tx.find(paymentSchedule, { PaymentScheduleID: among([...given.keys()]) })) {
    const amount = given.get(row.PaymentScheduleID);
    if (amount !== undefined) tx.update(paymentSchedule, row, takeFromRow(row, amount));
  }
}

/** The receipts that gave to this installment, as people name them: `R-12, R-15`. */
export async function namesOfReceipts(tx: Transaction, { PlotID, PaymentScheduleID }: Installment): Promise<string> {
  const receipts = await tx.find(paymentReceipt, { PlotID, VoidedAt: null });
  const givers = receipts.filter(({ Allocations }) =>
    Allocations.some((given) => given.PaymentScheduleID === PaymentScheduleID),
  );
  return givers.map(receiptName).join(", ");
}
