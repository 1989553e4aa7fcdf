import { expect } from "vitest";
import { cashBookRecord } from "../../shared/endpoints/cash-book.ts";
import { groupBy } from "../../shared/grouping.ts";
import type { RecordOf } from "../../shared/registry.ts";
import { cashAccountId } from "../../shared/resources/account.ts";
import { adjustment } from "../../shared/resources/adjustment.ts";
import { dayClose } from "../../shared/resources/day-close.ts";
import { drawer } from "../../shared/resources/drawer.ts";
import { drawerMovement } from "../../shared/resources/drawer-movement.ts";
import { expenses } from "../../shared/resources/expenses.ts";
import { otherIncome } from "../../shared/resources/other-income.ts";
import { paymentMethods, paymentReceipt } from "../../shared/resources/payment-receipt.ts";
import type { CashModel } from "./cash-model.ts";
import { inPaisa } from "./money-model.ts";
import type { Person } from "./person.ts";
import { assertOk } from "./reply.ts";

type Movement = RecordOf<typeof drawerMovement>;

/**
 * The closed drawers, the day closes, and the cash in the cash book at the last day close. None of them may change
 * later. The cash is taken from `before` if no day was closed since then.
 */
export async function readClosedRecords(reader: Person, before?: ClosedRecords) {
  const drawers = (await reader.list(drawer)).filter(({ IsClosed }) => IsClosed === 1);
  const sheets = await reader.list(dayClose);
  const cash = before?.sheets.length === sheets.length ? before.cash : await readClosedCash(reader, sheets);
  return { drawers, sheets, cash };
}

interface ClosedRecords {
  drawers: RecordOf<typeof drawer>[];
  sheets: RecordOf<typeof dayClose>[];
  cash: string[];
}

/**
 * Asserts that closed drawers, their day closes and the cash that these count are unchanged, except for the DayCloseID
 * that a day close sets in a drawer. Returns the closed records as they are now.
 */
export async function expectClosedRecordsUnchanged(reader: Person, before: ClosedRecords) {
  const now = await readClosedRecords(reader, before);
  const withoutDayClose = ({ DayCloseID: _, Version: __, ...row }: RecordOf<typeof drawer>) => row;
  const closedIds = new Set(before.drawers.map(({ DrawerID }) => DrawerID));
  expect(now.drawers.filter(({ DrawerID }) => closedIds.has(DrawerID)).map(withoutDayClose)).toEqual(
    before.drawers.map(withoutDayClose),
  );
  expect(now.sheets.slice(0, before.sheets.length)).toEqual(before.sheets);
  const cash = new Set(await readClosedCash(reader, before.sheets));
  expect(before.cash.filter((entry) => !cash.has(entry))).toEqual([]);
  return now;
}

/**
 * The cash account up to the last closed day, each entry as a text; without ticks and cheques, which are not counted.
 */
async function readClosedCash(reader: Person, sheets: ClosedRecords["sheets"]): Promise<string[]> {
  const [last] = sheets.slice(-1);
  if (!last) return [];
  const path = `/cash-book?account=${cashAccountId}&from=2026-08-01&to=${last.Date}`;
  const { entries } = cashBookRecord.parse(assertOk(await reader.get(path)).body.data);
  const receipts = [...(await reader.list(paymentReceipt)), ...(await reader.list(paymentReceipt, "?voided=1"))];
  const inCash = new Set(
    receipts.filter(({ PaymentMethod }) => PaymentMethod === "Cash").map((row) => row.PaymentReceiptID),
  );
  const kinds = new Set<string>(["void", "other-income", "transfer", "refund", "expense"]);
  return entries
    .filter(({ Kind, ID }) => kinds.has(Kind) || (Kind === "receipt" && inCash.has(ID)))
    .map(({ Date: date, Kind, ID, In, Out }) => [date, Kind, ID, In, Out].join());
}

/**
 * Asserts: the expected cash of a drawer is its float and its movements, the difference is counted less expected, each
 * record is in the drawer of its recorder, and a void is paid back if the cash of its receipt stays in a drawer.
 */
export async function expectDrawers({ model, reader }: { model: CashModel; reader: Person }): Promise<void> {
  const movements = await reader.list(drawerMovement);
  for (const row of await reader.list(drawer)) {
    const cashMovements = movements.filter(({ DrawerID, Method }) => DrawerID === row.DrawerID && Method === "Cash");
    expect(inPaisa(row.Expected)).toBe(inPaisa(row.Float) + sumOf(cashMovements));
    if (row.IsClosed === 1)
      expect(inPaisa(row.Difference ?? 0)).toBe(inPaisa(row.Counted ?? 0) - inPaisa(row.Expected));
  }
  const byRecord = groupBy(movements, ({ Kind, RecordID }) => `${modelKeyPrefixes[Kind]} ${RecordID}`);
  for (const [key, drawerId] of model.drawers) {
    const [first] = byRecord.get(key) ?? [];
    if (typeof drawerId === "number") expect([key, first?.DrawerID]).toEqual([key, drawerId]);
    else if (drawerId === "none") expect([key, first?.Action]).not.toEqual([key, "added"]);
  }
  const sheets = await reader.list(dayClose);
  for (const receipt of await reader.list(paymentReceipt, "?voided=1")) {
    const cashMovements = (byRecord.get(`receipt ${receipt.PaymentReceiptID}`) ?? []).filter(
      ({ Method }) => Method === "Cash",
    );
    const byDrawer = groupBy(cashMovements, ({ DrawerID }) => DrawerID);
    const hasCashInDrawer = [...byDrawer.values()].some((rows) => sumOf(rows) !== 0);
    const isPaidBack = receipt.PaidBackOn !== null;
    // Cash that was in no drawer may have been counted at a day close.
    const isDayClosed = sheets.some((row) => row.Date >= receipt.PaymentDate && row.ClosedAt >= receipt.CreatedAt);
    if (hasCashInDrawer || !isDayClosed)
      expect([receipt.ReceiptNo, isPaidBack]).toEqual([receipt.ReceiptNo, hasCashInDrawer]);
  }
}

/**
 * Updates the model from the stored records whose change was refused when it was repeated: the first request, whose
 * answer was lost, may have saved it.
 */
export async function resolveUncertainChanges({ model, reader }: { model: CashModel; reader: Person }): Promise<void> {
  if (model.uncertainKeys.size === 0) return;
  const paid = (await reader.list(paymentReceipt)).map(
    (row) => [`receipt ${row.PaymentReceiptID}`, row.PaymentDate, row.AmountPaid, row.AccountID] as const,
  );
  const spent = (await reader.list(expenses)).map(
    (row) => [`expense ${row.ExpenseID}`, row.PaidOnDate ?? "", -row.Amount, row.AccountID] as const,
  );
  for (const [key, date, rupees, accountId] of [...paid, ...spent]) {
    const movement = model.uncertainKeys.delete(key) && model.movements.get(key);
    if (movement) Object.assign(movement, { date, amount: inPaisa(rupees), accountId: accountId ?? cashAccountId });
  }
  model.uncertainKeys.clear();
}

/** Applies voids of receipts: the entry is removed from the cash book, or it stays and the cash is paid back today. */
export async function applyVoids({ model, reader }: { model: CashModel; reader: Person }): Promise<void> {
  const rows = await reader.list(paymentReceipt, "?voided=1");
  for (const { PaymentReceiptID, PaidBackOn } of rows.filter((row) => model.unreadVoids.delete(row.PaymentReceiptID))) {
    const key = `receipt ${PaymentReceiptID}`;
    const movement = model.movements.get(key);
    if (PaidBackOn === null || !movement) model.movements.delete(key);
    else {
      expect([key, PaidBackOn, movement.accountId]).toEqual([key, model.today, cashAccountId]);
      // Under another key, so that no later step voids the receipt again.
      model.movements.delete(key);
      model.movements.set(`voided ${key}`, movement);
      model.movements.set(`paid back ${key}`, { ...movement, date: PaidBackOn, amount: -movement.amount });
    }
  }
}

/**
 * Asserts that the day closes together have the amounts of all records, so that each commit is in exactly one of them.
 */
export async function expectDayCloses(reader: Person): Promise<void> {
  const sheets = await reader.list(dayClose);
  const drawers = await reader.list(drawer);
  for (const { DayCloseID, Expected, Counted, Difference } of sheets) {
    const closedDrawers = drawers.filter((row) => row.DayCloseID === DayCloseID);
    const sum = (read: (row: (typeof closedDrawers)[number]) => number | null) =>
      closedDrawers.reduce((total, row) => total + inPaisa(read(row) ?? 0), 0);
    expect([inPaisa(Expected), inPaisa(Counted)]).toEqual([sum((row) => row.Expected), sum((row) => row.Counted)]);
    expect(inPaisa(Difference)).toBe(inPaisa(Counted) - inPaisa(Expected));
  }
  expect(drawers.filter(({ DayCloseID }) => DayCloseID === null)).toEqual([]);
  const total = (amounts: readonly number[]) => amounts.reduce((sum, rupees) => sum + inPaisa(rupees), 0);
  const receipts = await reader.list(paymentReceipt);
  for (const method of paymentMethods) {
    const amounts = receipts.filter(({ PaymentMethod }) => PaymentMethod === method).map((row) => row.AmountPaid);
    expect([method, total(sheets.map(({ ByMethod }) => ByMethod[method]))]).toEqual([method, total(amounts)]);
  }
  const refunds = (await reader.list(adjustment)).filter(({ Kind }) => Kind === "refund");
  const [income, spent] = [await reader.list(otherIncome), await reader.list(expenses)];
  expect(total(sheets.map((row) => row.OtherIncome))).toBe(total(income.map((row) => row.Amount)));
  expect(total(sheets.map((row) => row.Refunds))).toBe(total(refunds.map((row) => row.Amount)));
  expect(total(sheets.map((row) => row.Expenses))).toBe(total(spent.map((row) => row.Amount)));
}

const modelKeyPrefixes = {
  receipt: "receipt",
  "other-income": "income",
  refund: "refund",
  expense: "expense",
} as const;

function sumOf(movements: readonly Movement[]): number {
  return movements.reduce((sum, { Amount }) => sum + inPaisa(Amount), 0);
}
