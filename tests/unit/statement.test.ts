import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addDays } from "../../shared/dates.ts";
import { markRowPaid } from "../../shared/domain/row-payments.ts";
import { chargedAmount } from "../../shared/domain/schedule.ts";
import { buildStatement } from "../../shared/domain/statement.ts";
import { paisa, sumPaisa, zero } from "../../shared/money.ts";
import { days, scheduleRows } from "../harness/schedule-rows.ts";

const rows = fc.array(
  fc.tuple(scheduleRows, fc.boolean(), days).map(([row, isMarkedPaid, day]) => {
    const unpaidRow = { ...row, AmountReceived: zero, PaidDate: null };
    return isMarkedPaid ? { ...unpaidRow, ...markRowPaid(unpaidRow, day) } : unpaidRow;
  }),
  { maxLength: 12 },
);
const receipts = fc.array(
  fc.record({
    PaymentReceiptID: fc.integer({ min: 1, max: 1000 }),
    ReceiptNo: fc.integer({ min: 1, max: 1000 }),
    PaymentDate: days,
    PaymentMethod: fc.constantFrom("Cash", "Cheque"),
    AmountPaid: fc.integer({ min: 1, max: 1_000_000 }).map(paisa),
    VoidedAt: fc.constantFrom(null, "2026-11-21T07:00:00.000Z"),
  }),
  { maxLength: 8 },
);
const endOfTime = "2199-12-31";

describe("a statement", () => {
  test("adds up: opening balance plus charges minus payments is the closing balance", () => {
    fc.assert(
      fc.property(rows, receipts, days, days, (houseRows, houseReceipts, dayA, dayB) => {
        const [from, to] = dayA < dayB ? [dayA, dayB] : [dayB, dayA];
        const statement = buildStatement({ rows: houseRows, receipts: houseReceipts, from, to });
        expect(statement.opening + statement.charged - statement.paid).toBe(statement.closing);
        expect(statement.entries.at(-1)?.Balance ?? statement.opening).toBe(statement.closing);
        expect(statement.entries.every((entry) => entry.Date >= from && entry.Date <= to)).toBe(true);
        const entryDays = statement.entries.map((entry) => entry.Date);
        expect(entryDays).toEqual(entryDays.toSorted());
        const before = buildStatement({
          rows: houseRows,
          receipts: houseReceipts,
          from: undefined,
          to: addDays(from, -1),
        });
        expect(before.closing).toBe(statement.opening);
      }),
      { numRuns: 1_000 },
    );
  });

  test("of all time ends with charges minus payments, without voided receipts", () => {
    fc.assert(
      fc.property(rows, receipts, (houseRows, houseReceipts) => {
        const { closing, opening, entries } = buildStatement({
          rows: houseRows,
          receipts: houseReceipts,
          from: undefined,
          to: endOfTime,
        });
        const validReceipts = houseReceipts.filter(({ VoidedAt }) => VoidedAt === null);
        const charged = sumPaisa(houseRows.map(chargedAmount));
        const paid = sumPaisa([
          ...houseRows.map((row) => row.TickedAmount),
          ...validReceipts.map(({ AmountPaid }) => AmountPaid),
        ]);
        expect([opening, closing]).toEqual([0, charged - paid]);
        expect(entries.filter(({ Kind }) => Kind === "Receipt")).toHaveLength(validReceipts.length);
      }),
      { numRuns: 1_000 },
    );
  });
});
