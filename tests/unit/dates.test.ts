import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  addDays,
  addMonths,
  dayOfMonth,
  daysBetween,
  formatDay,
  formatMonthYear,
  formatShortDay,
  isDay,
  monthIndex,
  monthOf,
  monthsBetween,
  societyDayAt,
} from "../../shared/dates.ts";

const instants = fc.date({ min: new Date("1971-01-01"), max: new Date("2199-12-30"), noInvalidDate: true });
const days = instants.map((date) => date.toISOString().slice(0, 10));
const months = fc.record({ year: fc.integer({ min: 1900, max: 2200 }), month: fc.integer({ min: 1, max: 12 }) });

describe("the society's day", () => {
  test("starts at 19:00 UTC", () => {
    expect(societyDayAt(new Date("2026-12-31T18:59:59.999Z"))).toBe("2026-12-31");
    expect(societyDayAt(new Date("2026-12-31T19:00:00.000Z"))).toBe("2027-01-01");
  });

  test("is always a calendar day", () => {
    fc.assert(
      fc.property(instants, (now) => isDay(societyDayAt(now))),
      { numRuns: 1_000 },
    );
  });
});

describe("a day", () => {
  test.each(["2026-02-28", "2028-02-29", "1900-01-01", "2200-12-31"])("%s is valid", (text) => {
    expect(isDay(text)).toBe(true);
  });

  test.each([
    "2026-02-29",
    "1900-02-29",
    "2026-04-31",
    "2026-13-01",
    "2026-00-10",
    "2026-01-00",
    "1899-12-31",
    "2201-01-01",
    "2026-1-1",
    "2026-01-01T00:00:00Z",
    "2026-01-01\n",
    "10/11/2026",
    "",
  ])("%j is invalid", (text) => {
    expect(isDay(text)).toBe(false);
  });

  test("is valid exactly if the calendar has it", () => {
    const numbers = fc.record({ year: fc.integer({ min: 1900, max: 2200 }), month: fc.nat(14), day: fc.nat(33) });
    fc.assert(
      fc.property(numbers, ({ year, month, day }) => {
        const date = new Date(Date.UTC(year, month - 1, day));
        const exists = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
        const text = `${year}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
        expect(isDay(text)).toBe(exists);
      }),
      { numRuns: 1_000 },
    );
  });

  test("adds and subtracts days", () => {
    fc.assert(
      fc.property(days, fc.integer({ min: -10_000, max: 10_000 }), (day, count) => {
        const moved = addDays(day, count);
        expect(daysBetween(day, moved)).toBe(count);
        expect(addDays(moved, -count)).toBe(day);
      }),
      { numRuns: 1_000 },
    );
    expect(addDays("2026-12-31", 1)).toBe("2027-01-01");
    expect(daysBetween("2026-10-10", "2026-11-21")).toBe(42);
  });

  test("is formatted as dd/mm/yyyy, its month as mm/yyyy", () => {
    expect(formatDay("2026-11-10")).toBe("10/11/2026");
    expect(formatShortDay("2026-11-10")).toBe("10/11/26");
    expect(formatMonthYear(monthOf("2026-03-09"))).toBe("03/2026");
  });
});

describe("a month", () => {
  test("has the given day, or its last day if it is shorter", () => {
    expect(dayOfMonth({ year: 2026, month: 2, day: 31 })).toBe("2026-02-28");
    expect(dayOfMonth({ year: 2028, month: 2, day: 30 })).toBe("2028-02-29");
    fc.assert(
      fc.property(months, fc.integer({ min: 1, max: 31 }), (month, day) => {
        const due = dayOfMonth({ ...month, day });
        expect(isDay(due)).toBe(true);
        expect(monthOf(due)).toEqual(month);
        const isLast = monthOf(addDays(due, 1)).month !== month.month;
        if (Number(due.slice(8)) !== day) expect(isLast).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });

  test("adds and subtracts months across years", () => {
    expect(addMonths({ year: 2026, month: 1 }, -1)).toEqual({ year: 2025, month: 12 });
    expect(addMonths({ year: 2026, month: 12 }, 1)).toEqual({ year: 2027, month: 1 });
    fc.assert(
      fc.property(months, fc.integer({ min: -1_000, max: 1_000 }), (month, count) => {
        const moved = addMonths(month, count);
        expect(monthIndex(moved) - monthIndex(month)).toBe(count);
        expect(addMonths(moved, -count)).toEqual(month);
      }),
      { numRuns: 1_000 },
    );
  });

  test("lists the months of a range, inclusive", () => {
    const winter = monthsBetween({ year: 2026, month: 11 }, { year: 2027, month: 2 });
    expect(winter.map(formatMonthYear)).toEqual(["11/2026", "12/2026", "01/2027", "02/2027"]);
    expect(monthsBetween({ year: 2026, month: 2 }, { year: 2026, month: 1 })).toEqual([]);
  });
});
