import { type Day, formatDay } from "../../shared/dates.ts";
import {
  accountOfCash,
  type CashCorrection,
  drawerAccountOf,
  listCashCorrections,
  mayCorrectCash,
  recordKey,
} from "../../shared/domain/drawers.ts";
import { createMessage } from "../../shared/messages.ts";
import { sumPaisa } from "../../shared/money.ts";
import { isRowOf } from "../../shared/registry.ts";
import { type DayClose, dayClose } from "../../shared/resources/day-close.ts";
import { type Drawer, drawer } from "../../shared/resources/drawer.ts";
import { drawerMovement } from "../../shared/resources/drawer-movement.ts";
import { expenses } from "../../shared/resources/expenses.ts";
import { importBatch } from "../../shared/resources/import-batch.ts";
import type { Receipt } from "../../shared/resources/payment-receipt.ts";
import { type MethodAccounts, society } from "../../shared/resources/society.ts";
import type { StagedChange } from "../commits/flush.ts";
import type { Transaction } from "../commits/transaction.ts";
import { where } from "../database/store.ts";
import { conflict, type HttpError } from "../errors.ts";
import { readMethodAccounts } from "./accounts.ts";
import { drawerName, findDrawersOfRecords, findOpenDrawer } from "./drawers.ts";

/**
 * Throws 409 if the transaction changes cash that was counted: a payment in a closed drawer, or one without a drawer
 * that was recorded before its day was closed. Called at the end of every transaction. The undo of an import is
 * allowed, because imported payments are not counted.
 */
export async function assertCountedCashUnchanged(tx: Transaction): Promise<void> {
  const changes = tx.staged.filter(({ resource, before }) => before !== null && mayCorrectCash(resource));
  // UserID 0: jobs, seeds and restores.
  if (tx.by.UserID === 0 || changes.length === 0 || tx.staged.some(isUndoOfImport)) return;
  const accounts = await readMethodAccounts(tx);
  for (const change of changes)
    for (const correction of listCashCorrections(change, accounts)) {
      const since = await readRecordedAt(tx, change);
      if (await wasDrawerAccount(tx, { AccountID: correction.AccountID, since, accounts }))
        await assertNotCounted(tx, correction, since);
    }
}

/**
 * Whether the void of a receipt takes its cash out of the account today. Otherwise, the void removes the receipt from
 * the cash book. True for cash of a closed drawer or day, for imported cash, for cash of which its drawer has only a
 * part, and for cash without a drawer that an open drawer pays back.
 */
export async function paysBackCash(tx: Transaction, receipt: Receipt): Promise<boolean> {
  const accounts = await readMethodAccounts(tx);
  const AccountID = accountOfCash(receipt, accounts);
  if (AccountID === undefined || !(await wasDrawerAccount(tx, { AccountID, since: receipt.CreatedAt, accounts })))
    return false;
  if (receipt.ImportKey !== "") return true;
  const record = { Kind: "receipt", RecordID: receipt.PaymentReceiptID } as const;
  const drawerOfRecord = (await findDrawersOfRecords(tx, [record])).get(recordKey(record));
  if (drawerOfRecord) return drawerOfRecord.IsClosed === 1 || !(await hasWholeCashOf(tx, drawerOfRecord, receipt));
  if (AccountID === drawerAccountOf(accounts) && (await findOpenDrawer(tx, tx.by.UserID))) return true;
  return (await findClose(tx, { day: receipt.PaymentDate, recordedAt: receipt.CreatedAt })) !== undefined;
}

/**
 * Whether the drawer has the whole cash of the receipt. If it only has a correction of the receipt, it has the
 * difference.
 */
async function hasWholeCashOf(tx: Transaction, { DrawerID }: Drawer, receipt: Receipt): Promise<boolean> {
  const filter = { DrawerID, Kind: "receipt", RecordID: receipt.PaymentReceiptID, Method: "Cash" };
  const movements = await tx.find(drawerMovement, filter);
  return sumPaisa(movements.map(({ Amount }) => Amount)) === sumPaisa([receipt.AmountPaid]);
}

/**
 * Locks the society's record, so that concurrent callers conflict: the later transaction is retried and finds the
 * changes of the earlier one.
 */
export async function lockDayCloses(tx: Transaction): Promise<void> {
  const record = await tx.findFirst(society, {});
  if (record) await tx.lockRows(society, [record.SocietyID], "Date");
}

/** When the payment was recorded, as an ISO instant. An expense can be paid later than it was created. */
async function readRecordedAt(tx: Transaction, { resource, id, before }: StagedChange): Promise<string> {
  const payment =
    resource.name === expenses.name && (await tx.readLastChangeTo(expenses, { id, field: "IsPaid", value: 1 }));
  return payment ? payment.at.toISOString() : String(before?.CreatedAt);
}

/**
 * Whether cash payments went to this account at any time from `since` on, so that its cash was in drawers and may have
 * been counted.
 */
async function wasDrawerAccount(
  tx: Transaction,
  { AccountID, since, accounts }: { AccountID: number; since: string; accounts: MethodAccounts },
): Promise<boolean> {
  if (AccountID === drawerAccountOf(accounts)) return true;
  const record = await tx.findFirst(society, {});
  if (!record) return false;
  const earlier = await tx.readRowsBeforeChanges(society, { id: record.SocietyID, since: new Date(since) });
  return earlier.some((row) => isRowOf(society, row) && AccountID === drawerAccountOf(row.MethodAccounts));
}

async function assertNotCounted(tx: Transaction, correction: CashCorrection, recordedAt: string): Promise<void> {
  const { payment, days } = correction;
  const drawerOfRecord = payment && (await findDrawersOfRecords(tx, [payment])).get(recordKey(payment));
  if (drawerOfRecord?.IsClosed === 1) throw createCountedError(correction, drawerName(drawerOfRecord));
  // The drawer or the day could be closed at the same time.
  if (drawerOfRecord) return tx.lockRows(drawer, [drawerOfRecord.DrawerID], "DrawerID");
  const [day = tx.today] = days.toSorted();
  const close = await findClose(tx, { day, recordedAt });
  if (close) throw createCountedError(correction, formatDay(close.Date));
  await lockDayCloses(tx);
}

/** A close of this or a later day that was made after the payment was recorded. */
function findClose(
  tx: Transaction,
  { day, recordedAt }: { day: Day; recordedAt: string },
): Promise<DayClose | undefined> {
  return tx.findFirst(dayClose, { Date: where({ $gte: day }), ClosedAt: where({ $gte: recordedAt }) });
}

/**
 * The 409 error that says what to do instead. A receipt can be voided, because the void pays its cash back today. Other
 * cash can only be corrected with a new entry.
 */
function createCountedError({ payment }: CashCorrection, record: string): HttpError {
  return conflict(createMessage(payment?.Kind === "receipt" ? "receipt-counted" : "cash-counted", { record }));
}

function isUndoOfImport({ resource, after }: StagedChange): boolean {
  return resource.name === importBatch.name && typeof after?.UndoneAt === "string";
}
