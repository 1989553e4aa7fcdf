import type { z } from "zod";
import { createMessage } from "../../../shared/messages.ts";
import { canSeeRow } from "../../../shared/permissions.ts";
import type { RowOf } from "../../../shared/registry.ts";
import { paymentReceipt, receiptOptions } from "../../../shared/resources/payment-receipt.ts";
import { plot } from "../../../shared/resources/plot.ts";
import type { Transaction } from "../../commits/transaction.ts";
import { invalidField } from "../../errors.ts";
import { parseBody } from "../../http/request.ts";
import { assertActiveAccount } from "../accounts.ts";
import { addReceipts, type PayingHouse } from "./add-receipts.ts";
import { assertPaymentDate } from "./payment-dates.ts";
import { assertNoDuplicate, assertPaymentDetails } from "./payment-details.ts";

/** The values in the body of a new receipt. Throws 400 if the body is not valid. */
export function parseReceipt(body: unknown) {
  return { input: parseBody(paymentReceipt.input, body), ...parseBody(receiptOptions, body) };
}

/** Records one receipt under the rules for receipts entered by hand. Call it within `runSerially`. */
export async function createReceipt(
  tx: Transaction,
  { input, AllowDuplicate }: { input: z.output<typeof paymentReceipt.input>; AllowDuplicate: boolean },
): Promise<RowOf<typeof paymentReceipt>> {
  await assertPaymentDate(tx, input);
  await assertPaymentDetails(tx, input);
  await assertActiveAccount(tx, input.AccountID);
  if (!AllowDuplicate) await assertNoDuplicate(tx, input);
  const [receipt] = await addReceipts(tx, [{ input, house: await findHouse(tx, input.HouseNo) }]);
  if (!receipt) throw new Error("No receipt was created");
  return tx.get(paymentReceipt, receipt.PaymentReceiptID);
}

/** The house with this number, ignoring case. Throws 400 if the viewer can see no such house. */
export async function findHouse(tx: Transaction, HouseNo: string): Promise<PayingHouse> {
  const [house] = await tx.find(plot, { HouseNo }, { limit: 1, ignoreCase: true });
  if (house && canSeeRow(tx.viewer, plot, house)) return house;
  throw invalidField("HouseNo", createMessage("unknown-reference", { label: "House" }));
}
