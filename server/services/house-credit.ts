import { createMessage } from "../../shared/messages.ts";
import {
  addPaisa,
  addToSum,
  formatPaisa,
  type Paisa,
  type PaisaSum,
  paisa,
  subtractPaisa,
  sumPaisa,
  zero,
} from "../../shared/money.ts";
import { type Adjustment, adjustment, adjustmentName } from "../../shared/resources/adjustment.ts";
import { paymentReceipt, type Receipt } from "../../shared/resources/payment-receipt.ts";
import type { Transaction } from "../commits/transaction.ts";
import { inArray, type Store, where } from "../database/store.ts";
import { conflict, invalidField } from "../errors.ts";
import { isCountedAdjustment } from "./running-totals.ts";
import { readCreditSources } from "./settlement.ts";
import { isValidRow } from "./valid-rows.ts";

/*
 * Refunds and transfers use the credit of a house, which is the credit of its receipts and adjustments. Their `Funding`
 * names the receipts and adjustments whose credit they have used.
 */

/** The credit in paisa by PlotID, of all houses or of these, without houses that have none. Skips invalid rows. */
export async function readCreditByPlot(
  store: Store,
  PlotIDs?: readonly number[],
): Promise<ReadonlyMap<number, PaisaSum>> {
  const creditFilter = { VoidedAt: null, Credit: where({ $gt: 0 }) };
  const ofPlots = (field: string) => (PlotIDs ? { [field]: inArray(PlotIDs) } : {});
  const receipts = await store.find(paymentReceipt, { ...ofPlots("PlotID"), ...creditFilter });
  const adjustments = await store.find(adjustment, { ...ofPlots("SettledPlotID"), ...creditFilter });
  const credits = new Map<number, PaisaSum>();
  const add = (PlotID: number, credit: Paisa) => credits.set(PlotID, addToSum(credits.get(PlotID) ?? zero, credit));
  for (const row of receipts) if (isValidRow(paymentReceipt, row)) add(row.PlotID, row.Credit);
  for (const row of adjustments) if (isCountedAdjustment(row)) add(row.SettledPlotID, row.Credit);
  return credits;
}

/**
 * Takes the amount from the house's credit, oldest first. Returns the amount taken from each receipt and adjustment.
 * Throws 400 if the credit is lower.
 */
export async function takeCredit(
  tx: Transaction,
  { PlotID, Amount }: Pick<Adjustment, "PlotID" | "Amount">,
): Promise<Adjustment["Funding"]> {
  const sources = (await readCreditSources(tx, [PlotID])).get(PlotID) ?? [];
  assertAtMost(Amount, sumPaisa(sources.map(({ Credit }) => Credit)));
  const funding: Adjustment["Funding"] = [];
  let remaining = Amount;
  for (const { stored } of sources) {
    const row = "receipt" in stored ? stored.receipt : stored.adjustment;
    const taken = paisa(Math.min(remaining, row.Credit));
    if (taken === zero) continue;
    remaining = subtractPaisa(remaining, taken);
    const change = { Credit: subtractPaisa(row.Credit, taken), RefundedAmount: addPaisa(row.RefundedAmount, taken) };
    if ("receipt" in stored) {
      tx.update(paymentReceipt, stored.receipt, change);
      funding.push({ PaymentReceiptID: stored.receipt.PaymentReceiptID, Amount: taken });
    } else {
      tx.update(adjustment, stored.adjustment, change);
      funding.push({ AdjustmentID: stored.adjustment.AdjustmentID, Amount: taken });
    }
  }
  return funding;
}

/** Adds the amounts that `takeCredit` took to the credit of their receipts and adjustments again. */
export async function returnCredit(tx: Transaction, funding: Adjustment["Funding"]): Promise<void> {
  for (const { PaymentReceiptID, AdjustmentID, Amount } of funding) {
    const change = (row: Receipt | Adjustment) => ({
      Credit: addPaisa(row.Credit, Amount),
      RefundedAmount: subtractPaisa(row.RefundedAmount, Amount),
    });
    if (PaymentReceiptID !== undefined) {
      const receipt = await tx.get(paymentReceipt, PaymentReceiptID);
      tx.update(paymentReceipt, receipt, change(receipt));
    }
    if (AdjustmentID !== undefined) {
      const source = await tx.get(adjustment, AdjustmentID);
      tx.update(adjustment, source, change(source));
    }
  }
}

/** Throws 409 when a refund or transfer has used credit of this receipt or adjustment. */
export async function assertCreditUnused(tx: Transaction, row: Receipt | Adjustment): Promise<void> {
  if (row.RefundedAmount === zero) return;
  const isSource = (funding: Adjustment["Funding"][number]) =>
    "AdjustmentID" in row
      ? funding.AdjustmentID === row.AdjustmentID
      : funding.PaymentReceiptID === row.PaymentReceiptID;
  const PlotID = "AdjustmentID" in row ? row.SettledPlotID : row.PlotID;
  const adjustments = await tx.find(adjustment, { PlotID, VoidedAt: null });
  const usedBy = adjustments.filter((other) => isValidRow(adjustment, other) && other.Funding.some(isSource));
  throw conflict(createMessage("credit-used", { by: usedBy.map(adjustmentName).join(", ") }), row);
}

/** Throws 400 for an amount above the maximum. The error contains the maximum. */
export function assertAtMost(amount: Paisa, maximum: PaisaSum): void {
  if (amount > maximum) throw invalidField("Amount", createMessage("too-much", { amount: formatPaisa(maximum) }));
}
