import { isSettled } from "../../shared/domain/schedule.ts";
import { differingMonths } from "../../shared/domain/totals.ts";
import { addPaisa, type Paisa, subtractPaisa, sumPaisa, zero } from "../../shared/money.ts";
import type { RowOf } from "../../shared/registry.ts";
import { paymentReceipt, receiptName } from "../../shared/resources/payment-receipt.ts";
import { paymentSchedule } from "../../shared/resources/payment-schedule.ts";
import { type CommitDoc, commitsCollection } from "../commits/commit.ts";
import { readAtSnapshot } from "../database/connection.ts";
import type { Session, Store } from "../database/store.ts";
import { countTotals, RunningTotals } from "./running-totals.ts";

type Receipt = RowOf<typeof paymentReceipt>;
type Installment = RowOf<typeof paymentSchedule>;

export interface ReconciliationReport {
  installments: number;
  receipts: number;
  /** One text per inconsistency; empty when there is none. */
  differences: string[];
}

/**
 * Checks all financial data in one snapshot, so that others may write meanwhile. Compares the running totals of all
 * commits with a recount of the rows, and the allocations of receipts with the payments of installments.
 */
export async function reconcile(store: Store): Promise<ReconciliationReport> {
  const report: ReconciliationReport = { installments: 0, receipts: 0, differences: [] };
  await readAtSnapshot(store.connection, async (session) => {
    const installments = new Map<number, Installment>();
    for await (const row of store.stream(paymentSchedule, {}, { session }))
      installments.set(row.PaymentScheduleID, row);
    const receipts: Receipt[] = [];
    for await (const row of store.stream(paymentReceipt, {}, { session })) receipts.push(row);
    const allocatedById = sumAllocations(receipts);
    report.installments = installments.size;
    report.receipts = receipts.length;
    report.differences.push(
      ...(await compareTotals(store, session)),
      ...receipts.flatMap(checkReceipt),
      ...[...installments.values()].flatMap((row) =>
        checkInstallment(row, allocatedById.get(row.PaymentScheduleID) ?? zero),
      ),
      ...[...allocatedById.keys()]
        .filter((id) => !installments.has(id))
        .map((id) => `Installment ${id} is paid but does not exist`),
      ...checkNumbering(receipts),
      ...checkCredit(receipts, installments.values()),
    );
  });
  return report;
}

async function compareTotals(store: Store, session: Session): Promise<string[]> {
  const totalsFromCommits = new RunningTotals();
  const commits = store.connection.collection<CommitDoc>(commitsCollection);
  for await (const { changes } of commits.find({}, { session })) totalsFromCommits.apply(changes);
  const countedTotals = await countTotals(store, session);
  return differingMonths(totalsFromCommits.current, countedTotals).map(
    (month) => `The totals of ${month} differ from a recount`,
  );
}

/**
 * The amount that receipts have allocated to each installment, by PaymentScheduleID. Voided receipts have no
 * allocations.
 */
function sumAllocations(receipts: readonly Receipt[]): Map<number, Paisa> {
  const sums = new Map<number, Paisa>();
  for (const { PaymentScheduleID, Amount } of receipts.flatMap(({ Allocations }) => Allocations))
    sums.set(PaymentScheduleID, addPaisa(sums.get(PaymentScheduleID) ?? zero, Amount));
  return sums;
}

function checkReceipt(receipt: Receipt): string[] {
  const { Allocations, Credit, AmountPaid, VoidedAt } = receipt;
  const accountedFor = addPaisa(Credit, sumPaisa(Allocations.map(({ Amount }) => Amount)));
  return accountedFor === (VoidedAt === null ? AmountPaid : zero)
    ? []
    : [`The allocations and credit of receipt ${receiptName(receipt)} differ from its amount`];
}

function checkInstallment(row: Installment, allocated: Paisa): string[] {
  const fromReceipts = subtractPaisa(row.AmountReceived, row.TickedAmount);
  const isWrong = fromReceipts !== allocated || (row.IsPaid === 1) !== isSettled(row);
  return isWrong ? [`The payments of installment ${row.PaymentScheduleID} differ from its receipts and ticks`] : [];
}

function checkNumbering(receipts: readonly Receipt[]): string[] {
  const numbers = new Set(receipts.map(({ ReceiptNo }) => ReceiptNo));
  const missingIndex = receipts.findIndex((_, index) => !numbers.has(index + 1));
  return missingIndex === -1 ? [] : [`Receipt ${receiptName({ ReceiptNo: missingIndex + 1 })} is missing`];
}

function checkCredit(receipts: readonly Receipt[], installments: Iterable<Installment>): string[] {
  const plotsInDebt = new Set([...installments].filter((row) => row.IsPaid === 0).map(({ PlotID }) => PlotID));
  const unusedCredits = receipts.filter(({ Credit, PlotID }) => Credit > 0 && plotsInDebt.has(PlotID));
  return unusedCredits.map(
    (receipt) => `Receipt ${receiptName(receipt)} has credit while an installment of its house is open`,
  );
}
