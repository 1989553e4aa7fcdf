import type { z } from "zod";
import { type Day, formatDay } from "../../../shared/dates.ts";
import { addsToPaymentDate, amountLost } from "../../../shared/domain/approval-limits.ts";
import { unallocatedSettlement } from "../../../shared/domain/house-settlement.ts";
import { formatPaisa, paisa } from "../../../shared/money.ts";
import {
  paymentReceipt,
  type Receipt,
  receiptName,
  receiptOptions,
} from "../../../shared/resources/payment-receipt.ts";
import type { Plot } from "../../../shared/resources/plot.ts";
import type { Transaction } from "../../commits/transaction.ts";
import { parseBody } from "../../http/request.ts";
import { chooseAccount } from "../../services/accounts.ts";
import { approvalRequired, assertWithinLimit, createBackdateCheck, versionOf } from "../../services/approval-limits.ts";
import { changeChequeOfReceipt } from "../../services/cheques.ts";
import { assertCreditUnused } from "../../services/house-credit.ts";
import { findHouse, lockHouses } from "../../services/houses.ts";
import { readOwnerNames } from "../../services/ownership.ts";
import { assertPaymentDate } from "../../services/receipts/payment-dates.ts";
import {
  assertNoDuplicate,
  assertPaymentDetails,
  changesDuplicateCheckFields,
} from "../../services/receipts/payment-details.ts";
import { reverseAllocations, settleHouses } from "../../services/settlement.ts";
import { assertValidRow } from "../../services/valid-rows.ts";
import { mailStateAfterChange } from "./mail-queue.ts";
import { assertNotVoided } from "./void-receipt.ts";

type ReceiptInput = z.output<typeof paymentReceipt.input>;

/**
 * Changes a receipt. If its house, amount or date changes, its allocations are reversed and the houses of before and
 * after are settled again; above an approval limit of the society, throws ApprovalRequired.
 */
export async function changeReceipt(
  tx: Transaction,
  { row, input, body }: { row: Receipt; input: ReceiptInput; body: unknown },
): Promise<Receipt> {
  assertValidRow(paymentReceipt, row);
  assertNotVoided(row);
  if (input.PaymentDate !== row.PaymentDate) await assertPaymentDate(tx, input);
  await assertPaymentDetails(tx, input);
  const { AllowDuplicate } = parseBody(receiptOptions, body);
  if (!AllowDuplicate && changesDuplicateCheckFields(row, input)) await assertNoDuplicate(tx, input, row);
  const house = await findHouse(tx, input.HouseNo);
  const { PlotID, HouseNo } = house;
  const AccountID = await chooseAccount(
    tx,
    { AccountID: input.AccountID, Method: input.PaymentMethod },
    { AccountID: row.AccountID, Method: row.PaymentMethod },
  );
  const PayerName = await readPayerName(tx, row, { house, PaymentDate: input.PaymentDate });
  const ChequeState = await changeChequeOfReceipt(tx, row, { ...input, PlotID, PayerName });
  const values = { ...input, PlotID, HouseNo, PayerName, AccountID, ChequeState };
  if (!changesSettlement(row, values)) {
    await assertChangeWithinLimits(tx, row, { ...values, AmountPaid: row.AmountPaid });
    return tx.update(paymentReceipt, row, values);
  }
  const PlotIDs = [...new Set([row.PlotID, PlotID])];
  await lockHouses(tx, PlotIDs);
  await assertCreditUnused(tx, row);
  await reverseAllocations(tx, row);
  tx.update(paymentReceipt, row, {
    ...values,
    ...unallocatedSettlement(input.AmountPaid),
    ...mailStateAfterChange(row, values),
  });
  await settleHouses(tx, PlotIDs);
  await assertChangeWithinLimits(tx, row, { ...values, AmountPaid: input.AmountPaid });
  return tx.get(paymentReceipt, row.PaymentReceiptID);
}

/**
 * Throws ApprovalRequired for a change that has the effect of another operation with approval: it takes an amount from
 * the house like a void, or makes it a cheque, which can bounce, or adds money on a past day like a back-dated receipt.
 */
async function assertChangeWithinLimits(tx: Transaction, before: Receipt, after: ReceiptValues): Promise<void> {
  const isSameHouse = before.PlotID === after.PlotID;
  const taken = amountLost({ before, after, isSameHouse });
  const subject = {
    Kind: "change" as const,
    PlotID: before.PlotID,
    Amount: paisa(taken),
    Date: after.PaymentDate,
    Subject: receiptName(before),
    Details: `${describeReceipt(before)} → ${describeReceipt(after)}`,
    Reason: after.Remarks,
    versions: [versionOf(paymentReceipt, before)],
  };
  if (taken > 0) await assertWithinLimit(tx, "Void", subject);
  if (!addsToPaymentDate({ before, after, isSameHouse })) return;
  const exceedsBackdateLimit = await createBackdateCheck(tx, [after.PaymentDate]);
  if (exceedsBackdateLimit(after.PaymentDate)) throw approvalRequired(subject);
}

type ReceiptValues = Pick<Receipt, "PlotID" | "HouseNo" | "AmountPaid" | "PaymentDate" | "PaymentMethod" | "Remarks">;

function describeReceipt({ HouseNo, AmountPaid, PaymentDate, PaymentMethod }: ReceiptValues): string {
  return [HouseNo, formatPaisa(AmountPaid), formatDay(PaymentDate), PaymentMethod].join(" · ");
}

/** The house's owner on the payment date. If house and date do not change, the receipt keeps its payer name. */
async function readPayerName(
  tx: Transaction,
  before: Receipt,
  { house, PaymentDate }: { house: Plot; PaymentDate: Day },
): Promise<string> {
  if (before.PlotID === house.PlotID && before.PaymentDate === PaymentDate) return before.PayerName;
  const ownerOn = await readOwnerNames(tx, [{ house, day: PaymentDate }]);
  return ownerOn(house, PaymentDate);
}

function changesSettlement(before: Receipt, after: Pick<Receipt, "PlotID" | "AmountPaid" | "PaymentDate">): boolean {
  return (
    before.PlotID !== after.PlotID || before.AmountPaid !== after.AmountPaid || before.PaymentDate !== after.PaymentDate
  );
}
