import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type HouseItemRow, settleHouse, unallocatedSettlement } from "../../shared/domain/house-settlement.ts";
import {
  applyPayment,
  isPaidByReceipts,
  reversePayment,
  tickRow,
  untickRow,
} from "../../shared/domain/item-payments.ts";
import { isSettled, outstandingAmount } from "../../shared/domain/schedule.ts";
import { type Paisa, paisa, sumPaisa, zero } from "../../shared/money.ts";
import { scheduleRows } from "../harness/schedule-rows.ts";

const houses = fc.uniqueArray(scheduleRows, { selector: (row) => row.PaymentScheduleID, maxLength: 15 });
const payments = fc.oneof(fc.nat(100), fc.nat(20_000_000)).map(paisa);

const openRow = {
  PaymentScheduleID: 1,
  InstallmentNumber: 11,
  DueDate: "2026-11-10",
  Amount: paisa(250_000),
  PenaltyAmount: zero,
  WaivedAmount: zero,
  WaivedPenalty: zero,
  PenaltyApplied: 0 as const,
  AmountReceived: zero,
  TickedAmount: zero,
  TickedDate: null,
  GracePeriodDays: 5,
  PaidDate: null,
};
const today = "2026-11-21";

describe("settling a payment", () => {
  test("no paisa is lost or created, and no row gets more than is due", () => {
    fc.assert(
      fc.property(houses, payments, (rows, amount) => {
        const { allocations, credit } = settle({ rows, amount });
        expect(sumPaisa([...allocations.map(({ Amount }) => Amount), credit])).toBe(amount);
        expect(credit).toBeGreaterThanOrEqual(0);
        const due = new Map(rows.map((row) => [row.PaymentScheduleID, outstandingAmount(row)]));
        for (const { PaymentScheduleID, Amount } of allocations) {
          expect(Amount).toBeGreaterThan(0);
          expect(Amount).toBeLessThanOrEqual(due.get(PaymentScheduleID) ?? 0);
        }
        expect(new Set(allocations.map(({ PaymentScheduleID }) => PaymentScheduleID)).size).toBe(allocations.length);
      }),
      { numRuns: 1_000 },
    );
  });

  test("older rows are paid first, and credit is left only if all are paid", () => {
    fc.assert(
      fc.property(houses, payments, (rows, amount) => {
        const { allocations, credit } = settle({ rows, amount });
        const paidByRow = new Map(allocations.map(({ PaymentScheduleID, Amount }) => [PaymentScheduleID, Amount]));
        const isCompleted = (row: (typeof rows)[number]) =>
          (paidByRow.get(row.PaymentScheduleID) ?? zero) === outstandingAmount(row);
        for (const row of rows.filter(({ PaymentScheduleID }) => paidByRow.has(PaymentScheduleID))) {
          expect(rows.filter((older) => older.DueDate < row.DueDate).every(isCompleted)).toBe(true);
        }
        if (credit > 0) expect(rows.every(isCompleted)).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });

  test("the order of the rows does not matter", () => {
    const shuffled = houses.chain((rows) =>
      fc.tuple(fc.constant(rows), fc.shuffledSubarray(rows, { minLength: rows.length })),
    );
    fc.assert(
      fc.property(shuffled, payments, ([rows, shuffledRows], amount) => {
        expect(settle({ rows: shuffledRows, amount })).toEqual(settle({ rows, amount }));
      }),
      { numRuns: 1_000 },
    );
  });

  test("rows of the same day are paid by installment number, then by id", () => {
    const rows = [
      { ...openRow, PaymentScheduleID: 3 },
      { ...openRow, PaymentScheduleID: 2 },
      { ...openRow, PaymentScheduleID: 4, InstallmentNumber: 2 },
    ];
    expect(settle({ rows, amount: paisa(600_000) })).toEqual({
      allocations: [
        { PaymentScheduleID: 4, Amount: 250_000 },
        { PaymentScheduleID: 2, Amount: 250_000 },
        { PaymentScheduleID: 3, Amount: 100_000 },
      ],
      credit: 0,
    });
  });

  test("the whole payment of a house without open rows is credit", () => {
    expect(settle({ rows: [], amount: paisa(5) })).toEqual({ allocations: [], credit: 5 });
  });
});

describe("a receipt", () => {
  test("that completes a row sets its paid date", () => {
    const partPaid = { ...openRow, ...applyPayment({ row: openRow, amount: paisa(80_000), day: "2026-11-05" }) };
    expect(partPaid).toMatchObject({ AmountReceived: 80_000, IsPaid: 0, PaidDate: null });
    const paid = applyPayment({ row: partPaid, amount: paisa(170_000), day: "2026-11-19" });
    expect(paid).toEqual({
      AmountReceived: 250_000,
      TickedAmount: 0,
      TickedDate: null,
      IsPaid: 1,
      PaidDate: "2026-11-19",
    });
  });

  test("leaves the row unchanged once it is reversed", () => {
    fc.assert(
      fc.property(scheduleRows, fc.nat(100), (row, share) => {
        fc.pre(!isSettled(row));
        const amount = paisa(Math.ceil((outstandingAmount(row) * share) / 100));
        const after = { ...row, ...applyPayment({ row, amount, day: today }) };
        expect(after.IsPaid === 1).toBe(isSettled(after));
        expect(reversePayment(after, amount)).toEqual({
          AmountReceived: row.AmountReceived,
          TickedAmount: 0,
          TickedDate: null,
          IsPaid: 0,
          PaidDate: null,
        });
      }),
      { numRuns: 1_000 },
    );
  });

  test("cannot pay more than is due, or reverse more than receipts paid", () => {
    expect(() => applyPayment({ row: openRow, amount: paisa(250_001), day: today })).toThrow(RangeError);
    expect(() => applyPayment({ row: openRow, amount: paisa(-1), day: today })).toThrow(RangeError);
    const ticked = { ...openRow, ...tickRow(openRow, today) };
    expect(() => reversePayment(ticked, paisa(1))).toThrow(RangeError);
    expect(() => reversePayment(openRow, paisa(-1))).toThrow(RangeError);
  });
});

describe("marking a row as paid", () => {
  test("pays it in full today, and unmarking restores it", () => {
    fc.assert(
      fc.property(scheduleRows, (row) => {
        const ticked = { ...row, ...tickRow(row, today) };
        expect(isSettled(ticked)).toBe(true);
        expect(ticked.IsPaid).toBe(1);
        expect(ticked.TickedAmount).toBe(outstandingAmount(row));
        if (!isSettled(row)) expect([ticked.PaidDate, ticked.TickedDate]).toEqual([today, today]);
        expect({ ...ticked, ...untickRow(ticked) }).toEqual({ ...row, IsPaid: isSettled(row) ? 1 : 0 });
      }),
      { numRuns: 1_000 },
    );
  });

  test("twice has the same effect as once", () => {
    const once = tickRow(openRow, today);
    expect(tickRow({ ...openRow, ...once }, "2026-11-22")).toEqual(once);
  });

  test("and unmarking it keeps the amount that receipts paid", () => {
    const partPaid = { ...openRow, ...applyPayment({ row: openRow, amount: paisa(80_000), day: "2026-11-05" }) };
    const ticked = { ...partPaid, ...tickRow(partPaid, today) };
    expect(ticked).toMatchObject({ AmountReceived: 250_000, TickedAmount: 170_000, IsPaid: 1, PaidDate: today });
    expect(untickRow(ticked)).toEqual({
      AmountReceived: 80_000,
      TickedAmount: 0,
      TickedDate: null,
      IsPaid: 0,
      PaidDate: null,
    });
  });

  test("keeps its amount if an earlier receipt is reversed, and can complete the row again", () => {
    const partPaid = { ...openRow, ...applyPayment({ row: openRow, amount: paisa(80_000), day: "2026-11-05" }) };
    const ticked = { ...partPaid, ...tickRow(partPaid, today) };
    const afterReversal = { ...ticked, ...reversePayment(ticked, paisa(80_000)) };
    expect(afterReversal).toMatchObject({ AmountReceived: 170_000, TickedAmount: 170_000, IsPaid: 0, PaidDate: null });
    expect(tickRow(afterReversal, "2026-11-22")).toMatchObject({
      TickedAmount: 250_000,
      IsPaid: 1,
      PaidDate: "2026-11-22",
    });
  });

  test("is not taken for a payment by receipts", () => {
    const paid = { ...openRow, ...applyPayment({ row: openRow, amount: paisa(250_000), day: "2026-11-05" }) };
    expect(isPaidByReceipts(paid)).toBe(true);
    expect(isPaidByReceipts({ ...openRow, ...tickRow(openRow, today) })).toBe(false);
    expect(isPaidByReceipts(openRow)).toBe(false);
    expect(isPaidByReceipts({ ...openRow, Amount: zero })).toBe(false);
  });
});

/**
 * Settles one payment, without penalties: today is so early that no installment gets one, and the payment is so late
 * that it takes none back.
 */
function settle({ rows, amount }: { rows: readonly Omit<HouseItemRow, "IsPaid">[]; amount: Paisa }) {
  const houseRows = rows.map((row) => ({ ...row, IsPaid: isSettled(row) ? (1 as const) : (0 as const) }));
  const receipt = { PaymentReceiptID: 1, PaymentDate: "2030-01-01", ...unallocatedSettlement(amount) };
  const { receipts } = settleHouse({ rows: houseRows, receipts: [receipt], today: "2020-01-01" });
  const { Allocations, Credit } = receipts[0]?.settlement ?? receipt;
  return { allocations: Allocations, credit: Credit };
}
