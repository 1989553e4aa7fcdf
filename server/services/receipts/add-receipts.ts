import type { z } from "zod";
import { unallocatedSettlement } from "../../../shared/domain/house-settlement.ts";
import { zero } from "../../../shared/money.ts";
import { paymentReceipt, type Receipt } from "../../../shared/resources/payment-receipt.ts";
import { type Plot, plot } from "../../../shared/resources/plot.ts";
import type { Transaction } from "../../commits/transaction.ts";
import { limitConcurrency } from "../../jobs/limit-concurrency.ts";
import { accountForPayment, readMethodAccounts } from "../accounts.ts";
import { approvalRequired, createBackdateCheck, versionOf } from "../approval-limits.ts";
import { addCheques, chequeStateOfNewReceipt } from "../cheques.ts";
import { lockHouses } from "../houses.ts";
import { readOwnerNames } from "../ownership.ts";
import { settleHouses } from "../settlement.ts";

/** A receipt to create. */
export interface NewReceipt {
  input: z.output<typeof paymentReceipt.input>;
  /** The receipt stores the HouseNo of the house, which the input may spell differently. */
  house: Pick<Plot, "PlotID" | "HouseNo" | "OwnerName" | "OwnedFrom" | "Version">;
  ImportKey?: string;
}

/** Number of houses that are settled before other requests get a turn. */
const housesPerBatch = 50;

/**
 * Runs transactions that create receipts one at a time, because concurrent ones would conflict over the next number.
 */
export const queueReceiptTransaction = limitConcurrency(1);

/**
 * Creates receipts with consecutive numbers in this order, and their cheques, then settles their houses. Calls
 * `onProgress` with the number of settled houses. Returns the receipts as they were before the houses were settled.
 * Throws ApprovalRequired for a payment date too far in the past.
 */
export async function addReceipts(
  tx: Transaction,
  newReceipts: readonly NewReceipt[],
  onProgress: (settledHouses: number) => void = () => {},
): Promise<Receipt[]> {
  if (newReceipts.length === 0) return [];
  const PlotIDs = [...new Set(newReceipts.map(({ house }) => house.PlotID))];
  await lockHouses(tx, PlotIDs);
  const ownerOn = await readOwnerNames(
    tx,
    newReceipts.map(({ input, house }) => ({ house, day: input.PaymentDate })),
  );
  const methodAccounts = await readMethodAccounts(tx);
  const firstNumber = await tx.allocateNumbers("ReceiptNo", newReceipts.length);
  const receipts = await tx.insertMany(
    paymentReceipt,
    newReceipts.map(({ input, house, ImportKey = "" }, index) => ({
      ...input,
      AccountID: accountForPayment({ ...input, Method: input.PaymentMethod }, methodAccounts),
      PlotID: house.PlotID,
      HouseNo: house.HouseNo,
      PayerName: ownerOn(house, input.PaymentDate),
      ...unallocatedSettlement(input.AmountPaid),
      RefundedAmount: zero,
      ReceiptNo: firstNumber + index,
      IsEmailSent: 0 as const,
      MailedAs: "",
      MailError: "",
      VoidedAt: null,
      VoidReason: "",
      PaidBackOn: null,
      ChequeState: chequeStateOfNewReceipt(input),
      Reversals: [],
      ImportKey,
      CreatedAt: tx.now.toISOString(),
    })),
  );
  await addCheques(tx, receipts);
  for (let start = 0; start < PlotIDs.length; start += housesPerBatch) {
    await settleHouses(tx, PlotIDs.slice(start, start + housesPerBatch));
    onProgress(Math.min(start + housesPerBatch, PlotIDs.length));
  }
  // Last, so that a request for approval is made only for receipts that can be recorded.
  await assertReceiptsNotBackdated(tx, newReceipts);
  return receipts;
}

/**
 * Throws ApprovalRequired if the payment date of a receipt is too many days in the past. Never throws for an import,
 * which has already refused such rows.
 */
async function assertReceiptsNotBackdated(tx: Transaction, newReceipts: readonly NewReceipt[]): Promise<void> {
  const exceedsBackdateLimit = await createBackdateCheck(
    tx,
    newReceipts.map(({ input }) => input.PaymentDate),
  );
  const backdated = newReceipts.find(({ input }) => exceedsBackdateLimit(input.PaymentDate));
  if (!backdated) return;
  const { input, house } = backdated;
  throw approvalRequired({
    Kind: "backdate",
    PlotID: house.PlotID,
    Amount: input.AmountPaid,
    Date: input.PaymentDate,
    Subject: "",
    Reason: input.Remarks,
    versions: [versionOf(plot, house)],
  });
}
