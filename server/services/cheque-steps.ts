import type { z } from "zod";
import { type Day, formatDay } from "../../shared/dates.ts";
import { type ChequeState, canChequeBecome, isPostDated, isReversed } from "../../shared/domain/cheques.ts";
import { unallocatedSettlement } from "../../shared/domain/house-settlement.ts";
import type { bounceBody } from "../../shared/endpoints/cheque.ts";
import { createMessage } from "../../shared/messages.ts";
import { type Paisa, paisa, sumPaisa, zero } from "../../shared/money.ts";
import type { RowOf } from "../../shared/registry.ts";
import { type Cheque, cheque, chequeName } from "../../shared/resources/cheque.ts";
import { type ChequeEntry, chequeEntry } from "../../shared/resources/cheque-entry.ts";
import { depositSlip } from "../../shared/resources/deposit-slip.ts";
import { paymentReceipt, type Receipt, receiptName } from "../../shared/resources/payment-receipt.ts";
import { plot } from "../../shared/resources/plot.ts";
import { society } from "../../shared/resources/society.ts";
import { isDayLocked } from "../commits/month-mutex.ts";
import type { Transaction } from "../commits/transaction.ts";
import { inArray } from "../database/store.ts";
import { invalidField } from "../errors.ts";
import { assertActiveAccount } from "./accounts.ts";
import { addAdjustments, assertBookDate, noReferences } from "./adjustments.ts";
import { assertWithinLimit, versionOf } from "./approval-limits.ts";
import { createChequeStateError, voidChargeOfCheque } from "./cheques.ts";
import { reverseAllocations, settleHouses } from "./settlement.ts";
import { assertValidRow } from "./valid-rows.ts";

/**
 * Deposits cheques with one deposit slip; each must be in hand or have bounced. The receipts of bounced ones settle
 * again from that day. Throws 400 for a post-dated cheque, and 409 for a cheque in another state.
 */
export async function depositCheques(
  tx: Transaction,
  { AccountID, Date: date, ChequeIDs }: z.output<typeof depositSlip.input>,
): Promise<RowOf<typeof depositSlip>> {
  assertBookDate(date, tx.today);
  await assertActiveAccount(tx, AccountID);
  const ids = [...new Set(ChequeIDs)];
  const rows = await tx.find(cheque, { ChequeID: inArray(ids) });
  if (rows.length < ids.length)
    throw invalidField("ChequeIDs", createMessage("unknown-reference", { label: cheque.label }));
  const bounced = rows.filter(({ State }) => State === "bounced");
  const plotIds = [...new Set(bounced.map(({ PlotID }) => PlotID))];
  if (plotIds.length > 0) await tx.lockRows(plot, plotIds, "ChequeIDs");
  for (const row of rows) {
    assertCanBecome(tx, row, { State: "deposited", date });
    if (isPostDated(row, date)) {
      const values = { cheque: chequeName(row), day: formatDay(row.ChequeDate ?? date) };
      throw invalidField("ChequeIDs", createMessage("cheque-post-dated", values));
    }
  }
  const slip = await tx.insert(depositSlip, {
    AccountID,
    Date: date,
    ChequeIDs: ids,
    // At most 500 amounts, whose sum in paisa is a safe integer.
    Amount: paisa(Number(sumPaisa(rows.map(({ Amount }) => Amount)))),
    CreatedAt: tx.now.toISOString(),
  });
  const { DepositSlipID } = slip;
  for (const row of rows) {
    const receipt = await readReceipt(tx, row);
    const Reversals = receipt.Reversals.map((reversal) => ({ ...reversal, To: reversal.To ?? date }));
    tx.update(paymentReceipt, receipt, {
      ChequeState: "deposited",
      ...(isReversed(receipt) ? { ...unallocatedSettlement(receipt.AmountPaid), Reversals } : {}),
    });
    await voidChargeOfCheque(tx, row, "Cheque deposited again");
    await changeState(tx, row, {
      ...{ State: "deposited", Date: date, AccountID, DepositSlipID },
      ...{ BounceReason: "", ChargeID: null },
    });
  }
  if (plotIds.length > 0) await settleHouses(tx, plotIds);
  return slip;
}

/** Marks a deposited cheque as paid by the bank. */
export async function clearCheque(tx: Transaction, row: Cheque, date: Day): Promise<void> {
  assertCanBecome(tx, row, { State: "cleared", date });
  tx.update(paymentReceipt, await readReceipt(tx, row), { ChequeState: "cleared" });
  await changeState(tx, row, { State: "cleared", Date: date });
}

/**
 * Marks a deposited cheque as bounced, reverses its receipt (see `reverseReceipt`) and charges the fee, by default the
 * society's BounceFee. Returns the cheque entry.
 */
export async function bounceCheque(
  tx: Transaction,
  row: Cheque,
  { Date: date, Reason, Fee: requestedFee }: z.output<typeof bounceBody>,
): Promise<ChequeEntry> {
  assertCanBecome(tx, row, { State: "bounced", date });
  await tx.lockRows(plot, [row.PlotID], "PlotID");
  const slip = await tx.get(depositSlip, row.DepositSlipID ?? 0);
  const reason = `Cheque ${chequeName(row)} bounced: ${Reason}`;
  const ChargeID = await reverseReceipt(tx, row, { State: "bounced", date, reason });
  const Fee = requestedFee ?? (await tx.findFirst(society, {}))?.BounceFee ?? zero;
  if (Fee > 0)
    await addCharge(tx, row, { Amount: Fee, Date: date, Reason: `Fee for bounced cheque ${chequeName(row)}` });
  const { AccountID } = slip;
  const BounceReason = Reason;
  return changeState(tx, row, { State: "bounced", Date: date, AccountID, Reason, Fee, BounceReason, ChargeID });
}

/**
 * Marks a cheque that is in hand or has bounced as returned to the payer. For a cheque in hand, also reverses its
 * receipt (see `reverseReceipt`), which needs approval above the limit for voids.
 */
export async function returnCheque(tx: Transaction, row: Cheque, date: Day): Promise<void> {
  assertCanBecome(tx, row, { State: "returned", date });
  await tx.lockRows(plot, [row.PlotID], "PlotID");
  const reason = `Cheque ${chequeName(row)} returned`;
  if (row.State === "bounced") {
    tx.update(paymentReceipt, await readReceipt(tx, row), { ChequeState: "returned" });
    await changeState(tx, row, { State: "returned", Date: date });
    return;
  }
  const ChargeID = await reverseReceipt(tx, row, { State: "returned", date, reason });
  await changeState(tx, row, { State: "returned", Date: date, ChargeID });
  await assertWithinLimit(tx, "Void", {
    Kind: "void",
    PlotID: row.PlotID,
    Amount: row.Amount,
    Date: row.PaymentDate,
    Subject: receiptName(row),
    Reason: reason,
    versions: [versionOf(cheque, row)],
  });
}

interface ReversalCause {
  State: ChequeState;
  date: Day;
  reason: string;
}

/**
 * Reverses the receipt of a cheque that was not paid: what it settled is due again from that day. If its month is
 * locked, or a refund or transfer has used its credit, charges the amount to the house today instead. Returns the
 * AdjustmentID of that charge, otherwise null.
 */
async function reverseReceipt(
  tx: Transaction,
  row: Cheque,
  { State, date, reason }: ReversalCause,
): Promise<number | null> {
  const receipt = await readReceipt(tx, row);
  const isCharged = (await isDayLocked(tx, receipt.PaymentDate)) || receipt.RefundedAmount > zero;
  if (isCharged) {
    tx.update(paymentReceipt, receipt, { ChequeState: State });
    return addCharge(tx, row, { Amount: row.Amount, Date: tx.today, Reason: reason });
  }
  await reverseAllocations(tx, receipt);
  tx.update(paymentReceipt, receipt, {
    ...unallocatedSettlement(zero),
    ChequeState: State,
    Reversals: [...receipt.Reversals, { From: date, To: null }],
  });
  await settleHouses(tx, [row.PlotID]);
  return null;
}

async function addCharge(
  tx: Transaction,
  { PlotID }: Cheque,
  values: { Amount: Paisa; Date: Day; Reason: string },
): Promise<number> {
  const [charge] = await addAdjustments(tx, [{ ...noReferences, Kind: "charge", PlotID, DueDate: null, ...values }]);
  if (!charge) throw new Error("No charge was added");
  return charge.AdjustmentID;
}

/** Stores the new state of the cheque, and adds and returns its entry. */
function changeState(
  tx: Transaction,
  row: Cheque,
  {
    BounceReason = row.BounceReason,
    ChargeID = row.ChargeID,
    DepositSlipID = row.DepositSlipID,
    ...entry
  }: Pick<ChequeEntry, "State" | "Date"> &
    Partial<Pick<ChequeEntry, "AccountID" | "DepositSlipID" | "Reason" | "Fee">> &
    Partial<Pick<Cheque, "BounceReason" | "ChargeID">>,
): Promise<ChequeEntry> {
  tx.update(cheque, row, { State: entry.State, StateDate: entry.Date, DepositSlipID, BounceReason, ChargeID });
  return tx.insert(chequeEntry, {
    AccountID: null,
    Reason: "",
    Fee: null,
    ...entry,
    ChequeID: row.ChequeID,
    Amount: row.Amount,
    DepositSlipID,
    CreatedAt: tx.now.toISOString(),
  });
}

/** The receipt of the cheque. Throws 409 if it has an invalid value. */
async function readReceipt(tx: Transaction, { PaymentReceiptID }: Cheque): Promise<Receipt> {
  const receipt = await tx.get(paymentReceipt, PaymentReceiptID);
  assertValidRow(paymentReceipt, receipt);
  return receipt;
}

/** Throws 409 if the cheque cannot enter the state, and 400 for a day in the future or before its last step. */
function assertCanBecome(tx: Transaction, row: Cheque, { State, date }: { State: ChequeState; date: Day }): void {
  assertValidRow(cheque, row);
  // The error of a deposit contains no record, because its request names several cheques.
  if (!canChequeBecome(row.State, State)) throw createChequeStateError(row, State === "deposited" ? undefined : row);
  assertBookDate(date, tx.today);
  if (date < row.StateDate)
    throw invalidField("Date", createMessage("date-too-early", { day: formatDay(row.StateDate) }));
}
