import { unallocatedSettlement } from "../../../shared/domain/house-settlement.ts";
import { createMessage } from "../../../shared/messages.ts";
import { zero } from "../../../shared/money.ts";
import {
  paymentReceipt,
  type Receipt,
  receiptName,
  voidReceiptBody,
} from "../../../shared/resources/payment-receipt.ts";
import type { Transaction } from "../../commits/transaction.ts";
import { conflict } from "../../errors.ts";
import { parseBody } from "../../http/request.ts";
import { assertWithinLimit, versionOf } from "../../services/approval-limits.ts";
import { chequeStateAfterVoid, returnVoidedCheques } from "../../services/cheques.ts";
import { paysBackCash } from "../../services/counted-cash.ts";
import { assertCreditUnused } from "../../services/house-credit.ts";
import { lockHouses } from "../../services/houses.ts";
import { reverseAllocations, settleHouses } from "../../services/settlement.ts";
import { assertValidRow } from "../../services/valid-rows.ts";

/**
 * Voids a receipt: it keeps its number, its allocations are reversed, and its house is settled again. Throws 409 if a
 * refund or transfer has used its credit, and ApprovalRequired above the limit for voids.
 */
export async function voidReceipt(tx: Transaction, row: Receipt, body: unknown): Promise<void> {
  const { Reason } = parseBody(voidReceiptBody, body ?? {});
  assertValidRow(paymentReceipt, row);
  await lockHouses(tx, [row.PlotID]);
  await assertCreditUnused(tx, row);
  await reverseAllocations(tx, row);
  // Stored before the charge of a bounce is voided, because that void reads the allocations of the receipt.
  const reversed = tx.update(paymentReceipt, row, unallocatedSettlement(zero));
  await returnVoidedCheques(tx, [row]);
  const PaidBackOn = (await paysBackCash(tx, row)) ? tx.today : null;
  const VoidedAt = tx.now.toISOString();
  const ChequeState = chequeStateAfterVoid(row);
  tx.update(paymentReceipt, reversed, { VoidedAt, VoidReason: Reason, PaidBackOn, ChequeState });
  await settleHouses(tx, [row.PlotID]);
  await assertWithinLimit(tx, "Void", {
    Kind: "void",
    PlotID: row.PlotID,
    Amount: row.AmountPaid,
    Date: row.PaymentDate,
    Subject: receiptName(row),
    Reason,
    versions: [versionOf(paymentReceipt, row)],
  });
}

export function assertNotVoided(row: Receipt): void {
  if (row.VoidedAt !== null) throw conflict(createMessage("receipt-voided"), row);
}
