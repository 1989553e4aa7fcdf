import { type Day, societyDayAt } from "../../shared/dates.ts";
import { isBouncedOrReturned } from "../../shared/domain/cheques.ts";
import { createMessage } from "../../shared/messages.ts";
import { adjustment } from "../../shared/resources/adjustment.ts";
import { type Cheque, cheque } from "../../shared/resources/cheque.ts";
import { chequeEntry } from "../../shared/resources/cheque-entry.ts";
import { type Receipt, receiptName } from "../../shared/resources/payment-receipt.ts";
import type { Transaction } from "../commits/transaction.ts";
import { inArray } from "../database/store.ts";
import { conflict, type HttpError } from "../errors.ts";
import { voidCharges } from "./adjustments.ts";

/* Keeps the cheques in step with their receipts. `cheque-steps.ts` deposits, clears, bounces and returns them. */

/** The fields of a receipt that its cheque copies. */
type CopiedFields = Pick<
  Receipt,
  "PlotID" | "ChequeNo" | "BankName" | "ChequeDate" | "AmountPaid" | "PayerName" | "PaymentDate"
>;

/** The ChequeState of a new receipt: "" if it is not paid by cheque. */
export function chequeStateOfNewReceipt({ PaymentMethod }: Pick<Receipt, "PaymentMethod">): Receipt["ChequeState"] {
  return PaymentMethod === "Cheque" ? "in-hand" : "";
}

/**
 * Adds a cheque for each receipt that was paid by cheque. A receipt without a ChequeState is older than deposit slips:
 * its cheque is cleared, or returned if the receipt is voided.
 */
export async function addCheques(tx: Transaction, receipts: readonly Receipt[]): Promise<void> {
  await tx.insertMany(
    cheque,
    receipts
      .filter(({ PaymentMethod }) => PaymentMethod === "Cheque")
      .map((receipt) => ({
        ...copyFields(receipt),
        PaymentReceiptID: receipt.PaymentReceiptID,
        ReceiptNo: receipt.ReceiptNo,
        State: receipt.VoidedAt === null ? receipt.ChequeState || "cleared" : "returned",
        StateDate: receipt.VoidedAt === null ? receipt.PaymentDate : societyDayAt(new Date(receipt.VoidedAt)),
        DepositSlipID: null,
        BounceReason: "",
        ChargeID: null,
      })),
  );
}

/**
 * Applies the change of a receipt to its cheque, and adds or removes the cheque when the method changes. Returns the
 * receipt's new ChequeState. Throws 409 for a change of the amount or method after the deposit, for a payment date
 * after the first deposit, and for a change of the amount, method, house or payment date after the cheque bounced or
 * was returned.
 */
export async function changeChequeOfReceipt(
  tx: Transaction,
  before: Receipt,
  input: CopiedFields & Pick<Receipt, "PaymentMethod">,
): Promise<Receipt["ChequeState"]> {
  const after = { ...before, ...input };
  const isByCheque = after.PaymentMethod === "Cheque";
  const row = await tx.findFirst(cheque, { PaymentReceiptID: before.PaymentReceiptID });
  if (!row) {
    const ChequeState = chequeStateOfNewReceipt(after);
    if (isByCheque) await addCheques(tx, [{ ...after, ChequeState }]);
    return ChequeState;
  }
  const changesAmountOrMethod = !isByCheque || after.AmountPaid !== before.AmountPaid;
  const changesHouseOrDate = after.PlotID !== before.PlotID || after.PaymentDate !== before.PaymentDate;
  if (isBouncedOrReturned(before) && (changesAmountOrMethod || changesHouseOrDate))
    throw createChequeStateError(row, before);
  if (row.DepositSlipID !== null && (changesAmountOrMethod || after.PaymentDate > (await firstDepositOf(tx, row))))
    throw createChequeStateError(row, before);
  if (!isByCheque) {
    tx.remove(cheque, row);
    return "";
  }
  const isInHandSinceReceipt = row.DepositSlipID === null && !isBouncedOrReturned(before);
  tx.update(cheque, row, {
    ...copyFields(after),
    StateDate: isInHandSinceReceipt ? after.PaymentDate : row.StateDate,
  });
  return before.ChequeState;
}

function copyFields(receipt: CopiedFields) {
  const { PlotID, ChequeNo, BankName, ChequeDate, AmountPaid: Amount, PayerName, PaymentDate } = receipt;
  return { PlotID, ChequeNo, BankName, ChequeDate, Amount, PayerName, PaymentDate };
}

async function firstDepositOf(tx: Transaction, { ChequeID }: Cheque): Promise<Day> {
  const deposits = await tx.find(chequeEntry, { ChequeID, State: "deposited" });
  return deposits.map((entry) => entry.Date).sort()[0] ?? tx.today;
}

/**
 * Marks the cheques of voided receipts as returned, and removes their entries from the cash book. The caller stores the
 * `chequeStateAfterVoid` of the receipts and settles their houses.
 */
export async function returnVoidedCheques(tx: Transaction, receipts: readonly Receipt[]): Promise<void> {
  const byCheque = receipts.filter(({ PaymentMethod }) => PaymentMethod === "Cheque");
  if (byCheque.length === 0) return;
  const receiptIds = inArray(byCheque.map(({ PaymentReceiptID }) => PaymentReceiptID));
  const rows = await tx.find(cheque, { PaymentReceiptID: receiptIds });
  const chequeIds = inArray(rows.map(({ ChequeID }) => ChequeID));
  for (const entry of await tx.find(chequeEntry, { ChequeID: chequeIds })) tx.remove(chequeEntry, entry);
  for (const row of rows) {
    await voidChargeOfCheque(tx, row, "Receipt voided");
    const StateDate = row.State === "returned" ? row.StateDate : tx.today;
    tx.update(cheque, row, { State: "returned", StateDate, ChargeID: null });
  }
}

/** The ChequeState of a receipt after its void. */
export function chequeStateAfterVoid({ ChequeState }: Receipt): Receipt["ChequeState"] {
  return ChequeState === "" ? "" : "returned";
}

/** Voids the charge of a bounced or returned cheque, if it has one that is not voided. The caller settles the house. */
export async function voidChargeOfCheque(tx: Transaction, { ChargeID }: Cheque, reason: string): Promise<void> {
  const charge = ChargeID === null ? undefined : await tx.findFirst(adjustment, { AdjustmentID: ChargeID });
  if (charge?.VoidedAt === null) await voidCharges(tx, [charge], reason);
}

/**
 * The 409 error for a step that the state of the cheque does not allow. `current`: the record of the request, which the
 * error contains.
 */
export function createChequeStateError(row: Cheque, current: Cheque | Receipt | undefined): HttpError {
  return conflict(createMessage("wrong-state", { record: receiptName(row), state: row.State }), current);
}
