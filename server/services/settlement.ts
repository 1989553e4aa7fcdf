import type { Day } from "../../shared/dates.ts";
import {
  chargeItemId,
  creditDayOf,
  creditGiven,
  isDebit,
  itemIdOf,
  itemReference,
  toChargeItem,
} from "../../shared/domain/adjustments.ts";
import { settledFrom } from "../../shared/domain/cheques.ts";
import {
  compareByPaymentDate,
  type ReceiptSettlement,
  type SettlementReceipt,
  settleHouse,
} from "../../shared/domain/house-settlement.ts";
import { type PaymentState, reversePayment } from "../../shared/domain/item-payments.ts";
import { groupBy } from "../../shared/grouping.ts";
import { addPaisa, type Paisa, paisa, subtractPaisa, zero } from "../../shared/money.ts";
import { type Adjustment, adjustment } from "../../shared/resources/adjustment.ts";
import { paymentReceipt, type Receipt, receiptName } from "../../shared/resources/payment-receipt.ts";
import { type Installment, paymentSchedule } from "../../shared/resources/payment-schedule.ts";
import type { Transaction } from "../commits/transaction.ts";
import { inArray, where } from "../database/store.ts";
import { assertValidRow, invalidRow, isValidRow } from "./valid-rows.ts";

/** The stored row of an item: an installment, or the adjustment of a charge or opening balance. */
export type ItemRow = { installment: Installment } | { charge: Adjustment };

/** The stored row of a credit source: a receipt, or an adjustment that gives credit. */
type CreditSourceRow = { receipt: Receipt } | { adjustment: Adjustment };

/** A credit source in the form of the settlement: its allocations name items by their item ids. */
type CreditSource = { -readonly [Field in keyof SettlementReceipt]: SettlementReceipt[Field] } & {
  stored: CreditSourceRow;
};

/**
 * Applies due penalties to the open installments of these houses, then pays open installments and charges from credit,
 * oldest receipt first. Call it with the plots locked, whenever items reopen or money arrives. A house with credit then
 * never has an open item, and penalties do not depend on the order in which receipts are entered. Penalties of locked
 * months stay as they are.
 */
export async function settleHouses(tx: Transaction, PlotIDs: readonly number[]): Promise<void> {
  const distinctIds = new Set(PlotIDs);
  const receipts = await tx.findIncludingStaged(
    paymentReceipt,
    { PlotID: inArray(PlotIDs), VoidedAt: null },
    ({ PlotID, VoidedAt }) => distinctIds.has(PlotID) && VoidedAt === null,
  );
  const installments = await tx.findIncludingStaged(paymentSchedule, { PlotID: inArray(PlotIDs) }, ({ PlotID }) =>
    distinctIds.has(PlotID),
  );
  const adjustments = await tx.findIncludingStaged(
    adjustment,
    { SettledPlotID: inArray(PlotIDs), VoidedAt: null },
    ({ SettledPlotID, VoidedAt }) => distinctIds.has(SettledPlotID) && VoidedAt === null,
  );
  for (const row of receipts) assertValidRow(paymentReceipt, row);
  for (const row of installments) assertValidInstallment(row);
  for (const row of adjustments) assertValidRow(adjustment, row);
  const { LockedThrough: lockedThrough } = await tx.readMonthLock();
  const receiptsByPlot = groupBy(receipts, ({ PlotID }) => PlotID);
  const installmentsByPlot = groupBy(installments, ({ PlotID }) => PlotID);
  const adjustmentsByPlot = groupBy(adjustments, ({ SettledPlotID }) => SettledPlotID);
  for (const PlotID of distinctIds) {
    const houseAdjustments = adjustmentsByPlot.get(PlotID) ?? [];
    const items = [
      ...(installmentsByPlot.get(PlotID) ?? []).map((installment) => ({ ...installment, stored: { installment } })),
      ...houseAdjustments.filter(isDebit).map((charge) => ({ ...toChargeItem(charge), stored: { charge } })),
    ];
    const sources = toCreditSources(receiptsByPlot.get(PlotID) ?? [], houseAdjustments);
    const settled = settleHouse({ items, receipts: sources, today: tx.today, lockedThrough });
    for (const { item, state } of settled.items) updateItem(tx, item.stored, state);
    for (const { receipt, settlement } of settled.receipts) updateCreditSource(tx, receipt.stored, settlement);
  }
}

/** Settles those of the houses that have credit. This is sufficient after installments or charges were added. */
export async function settleHousesThatHaveCredit(tx: Transaction, PlotIDs: readonly number[]): Promise<void> {
  const creditFilter = { VoidedAt: null, Credit: where({ $gt: 0 }) };
  const receipts = await tx.find(paymentReceipt, { PlotID: inArray(PlotIDs), ...creditFilter });
  const adjustments = await tx.find(adjustment, { SettledPlotID: inArray(PlotIDs), ...creditFilter });
  const plotIds = new Set([
    ...receipts.map(({ PlotID }) => PlotID),
    ...adjustments.map(({ SettledPlotID }) => SettledPlotID),
  ]);
  if (plotIds.size > 0) await settleHouses(tx, [...plotIds]);
}

/** Removes the payments of a receipt or adjustment from its items. Does not change the receipt or adjustment. */
export async function reverseAllocations(
  tx: Transaction,
  { Allocations }: Pick<Receipt, "Allocations">,
): Promise<void> {
  const allocated = new Map(Allocations.map((allocation) => [itemIdOf(allocation), allocation.Amount]));
  const ids = Allocations.flatMap(({ PaymentScheduleID }) => PaymentScheduleID ?? []);
  if (ids.length > 0)
    for (const row of await tx.find(paymentSchedule, { PaymentScheduleID: inArray(ids) }))
      reverseInstallment(tx, row, allocated.get(row.PaymentScheduleID) ?? zero);
  const chargeIds = Allocations.flatMap(({ ChargeID }) => ChargeID ?? []);
  if (chargeIds.length > 0)
    for (const charge of await tx.find(adjustment, { AdjustmentID: inArray(chargeIds) })) {
      assertValidRow(adjustment, charge);
      const amount = allocated.get(chargeItemId(charge.AdjustmentID)) ?? zero;
      if (amount > charge.AmountReceived) throw invalidRow(adjustment, { row: charge, field: "AmountReceived" });
      updateItem(tx, { charge }, reversePayment(toChargeItem(charge), amount));
    }
}

/** An amount of an item that receipts and credits no longer pay. */
interface Release {
  PlotID: number;
  itemId: number;
  amount: Paisa;
}

/** Throws 409 if receipts have paid less than the amount, because a row was changed directly in the database. */
function reverseInstallment(tx: Transaction, row: Installment, amount: Paisa): void {
  assertValidInstallment(row);
  if (amount > subtractPaisa(row.AmountReceived, row.TickedAmount))
    throw invalidRow(paymentSchedule, { row, field: "AmountReceived" });
  tx.update(paymentSchedule, row, reversePayment(row, amount));
}

/**
 * Throws 409 for an installment that was changed directly in the database: one with a value that the portal never
 * writes, or with a ticked amount that is higher than the received amount.
 */
export function assertValidInstallment(row: Installment): void {
  assertValidRow(paymentSchedule, row);
  if (row.TickedAmount > row.AmountReceived) throw invalidRow(paymentSchedule, { row, field: "TickedAmount" });
}

/**
 * Turns the amount, as far as receipts and credits have paid it, into credit again, newest first. Does not change the
 * item. Returns the part of the amount that they have not paid.
 */
export async function releaseAllocations(
  tx: Transaction,
  item: Pick<Release, "PlotID" | "itemId">,
  amount: Paisa,
): Promise<Paisa> {
  const [remaining = zero] = await releaseManyAllocations(tx, [{ ...item, amount }]);
  return remaining;
}

/** Like `releaseAllocations`, for different items of many houses. Returns the amounts in the order of the items. */
export async function releaseManyAllocations(tx: Transaction, releases: readonly Release[]): Promise<Paisa[]> {
  const sourcesByPlot = await readCreditSources(tx, [...new Set(releases.map(({ PlotID }) => PlotID))]);
  return releases.map(({ PlotID, itemId, amount }) => {
    let remaining = amount;
    for (const source of (sourcesByPlot.get(PlotID) ?? []).toReversed()) {
      const allocation = source.Allocations.find(({ PaymentScheduleID }) => PaymentScheduleID === itemId);
      const released = paisa(Math.min(allocation?.Amount ?? zero, remaining));
      if (!allocation || released === zero) continue;
      remaining = subtractPaisa(remaining, released);
      source.Credit = addPaisa(source.Credit, released);
      const kept = { PaymentScheduleID: itemId, Amount: subtractPaisa(allocation.Amount, released) };
      source.Allocations = [
        ...source.Allocations.filter((other) => other !== allocation),
        ...(kept.Amount > 0 ? [kept] : []),
      ];
      const { Credit, Allocations, PenaltyAmount, PenaltyApplied } = source;
      source.stored = updateCreditSource(tx, source.stored, { Credit, Allocations, PenaltyAmount, PenaltyApplied });
    }
    return remaining;
  });
}

/** The receipts and credits of each house, oldest first. */
export async function readCreditSources(
  tx: Transaction,
  PlotIDs: readonly number[],
): Promise<Map<number, CreditSource[]>> {
  const receipts = await tx.find(paymentReceipt, { PlotID: inArray(PlotIDs), VoidedAt: null });
  const adjustments = await tx.find(adjustment, { SettledPlotID: inArray(PlotIDs), VoidedAt: null });
  for (const row of receipts) assertValidRow(paymentReceipt, row);
  for (const row of adjustments) assertValidRow(adjustment, row);
  const receiptsByPlot = groupBy(receipts, ({ PlotID }) => PlotID);
  const adjustmentsByPlot = groupBy(adjustments, ({ SettledPlotID }) => SettledPlotID);
  return new Map(
    PlotIDs.map((PlotID) => [
      PlotID,
      toCreditSources(receiptsByPlot.get(PlotID) ?? [], adjustmentsByPlot.get(PlotID) ?? []).sort(compareByPaymentDate),
    ]),
  );
}

/** The sources that pay the items of a house: its receipts, and the adjustments that give it credit. */
function toCreditSources(receipts: readonly Receipt[], adjustments: readonly Adjustment[]) {
  const penalty = { PenaltyAmount: zero, PenaltyApplied: 0 as const };
  return [
    ...receipts.map((receipt) =>
      toCreditSource(receipt, { id: receipt.PaymentReceiptID, day: settledFrom(receipt), stored: { receipt } }),
    ),
    ...adjustments
      .filter((row) => creditGiven(row) > 0)
      .map((row) =>
        toCreditSource(
          { ...row, ...penalty },
          { id: chargeItemId(row.AdjustmentID), day: creditDayOf(row), stored: { adjustment: row } },
        ),
      ),
  ];
}

function toCreditSource(
  row: Pick<Receipt, "Allocations" | "Credit" | "PenaltyAmount" | "PenaltyApplied">,
  { id, day, stored }: { id: number; day: Day; stored: CreditSourceRow },
): CreditSource {
  const { Credit, PenaltyAmount, PenaltyApplied } = row;
  return {
    PaymentReceiptID: id,
    PaymentDate: day,
    Allocations: row.Allocations.map((allocation) => ({
      PaymentScheduleID: itemIdOf(allocation),
      Amount: allocation.Amount,
    })),
    Credit,
    PenaltyAmount,
    PenaltyApplied,
    stored,
  };
}

function updateCreditSource(
  tx: Transaction,
  stored: CreditSourceRow,
  { Allocations, ...settlement }: ReceiptSettlement,
): CreditSourceRow {
  const named = Allocations.map(({ PaymentScheduleID, Amount }) => ({ ...itemReference(PaymentScheduleID), Amount }));
  return "receipt" in stored
    ? { receipt: tx.update(paymentReceipt, stored.receipt, { ...settlement, Allocations: named }) }
    : { adjustment: tx.update(adjustment, stored.adjustment, { Credit: settlement.Credit, Allocations: named }) };
}

function updateItem(
  tx: Transaction,
  stored: ItemRow,
  state: PaymentState & Partial<Pick<Installment, "PenaltyApplied">>,
): void {
  if ("installment" in stored) tx.update(paymentSchedule, stored.installment, state);
  else {
    const { AmountReceived, IsPaid, PaidDate } = state;
    tx.update(adjustment, stored.charge, { AmountReceived, IsPaid, PaidDate });
  }
}

/** The names of the receipts that paid this installment: `R-12, R-15`. */
export async function readReceiptNames(tx: Transaction, { PlotID, PaymentScheduleID }: Installment): Promise<string> {
  const receipts = await tx.find(paymentReceipt, { PlotID, VoidedAt: null });
  const payingReceipts = receipts.filter(
    (row) =>
      isValidRow(paymentReceipt, row) &&
      row.Allocations.some((allocation) => allocation.PaymentScheduleID === PaymentScheduleID),
  );
  return payingReceipts.map(receiptName).join(", ");
}
