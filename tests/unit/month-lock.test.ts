import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { firstMonthWithoutMutex, listChangedMonths } from "../../server/commits/month-mutex.ts";
import { addDays, societyDayAt } from "../../shared/dates.ts";
import { findLockedMonth, isMonthLocked, lastCompletedMonth } from "../../shared/domain/month-lock.ts";
import { adjustment } from "../../shared/resources/adjustment.ts";
import { expenses } from "../../shared/resources/expenses.ts";
import { resources } from "../../shared/resources/index.ts";
import { paymentReceipt } from "../../shared/resources/payment-receipt.ts";

const days = fc.integer({ min: 0, max: 3000 }).map((count) => addDays("2022-01-01", count));
const instants = fc.date({
  min: new Date("2022-01-01T00:00:00Z"),
  max: new Date("2030-01-01T00:00:00Z"),
  noInvalidDate: true,
});

describe("the month lock", () => {
  test("each resource with a field of kind day declares the months of its rows, or that they have none", () => {
    const dated = resources.filter(({ fields }) => [...fields.values()].some(({ kind }) => kind === "day"));
    expect(dated.filter(({ monthLock }) => monthLock === undefined).map(({ name }) => name)).toEqual([]);
  });

  test("a change of a receipt concerns the months of its old and its new date; a change by settlement concerns no month", () => {
    fc.assert(
      fc.property(days, days, (from, to) => {
        const before = { PaymentReceiptID: 1, PaymentDate: from, AmountPaid: 100, Credit: 0, Version: 1 };
        const change = (after: object) =>
          listChangedMonths({ resource: paymentReceipt, id: 1, before, after: { ...before, Version: 2, ...after } });
        expect(change({ Credit: 50 })).toEqual([]);
        expect(change({ AmountPaid: 50 })).toEqual([from.slice(0, 7), from.slice(0, 7)]);
        expect(change({ PaymentDate: to })).toEqual(from === to ? [] : [from.slice(0, 7), to.slice(0, 7)]);
        const removal = { resource: paymentReceipt, id: 1, before, after: null };
        expect(listChangedMonths(removal)).toEqual([from.slice(0, 7)]);
      }),
    );
  });

  test("a row with several dates is locked by its earliest locked month", () => {
    fc.assert(
      fc.property(days, fc.option(days), days, (date, dueDate, lockedDay) => {
        const LockedThrough = lockedDay.slice(0, 7);
        const locked = [date, ...(dueDate ? [dueDate] : [])]
          .map((each) => each.slice(0, 7))
          .filter((month) => month <= LockedThrough);
        expect(findLockedMonth(adjustment, { Date: date, DueDate: dueDate }, { LockedThrough })).toBe(locked.sort()[0]);
      }),
    );
    const expense = { Year: "2026", Month: "11", PaidOnDate: "2026-10-31" };
    expect(findLockedMonth(expenses, expense, { LockedThrough: "2026-10" })).toBe("2026-10");
    expect(findLockedMonth(expenses, { ...expense, PaidOnDate: null }, { LockedThrough: "2026-10" })).toBeUndefined();
    expect(findLockedMonth(expenses, expense, { LockedThrough: null })).toBeUndefined();
  });

  test("a transaction of up to ten minutes that needs no mutex for a month ends before this month can be locked", () => {
    fc.assert(
      fc.property(instants, fc.integer({ min: 0, max: 10 * 60_000 }), (start, durationMs) => {
        const lastLockableMonth = lastCompletedMonth(societyDayAt(new Date(start.getTime() + durationMs)));
        expect(isMonthLocked(firstMonthWithoutMutex(start), { LockedThrough: lastLockableMonth })).toBe(false);
      }),
    );
  });
});
