import type { z } from "zod";
import { paymentReceipt, type Receipt, receiptOptions } from "../../../shared/resources/payment-receipt.ts";
import type { Transaction } from "../../commits/transaction.ts";
import { parseBody } from "../../http/request.ts";
import { assertActiveAccount } from "../accounts.ts";
import { findHouse } from "../houses.ts";
import { addReceipts } from "./add-receipts.ts";
import { assertPaymentDate } from "./payment-dates.ts";
import { assertNoDuplicate, assertPaymentDetails } from "./payment-details.ts";

/** The input and the options in the body of a new receipt. Throws 400 if the body is not valid. */
export function parseReceipt(body: unknown) {
  return { input: parseBody(paymentReceipt.input, body), ...parseBody(receiptOptions, body) };
}

/**
 * Checks and records a receipt that was entered on screen. Throws 400 for invalid values, 409 if another receipt
 * records the same payment, and ApprovalRequired for a payment date too far in the past. Call it within
 * `queueReceiptTransaction`.
 */
export async function createReceipt(
  tx: Transaction,
  { input, AllowDuplicate }: { input: z.output<typeof paymentReceipt.input>; AllowDuplicate: boolean },
): Promise<Receipt> {
  await assertPaymentDate(tx, input);
  await assertPaymentDetails(tx, input);
  await assertActiveAccount(tx, input.AccountID);
  if (!AllowDuplicate) await assertNoDuplicate(tx, input);
  const [receipt] = await addReceipts(tx, [{ input, house: await findHouse(tx, input.HouseNo) }]);
  if (!receipt) throw new Error("No receipt was created");
  // Read again, because `addReceipts` returns it as it was before its amount was allocated.
  return tx.get(paymentReceipt, receipt.PaymentReceiptID);
}
