import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type HouseItem, settleHouse, unallocatedSettlement } from "../../shared/domain/house-settlement.ts";
import {
  applyPayment,
  applyTick,
  isPaidByReceipts,
  reversePayment,
  reverseTick,
} from "../../shared/domain/item-payments.ts";
import { isSettled, outstandingAmount } from "../../shared/domain/schedule.ts";
import { type Paisa, paisa, sumPaisa, zero } from "../../shared/money.ts";
import { scheduleRows } from "../harness/schedule-rows.ts";

const itemLists = fc.uniqueArray(scheduleRows, { selector: (item) => item.PaymentScheduleID, maxLength: 15 });
const payments = fc.oneof(fc.nat(100), fc.nat(20_000_000)).map(paisa);

const openItem = {
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
  test("no paisa is lost or created, and no item gets more than is due", () => {
    fc.assert(
      fc.property(itemLists, payments, (items, amount) => {
        const { allocations, credit } = settle({ items, amount });
        expect(sumPaisa([...allocations.map(({ Amount }) => Amount), credit])).toBe(amount);
        expect(credit).toBeGreaterThanOrEqual(0);
        const due = new Map(items.map((item) => [item.PaymentScheduleID, outstandingAmount(item)]));
        for (const { PaymentScheduleID, Amount } of allocations) {
          expect(Amount).toBeGreaterThan(0);
          expect(Amount).toBeLessThanOrEqual(due.get(PaymentScheduleID) ?? 0);
        }
        expect(new Set(allocations.map(({ PaymentScheduleID }) => PaymentScheduleID)).size).toBe(allocations.length);
      }),
      { numRuns: 1_000 },
    );
  });

  test("older items are paid first, and credit is left only if all are paid", () => {
    fc.assert(
      fc.property(itemLists, payments, (items, amount) => {
        const { allocations, credit } = settle({ items, amount });
        const paidByItem = new Map(allocations.map(({ PaymentScheduleID, Amount }) => [PaymentScheduleID, Amount]));
        const isCompleted = (item: (typeof items)[number]) =>
          (paidByItem.get(item.PaymentScheduleID) ?? zero) === outstandingAmount(item);
        for (const item of items.filter(({ PaymentScheduleID }) => paidByItem.has(PaymentScheduleID))) {
          expect(items.filter((older) => older.DueDate < item.DueDate).every(isCompleted)).toBe(true);
        }
        if (credit > 0) expect(items.every(isCompleted)).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });

  test("the order of the items does not matter", () => {
    const shuffled = itemLists.chain((items) =>
      fc.tuple(fc.constant(items), fc.shuffledSubarray(items, { minLength: items.length })),
    );
    fc.assert(
      fc.property(shuffled, payments, ([items, shuffledItems], amount) => {
        expect(settle({ items: shuffledItems, amount })).toEqual(settle({ items, amount }));
      }),
      { numRuns: 1_000 },
    );
  });

  test("items of the same day are paid by installment number, then by id", () => {
    const items = [
      { ...openItem, PaymentScheduleID: 3 },
      { ...openItem, PaymentScheduleID: 2 },
      { ...openItem, PaymentScheduleID: 4, InstallmentNumber: 2 },
    ];
    expect(settle({ items, amount: paisa(600_000) })).toEqual({
      allocations: [
        { PaymentScheduleID: 4, Amount: 250_000 },
        { PaymentScheduleID: 2, Amount: 250_000 },
        { PaymentScheduleID: 3, Amount: 100_000 },
      ],
      credit: 0,
    });
  });

  test("the whole payment of a house without open items is credit", () => {
    expect(settle({ items: [], amount: paisa(5) })).toEqual({ allocations: [], credit: 5 });
  });
});

describe("a receipt", () => {
  test("that completes an item sets its paid date", () => {
    const partPaid = { ...openItem, ...applyPayment({ item: openItem, amount: paisa(80_000), day: "2026-11-05" }) };
    expect(partPaid).toMatchObject({ AmountReceived: 80_000, IsPaid: 0, PaidDate: null });
    const paid = applyPayment({ item: partPaid, amount: paisa(170_000), day: "2026-11-19" });
    expect(paid).toEqual({
      AmountReceived: 250_000,
      TickedAmount: 0,
      TickedDate: null,
      IsPaid: 1,
      PaidDate: "2026-11-19",
    });
  });

  test("leaves the item unchanged once it is reversed", () => {
    fc.assert(
      fc.property(scheduleRows, fc.nat(100), (item, share) => {
        fc.pre(!isSettled(item));
        const amount = paisa(Math.ceil((outstandingAmount(item) * share) / 100));
        const after = { ...item, ...applyPayment({ item, amount, day: today }) };
        expect(after.IsPaid === 1).toBe(isSettled(after));
        expect(reversePayment(after, amount)).toEqual({
          AmountReceived: item.AmountReceived,
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
    expect(() => applyPayment({ item: openItem, amount: paisa(250_001), day: today })).toThrow(RangeError);
    expect(() => applyPayment({ item: openItem, amount: paisa(-1), day: today })).toThrow(RangeError);
    const ticked = { ...openItem, ...applyTick(openItem, today) };
    expect(() => reversePayment(ticked, paisa(1))).toThrow(RangeError);
    expect(() => reversePayment(openItem, paisa(-1))).toThrow(RangeError);
  });
});

describe("marking an item as paid", () => {
  test("pays it in full today, and unmarking restores it", () => {
    fc.assert(
      fc.property(scheduleRows, (item) => {
        const ticked = { ...item, ...applyTick(item, today) };
        expect(isSettled(ticked)).toBe(true);
        expect(ticked.IsPaid).toBe(1);
        expect(ticked.TickedAmount).toBe(outstandingAmount(item));
        if (!isSettled(item)) expect([ticked.PaidDate, ticked.TickedDate]).toEqual([today, today]);
        expect({ ...ticked, ...reverseTick(ticked) }).toEqual({ ...item, IsPaid: isSettled(item) ? 1 : 0 });
      }),
      { numRuns: 1_000 },
    );
  });

  test("twice has the same effect as once", () => {
    const once = applyTick(openItem, today);
    expect(applyTick({ ...openItem, ...once }, "2026-11-22")).toEqual(once);
  });

  test("and unmarking it keeps the amount that receipts paid", () => {
    const partPaid = { ...openItem, ...applyPayment({ item: openItem, amount: paisa(80_000), day: "2026-11-05" }) };
    const ticked = { ...partPaid, ...applyTick(partPaid, today) };
    expect(ticked).toMatchObject({ AmountReceived: 250_000, TickedAmount: 170_000, IsPaid: 1, PaidDate: today });
    expect(reverseTick(ticked)).toEqual({
      AmountReceived: 80_000,
      TickedAmount: 0,
      TickedDate: null,
      IsPaid: 0,
      PaidDate: null,
    });
  });

  test("keeps its amount if an earlier receipt is reversed, and can complete the item again", () => {
    const partPaid = { ...openItem, ...applyPayment({ item: openItem, amount: paisa(80_000), day: "2026-11-05" }) };
    const ticked = { ...partPaid, ...applyTick(partPaid, today) };
    const afterReversal = { ...ticked, ...reversePayment(ticked, paisa(80_000)) };
    expect(afterReversal).toMatchObject({ AmountReceived: 170_000, TickedAmount: 170_000, IsPaid: 0, PaidDate: null });
    expect(applyTick(afterReversal, "2026-11-22")).toMatchObject({
      TickedAmount: 250_000,
      IsPaid: 1,
      PaidDate: "2026-11-22",
    });
  });

  test("is not taken for a payment by receipts", () => {
    const paid = { ...openItem, ...applyPayment({ item: openItem, amount: paisa(250_000), day: "2026-11-05" }) };
    expect(isPaidByReceipts(paid)).toBe(true);
    expect(isPaidByReceipts({ ...openItem, ...applyTick(openItem, today) })).toBe(false);
    expect(isPaidByReceipts(openItem)).toBe(false);
    expect(isPaidByReceipts({ ...openItem, Amount: zero })).toBe(false);
  });
});

/**
 * Settles one payment without changing penalties: `today` is before all due dates, so that no penalty becomes due, and
 * the payment is after all of them, so that no applied penalty is removed.
 */
function settle({ items, amount }: { items: readonly Omit<HouseItem, "IsPaid">[]; amount: Paisa }) {
  const houseItems = items.map((item) => ({ ...item, IsPaid: isSettled(item) ? (1 as const) : (0 as const) }));
  const receipt = { PaymentReceiptID: 1, PaymentDate: "2030-01-01", ...unallocatedSettlement(amount) };
  const { receipts } = settleHouse({ items: houseItems, receipts: [receipt], today: "2020-01-01" });
  const { Allocations, Credit } = receipts[0]?.settlement ?? receipt;
  return { allocations: Allocations, credit: Credit };
}
