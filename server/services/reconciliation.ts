import { isDeepStrictEqual } from "node:util";
import {
  chargeItemId,
  creditGiven,
  isDebit,
  itemIdOf,
  itemReference,
  toChargeItem,
} from "../../shared/domain/adjustments.ts";
import { isReversed } from "../../shared/domain/cheques.ts";
import { addMovements, newDrawerSums } from "../../shared/domain/drawers.ts";
import { type ItemAmounts, isSettled } from "../../shared/domain/schedule.ts";
import { findDifferingMonths } from "../../shared/domain/totals.ts";
import { addToSum, type Paisa, type PaisaSum, subtractFromSum, zero } from "../../shared/money.ts";
import type { AnyResource, StoredRow } from "../../shared/registry.ts";
import { type Adjustment, adjustment, adjustmentName } from "../../shared/resources/adjustment.ts";
import { drawer } from "../../shared/resources/drawer.ts";
import { drawerMovement } from "../../shared/resources/drawer-movement.ts";
import { paymentReceipt, type Receipt, receiptName } from "../../shared/resources/payment-receipt.ts";
import { type Installment, paymentSchedule } from "../../shared/resources/payment-schedule.ts";
import { plot } from "../../shared/resources/plot.ts";
import { toRowChanges } from "../commits/change-columns.ts";
import { type CommitDoc, commitsCollection } from "../commits/commit.ts";
import { readAtSnapshot } from "../database/connection.ts";
import type { Session, Store } from "../database/store.ts";
import { countTotals, RunningTotals, type UncountedRows } from "./running-totals.ts";
import { findInvalidField } from "./valid-rows.ts";

/** How many installments and receipts were checked, and the inconsistencies. */
export interface ReconciliationReport {
  installmentCount: number;
  receiptCount: number;
  /** One text per inconsistency; empty when there is none. */
  differences: string[];
}

/**
 * Checks installments, receipts, adjustments, expenses and drawers in one snapshot, even while others write. Compares
 * the totals computed from all commits with a recount of the rows, the allocations of receipts and credits with the
 * payments of installments and charges, the adjustments with the amounts that they waived or used, and the drawers with
 * their movements.
 */
export async function reconcile(store: Store): Promise<ReconciliationReport> {
  const report: ReconciliationReport = { installmentCount: 0, receiptCount: 0, differences: [] };
  await readAtSnapshot(store.connection, async (session) => {
    const adjustments: Adjustment[] = [];
    const invalid: string[] = [];
    const isValid = (resource: AnyResource, row: StoredRow) => {
      const field = findInvalidField(resource, row);
      if (field === undefined) return true;
      invalid.push(`${resource.label} ${String(row[resource.idField])} has an invalid ${field} and is left out`);
      return false;
    };
    for await (const row of store.stream(adjustment, {}, { session }))
      if (isValid(adjustment, row)) adjustments.push(row);
    const items = new Map<number, Item>();
    for await (const row of store.stream(paymentSchedule, {}, { session }))
      if (isValid(paymentSchedule, row)) items.set(row.PaymentScheduleID, row);
    report.installmentCount = items.size;
    for (const row of adjustments.filter(isDebit)) items.set(chargeItemId(row.AdjustmentID), toChargeItem(row));
    const receipts: Receipt[] = [];
    for await (const row of store.stream(paymentReceipt, {}, { session }))
      if (isValid(paymentReceipt, row)) receipts.push(row);
    const plots = new Set((await store.find(plot, {}, { session })).map(({ PlotID }) => PlotID));
    report.receiptCount = receipts.length;
    const sources = [
      ...receipts.map((row) => ({ name: receiptName(row), PlotID: row.PlotID, Credit: row.Credit })),
      ...adjustments.map((row) => ({ name: adjustmentName(row), PlotID: row.SettledPlotID, Credit: row.Credit })),
    ];
    const allocatedAmounts = sumByItem([...receipts, ...adjustments].flatMap(({ Allocations }) => Allocations));
    report.differences.push(
      ...invalid,
      ...[...items].filter(([, row]) => !plots.has(row.PlotID)).map(([id]) => `${itemName(id)} belongs to no house`),
      ...receipts
        .filter(({ PlotID }) => !plots.has(PlotID))
        .map((row) => `Receipt ${receiptName(row)} belongs to no house`),
      ...(await compareTotals(store, session)),
      ...receipts.flatMap(checkReceipt),
      ...adjustments.flatMap(checkAdjustment),
      ...[...items].flatMap(([id, row]) => checkItem(id, { row, allocated: allocatedAmounts.get(id) ?? zero })),
      ...[...allocatedAmounts.keys()]
        .filter((id) => !items.has(id))
        .map((id) => `${itemName(id)} is paid but does not exist`),
      ...checkWaivers(items, adjustments),
      ...checkFunding(receipts, adjustments),
      ...findMissingNumbers(receipts.map(({ ReceiptNo }) => ReceiptNo)).map(
        (number) => `Receipt R-${number} is missing`,
      ),
      ...findMissingNumbers(adjustments.map(({ AdjustmentNo }) => AdjustmentNo)).map(
        (AdjustmentNo) => `Adjustment ${adjustmentName({ AdjustmentNo })} is missing`,
      ),
      ...checkCredit(sources, items.values()),
      ...(await checkDrawers(store, session)),
    );
  });
  return report;
}

/** An installment, or a charge as an installment without penalty. */
type Item = Pick<Installment, "PlotID" | "TickedAmount" | "IsPaid" | "WaivedAmount" | "WaivedPenalty"> & ItemAmounts;

async function compareTotals(store: Store, session: Session): Promise<string[]> {
  const totalsFromCommits = new RunningTotals();
  const commits = store.connection.collection<CommitDoc>(commitsCollection);
  for await (const { changes } of commits.find({}, { session })) totalsFromCommits.apply(toRowChanges(changes));
  const differences: string[] = [];
  const countedTotals = await countTotals(store, {
    session,
    onExcluded: (rows) => differences.push(`No total counts ${describeRows(rows)}, because a value is invalid`),
  });
  const months = findDifferingMonths(totalsFromCommits.current, countedTotals);
  return [...differences, ...months.map((month) => `The totals of ${month} differ from a recount`)];
}

function describeRows(rows: UncountedRows): string {
  return "PlotIDs" in rows
    ? `installments of the plots ${JSON.stringify(rows.PlotIDs)}`
    : `the record ${JSON.stringify(rows.id)} of ${rows.resource}`;
}

/** Sums the amounts of each installment or charge, in paisa. */
function sumByItem(
  amounts: Iterable<{ PaymentScheduleID?: number | null; ChargeID?: number | null; Amount: Paisa }>,
): Map<number, PaisaSum> {
  const sums = new Map<number, PaisaSum>();
  for (const amount of amounts) {
    const id = itemIdOf(amount);
    sums.set(id, addToSum(sums.get(id) ?? zero, amount.Amount));
  }
  return sums;
}

function checkReceipt(receipt: Receipt): string[] {
  const counts = receipt.VoidedAt === null && !isReversed(receipt);
  return creditGiven(receipt) === (counts ? receipt.AmountPaid : zero)
    ? []
    : [`The allocations and credit of receipt ${receiptName(receipt)} differ from its amount`];
}

function checkAdjustment(row: Adjustment): string[] {
  return isExpectedCredit(row, creditGiven(row))
    ? []
    : [`The allocations and credit of adjustment ${adjustmentName(row)} differ from its amount`];
}

function isExpectedCredit({ Kind, Amount, VoidedAt }: Adjustment, given: PaisaSum): boolean {
  if (VoidedAt !== null) return given === zero;
  if (Kind === "opening") return given === Math.max(0, -Amount);
  // A waiver gives back at most its amount, as far as a tick had paid it.
  if (Kind === "waiver") return given <= Amount;
  return given === (Kind === "transfer" ? Amount : zero);
}

function checkItem(id: number, { row, allocated }: { row: Item; allocated: PaisaSum }): string[] {
  const fromSources = subtractFromSum(row.AmountReceived, row.TickedAmount);
  const differences: string[] = [];
  if (fromSources !== allocated)
    differences.push(`The payments of ${itemName(id)} differ from its receipts, credits and the amount marked as paid`);
  if ((row.IsPaid === 1) !== isSettled(row))
    differences.push(`The paid state of ${itemName(id)} contradicts its amounts`);
  return differences;
}

/** Compares the waived amounts of each item with its waivers and write-offs. */
function checkWaivers(items: ReadonlyMap<number, Item>, adjustments: readonly Adjustment[]): string[] {
  const waivers = adjustments.filter(
    ({ Kind, VoidedAt }) => (Kind === "waiver" || Kind === "write-off") && VoidedAt === null,
  );
  const amounts = sumByItem(waivers.filter(({ Of }) => Of === "amount"));
  const penalties = sumByItem(waivers.filter(({ Of }) => Of === "penalty"));
  return [...items]
    .filter(
      ([id, row]) =>
        row.WaivedAmount !== (amounts.get(id) ?? zero) || row.WaivedPenalty !== (penalties.get(id) ?? zero),
    )
    .map(([id]) => `The waived amounts of ${itemName(id)} differ from its waivers`);
}

/** Compares the refunded part of each receipt and credit with the refunds and transfers that used it. */
function checkFunding(receipts: readonly Receipt[], adjustments: readonly Adjustment[]): string[] {
  const used = new Map<string, PaisaSum>();
  for (const { PaymentReceiptID, AdjustmentID, Amount } of adjustments.flatMap(({ Funding }) => Funding)) {
    const key = PaymentReceiptID === undefined ? `A ${AdjustmentID}` : `R ${PaymentReceiptID}`;
    used.set(key, addToSum(used.get(key) ?? zero, Amount));
  }
  const isWrong = (key: string, { RefundedAmount }: Receipt | Adjustment) => RefundedAmount !== (used.get(key) ?? zero);
  return [
    ...receipts.filter((row) => isWrong(`R ${row.PaymentReceiptID}`, row)).map(receiptName),
    ...adjustments.filter((row) => isWrong(`A ${row.AdjustmentID}`, row)).map(adjustmentName),
  ].map((name) => `The refunded part of ${name} differs from its refunds and transfers`);
}

/** The numbers that are missing in a series from 1 to the count of its records. */
function findMissingNumbers(numbers: readonly number[]): number[] {
  const used = new Set(numbers);
  return numbers.map((_, index) => index + 1).filter((number) => !used.has(number));
}

function checkCredit(
  sources: readonly { name: string; PlotID: number; Credit: Paisa }[],
  items: Iterable<Item>,
): string[] {
  const plotsWithOpenItems = new Set([...items].filter((row) => row.IsPaid === 0).map(({ PlotID }) => PlotID));
  const unused = sources.filter(({ Credit, PlotID }) => Credit > 0 && plotsWithOpenItems.has(PlotID));
  return unused.map(({ name }) => `${name} has credit while an installment or charge of its house is open`);
}

/** Compares the sums of each drawer with its movements. */
async function checkDrawers(store: Store, session: Session): Promise<string[]> {
  const differing: string[] = [];
  for await (const row of store.stream(drawer, {}, { session })) {
    const { DrawerID, Float } = row;
    const sums = addMovements(newDrawerSums(Float), await store.find(drawerMovement, { DrawerID }, { session }));
    // Without movements, `addMovements` returns the stored sums of the row.
    if (!isDeepStrictEqual(sums, addMovements(row, []))) differing.push(`Drawer ${DrawerID}`);
  }
  return differing.map((name) => `The sums of ${name} differ from its movements`);
}

function itemName(id: number): string {
  const item = itemReference(id);
  return "ChargeID" in item ? `charge ${item.ChargeID}` : `installment ${item.PaymentScheduleID}`;
}
