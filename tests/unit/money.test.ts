import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  addPaisa,
  addToSum,
  formatAmount,
  formatRupees,
  isExactInPaisa,
  multiplyPaisa,
  paisa,
  percentOf,
  subtractFromSum,
  subtractPaisa,
  sumPaisa,
  sumRupees,
  toNearestPaisa,
  toPaisa,
  toPaisaSum,
  toRupees,
  zero,
} from "../../shared/money.ts";

const amounts = fc.integer({ min: -3_000_000_000_000_000, max: 3_000_000_000_000_000 }).map(paisa);
const smallAmounts = fc.integer({ min: 0, max: 10_000_000_000 }).map(paisa);

describe("paisa", { tags: "requirement-16" }, () => {
  test("every amount converts to rupees and back, also as text", () => {
    fc.assert(
      fc.property(amounts, (amount) => {
        const rupees = toRupees(amount);
        expect(isExactInPaisa(rupees)).toBe(true);
        expect(toPaisa(rupees)).toBe(amount);
        expect(toPaisa(JSON.parse(JSON.stringify(rupees)))).toBe(amount);
      }),
      { numRuns: 1_000 },
    );
  });

  test("rupees with two decimals convert exactly to paisa", () => {
    fc.assert(
      fc.property(fc.nat(1_000_000_000), fc.nat(99), (rupees, paisaPart) => {
        expect(toPaisa(Number(`${rupees}.${String(paisaPart).padStart(2, "0")}`))).toBe(rupees * 100 + paisaPart);
      }),
      { numRuns: 1_000 },
    );
  });

  test("a third decimal is rejected", () => {
    fc.assert(
      fc.property(fc.nat(1_000_000_000), fc.integer({ min: 1, max: 9 }), (hundredths, third) => {
        const rupees = Number(`${hundredths}${third}e-3`);
        expect(isExactInPaisa(rupees)).toBe(false);
        expect(() => toPaisa(rupees)).toThrow(RangeError);
      }),
      { numRuns: 1_000 },
    );
  });

  test.each([0.1 + 0.2, 1e-9, Number.NaN, Number.POSITIVE_INFINITY, 1e14])("%d rupees is not an amount", (rupees) => {
    expect(isExactInPaisa(rupees)).toBe(false);
    expect(() => toPaisa(rupees)).toThrow(RangeError);
  });

  test.each([0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])("%d is not a number of paisa", (amount) => {
    expect(() => paisa(amount)).toThrow(RangeError);
  });

  test("zero has no sign", () => {
    expect(Object.is(toPaisa(-0), 0)).toBe(true);
  });

  test("subtracting the added amounts leaves the first one, and no amounts add up to zero", () => {
    fc.assert(
      fc.property(smallAmounts, fc.array(smallAmounts), (first, others) => {
        expect(subtractPaisa(addPaisa(first, ...others), addPaisa(...others))).toBe(first);
      }),
      { numRuns: 1_000 },
    );
    expect(addPaisa()).toBe(zero);
  });

  test("a sum within one record beyond the safe integers is rejected", () => {
    expect(() => addPaisa(paisa(Number.MAX_SAFE_INTEGER), paisa(1))).toThrow(RangeError);
  });
});

describe("sums of any size", () => {
  const largeAmounts = fc.maxSafeInteger().map(paisa);
  const toExact = (amount: number | bigint) => BigInt(amount);

  test("are exact in any order, and equal sums are identical", () => {
    fc.assert(
      fc.property(fc.array(largeAmounts), fc.array(largeAmounts), (added, subtracted) => {
        const sum = subtractFromSum(sumPaisa(added), sumPaisa(subtracted));
        const expected = added.reduce((total, amount) => total + toExact(amount), 0n);
        expect(toExact(sum)).toBe(subtracted.reduce((total, amount) => total - toExact(amount), expected));
        expect(typeof sum).toBe(Number.isSafeInteger(Number(sum)) ? "number" : "bigint");
        expect(subtracted.reduce(addToSum, sum)).toBe(sumPaisa(added.toReversed()));
      }),
      { numRuns: 1_000 },
    );
  });

  test("are exact when one amount is counted many times", () => {
    fc.assert(
      fc.property(largeAmounts, fc.integer({ min: -500_000, max: 500_000 }), (amount, count) => {
        expect(toExact(multiplyPaisa(amount, count))).toBe(toExact(amount) * BigInt(count));
      }),
    );
  });

  test.each([
    [3_000_000_000_000_000, 30_000_000_000_000],
    [-3_000_000_000_000_000, -30_000_000_000_000],
    [3_000_000_000_000_001, 30_000_000_000_000],
    [3_000_000_000_000_050, 30_000_000_000_001],
    [920_000_000_000_000_049n, 9_200_000_000_000_000],
    [-9_200_000_000_000_050n, -92_000_000_000_001],
  ])("%d paisa are %d rupees, rounded to whole rupees beyond 30 trillion", (amount, rupees) => {
    const sum = typeof amount === "number" ? paisa(amount) : amount;
    expect(toRupees(sum)).toBe(rupees);
    expect(toRupees(toPaisaSum(rupees))).toBe(rupees);
  });

  test("in rupees never throw, even with a value that is not an amount", () => {
    expect(sumRupees([60_000_000_000_000, 60_000_000_000_000, 0.1, 0.2])).toBe(120_000_000_000_000);
    expect(sumRupees([Number.NaN, Number.POSITIVE_INFINITY, 0.125])).toBe(0.13);
  });
});

test("any rupees convert to the nearest paisa, up to 30 trillion rupees", () => {
  expect(toNearestPaisa(1e300)).toBe(3_000_000_000_000_000);
  expect(toNearestPaisa(Number.NaN)).toBe(0);
  expect(toNearestPaisa(12.34)).toBe(1234);
});

describe("percentages", () => {
  test.each([
    [733_610_000, 866_160_000, 84.7],
    [1, 3, 33.33],
    [2, 3, 66.67],
    [5, 0, 0],
    [0, 7, 0],
    [7, 7, 100],
  ])("%d of %d is %d percent", (part, whole, percentage) => {
    expect(percentOf(part, whole)).toBe(percentage);
  });
});

describe("formatted amounts", () => {
  test.each([
    [8_661_600, 0, "Rs 8,661,600"],
    [8_661_600, 2, "Rs 8,661,600.00"],
    [1_350.5, 0, "Rs 1,351"],
    [-200, 0, "-Rs 200"],
    [-0.2, 0, "Rs 0"],
  ] as const)("%d with %d decimals reads %s", (rupees, decimals, text) => {
    expect(formatRupees(rupees, decimals)).toBe(text);
  });

  test("a column of amounts has two decimals and no currency", () => {
    expect(formatAmount(3_500)).toBe("3,500.00");
    expect(formatAmount(1_234_567.8)).toBe("1,234,567.80");
  });
});
