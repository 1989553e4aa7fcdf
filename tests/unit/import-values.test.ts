import { describe, expect, test } from "vitest";
import { parseDay, parseMonth, parseRupees, parseYear } from "../../server/services/imports/cell-values.ts";

describe("an amount in a common notation:", () => {
  test.each([
    ["2500", 2500],
    ["2,500", 2500],
    ["1,00,000.50", 100_000.5],
    ["Rs. 2500/-", 2500],
    ["PKR 2,500", 2500],
    ["2500 روپے", 2500],
    ["۲٬۵۰۰", 2500],
    ["٢٥٠٠", 2500],
    ["2499.9999999999995", 2500],
    ["0", 0],
    ["12.345", 12.345],
  ])("%s is %d rupees", (text, rupees) => expect(parseRupees(text)).toBe(rupees));

  test.each(["", "-500", "(500)", "2.500,00", "25,00", "two thousand", "=SUM(A1:A9)", "2500 2500", "1e3"])(
    "%j is not recognised",
    (text) => expect(parseRupees(text)).toBeUndefined(),
  );
});

describe("a day in a common notation, with the day before the month:", () => {
  test.each([
    ["03/01/2026", "2026-01-03"],
    ["3-1-26", "2026-01-03"],
    ["3.1.2026", "2026-01-03"],
    ["2026-01-03", "2026-01-03"],
    ["2026-01-03 14:05:00", "2026-01-03"],
    ["3 Jan 2026", "2026-01-03"],
    ["03-Jan-26", "2026-01-03"],
    ["3rd January, 2026", "2026-01-03"],
    ["January 3, 2026", "2026-01-03"],
    ["۳ جنوری ۲۰۲۶", "2026-01-03"],
    ["46025", "2026-01-03"],
  ])("%s is %s", (text, day) => expect(parseDay(text)).toBe(day));

  test.each(["", "01/13/2026", "31/02/2026", "3/1", "yesterday", "3 Foo 2026", "2026", "9999999"])(
    "%j is not recognised",
    (text) => expect(parseDay(text)).toBeUndefined(),
  );
});

test.each([
  ["11", { month: 11 }],
  ["Nov", { month: 11 }],
  ["Sept.", { month: 9 }],
  ["نومبر", { month: 11 }],
  ["November 2026", { month: 11, year: 2026 }],
  ["11/2026", { month: 11, year: 2026 }],
  ["2026-11", { month: 11, year: 2026 }],
  ["Nov-26", { month: 11, year: 2026 }],
  ["14/11/2026", { month: 11, year: 2026 }],
  ["13", undefined],
  ["No", undefined],
  ["soon", undefined],
])("the month in %s is %j", (text, month) => expect(parseMonth(text)).toEqual(month));

test.each([
  ["2026", 2026],
  ["26", 2026],
  ["۲۰۲۶", 2026],
  ["next", undefined],
])("the year in %s is %j", (text, year) => expect(parseYear(text)).toBe(year));
