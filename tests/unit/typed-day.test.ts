import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addDays, formatDay, isDay } from "../../shared/dates.ts";
import { formatTypedDay, isDayValue, isWholeDate, parseTypedDay } from "../../web/ui/form/typedDay.ts";

const today = "2026-11-23";

describe("a typed date", () => {
  test.each([
    ["t", "2026-11-23"],
    ["T", "2026-11-23"],
    ["آج", "2026-11-23"],
    ["-1", "2026-11-22"],
    ["−1", "2026-11-22"],
    ["+8", "2026-12-01"],
    ["5", "2026-11-05"],
    ["22/11", "2026-11-22"],
    ["22.11", "2026-11-22"],
    ["2 1", "2026-01-02"],
    ["2211", "2026-11-22"],
    ["221125", "2025-11-22"],
    ["22112025", "2025-11-22"],
    ["22/11/25", "2025-11-22"],
    ["22-11-2025", "2025-11-22"],
    ["2025-11-22", "2025-11-22"],
    ["۲۲/۱۱/۲۰۲۵", "2025-11-22"],
    ["٢٢/١١", "2026-11-22"],
  ])("%s is %s", (text, day) => {
    expect(parseTypedDay(text, { today })).toBe(day);
  });

  test.each(["", "x", "31/02", "32", "0/1", "12/13/2026", "22/11/", "2026", "1/2/3/4", "-", "--1"])(
    "%j is not a date",
    (text) => {
      expect(parseTypedDay(text, { today })).toBeUndefined();
    },
  );

  test("without a year or month is the nearest such day within the bounds", () => {
    expect(parseTypedDay("24/12", { today, max: today })).toBe("2025-12-24");
    expect(parseTypedDay("30", { today, max: today })).toBe("2026-10-30");
    expect(parseTypedDay("1/2", { today, min: today })).toBe("2027-02-01");
    expect(parseTypedDay("3", { today, min: today })).toBe("2026-12-03");
  });

  test("outside the bounds is parsed as well, so that the field can say that it is outside", () => {
    expect(parseTypedDay("24/12/2026", { today, max: today })).toBe("2026-12-24");
    expect(parseTypedDay("+1", { today, max: today })).toBe("2026-11-24");
  });

  test("can be typed as it is displayed, for every day", () => {
    const days = fc.integer({ min: 0, max: 80_000 }).map((count) => addDays("1970-01-01", count));
    fc.assert(
      fc.property(days, (day) => {
        expect(formatTypedDay(day)).toBe(formatDay(day));
        expect(isWholeDate(formatTypedDay(day))).toBe(true);
        expect(parseTypedDay(formatTypedDay(day), { today })).toBe(day);
        expect(parseTypedDay(day, { today, max: today })).toBe(day);
      }),
    );
  });

  test("is an existing day or undefined, for any text", () => {
    const texts = fc.oneof(fc.string(), fc.stringMatching(/^[-+\d/. ]{0,12}$/));
    fc.assert(
      fc.property(texts, (text) => {
        const day = parseTypedDay(text, { today });
        if (day === undefined) return;
        expect(isDayValue(day)).toBe(true);
        expect(isDay(day)).toBe(day >= "1900" && day < "2201");
      }),
      { numRuns: 2_000 },
    );
  });
});
