import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type HouseItem,
  type SettlementReceipt,
  settleHouse,
  unallocatedSettlement,
} from "../../shared/domain/house-settlement.ts";
import { applyTick } from "../../shared/domain/item-payments.ts";
import { isSettled } from "../../shared/domain/schedule.ts";
import { paisa, sumPaisa, zero } from "../../shared/money.ts";

// All amounts are in paisa.

const november: HouseItem = {
  PaymentScheduleID: 11,
  InstallmentNumber: 11,
  DueDate: "2026-11-10",
  Amount: paisa(2500),
  PenaltyAmount: paisa(200),
  WaivedAmount: zero,
  WaivedPenalty: zero,
  GracePeriodDays: 5,
  PenaltyApplied: 0,
  AmountReceived: zero,
  TickedAmount: zero,
  TickedDate: null,
  IsPaid: 0,
  PaidDate: null,
};
const december: HouseItem = { ...november, PaymentScheduleID: 12, InstallmentNumber: 12, DueDate: "2026-12-10" };

const lastDayOfGrace = "2026-11-15";
const dayAfterGrace = "2026-11-16";
const today = "2026-11-20";

describe("a payment within the grace period", () => {
  test("removes the penalty, with one receipt or two", () => {
    const byOneReceipt = settlePayments([november, december], [[2500, lastDayOfGrace]]);
    expect(describeItems(byOneReceipt.items)).toEqual(["2500 of 2500", "0 of 2500"]);
    const byTwoReceipts = settlePayments(
      [november, december],
      [
        [1000, lastDayOfGrace],
        [1500, "2026-11-12"],
      ],
    );
    expect(describeItems(byTwoReceipts.items)).toEqual(["2500 of 2500", "0 of 2500"]);
    expect(byTwoReceipts.items[0]).toMatchObject({ IsPaid: 1, PenaltyApplied: 0, PaidDate: lastDayOfGrace });
  });

  test("keeps the penalty if it pays only a part of the installment", () => {
    const { items, receipts } = settlePayments([november], [[2499, lastDayOfGrace]]);
    expect(describeItems(items)).toEqual(["2499 of 2700"]);
    expect(receipts[0]).toMatchObject({ PenaltyAmount: 0, PenaltyApplied: 0 });
  });

  test("has the same effect whether it is entered before or after a later payment", () => {
    const enteredInOrder = settlePayments(
      [november, december],
      [
        [2500, lastDayOfGrace],
        [2600, dayAfterGrace],
      ],
    );
    const enteredLast = settlePayments(
      [november, december],
      [
        [2600, dayAfterGrace],
        [2500, lastDayOfGrace],
      ],
    );
    expect(describeItems(enteredInOrder.items)).toEqual(["2500 of 2500", "2500 of 2500"]);
    expect(describeItems(enteredLast.items)).toEqual(describeItems(enteredInOrder.items));
    expect(enteredLast.receipts.map(({ Allocations, Credit }) => [Allocations, Credit])).toEqual([
      [[{ PaymentScheduleID: 12, Amount: 2500 }], 100],
      [[{ PaymentScheduleID: 11, Amount: 2500 }], 0],
    ]);
  });

  test("does not remove a penalty that is already paid", () => {
    const { items, receipts } = settlePayments(
      [november, december],
      [
        [2700, dayAfterGrace],
        [2500, lastDayOfGrace],
      ],
    );
    expect(describeItems(items)).toEqual(["2700 of 2700", "2500 of 2500"]);
    expect(receipts.map(({ PenaltyAmount, PenaltyApplied }) => [PenaltyAmount, PenaltyApplied])).toEqual([
      [200, 1],
      [0, 0],
    ]);
  });

  test("completes an amount that was marked as paid in time, but not one that was marked as paid later", () => {
    const ticked = (day: string): HouseItem => ({
      ...november,
      ...applyTick({ ...november, Amount: paisa(1000) }, day),
    });
    expect(describeItems(settlePayments([ticked(lastDayOfGrace)], [[1500, lastDayOfGrace]]).items)).toEqual([
      "2500 of 2500",
    ]);
    expect(describeItems(settlePayments([ticked(dayAfterGrace)], [[1500, lastDayOfGrace]]).items)).toEqual([
      "2500 of 2700",
    ]);
  });
});

describe("a late payment", () => {
  test("pays the amount first, then the penalty; each receipt has the part that paid the penalty", () => {
    const { items, receipts } = settlePayments(
      [november],
      [
        [2600, dayAfterGrace],
        [50, today],
      ],
    );
    expect(describeItems(items)).toEqual(["2650 of 2700"]);
    expect(receipts.map(({ PenaltyAmount }) => PenaltyAmount)).toEqual([100, 50]);
  });

  test("pays the penalty as far as an earlier tick has paid the amount, but not a later tick", () => {
    const tickedOn = (day: string): HouseItem => ({
      ...november,
      ...applyTick({ ...november, Amount: paisa(2250) }, day),
      PenaltyApplied: 1,
    });
    const penaltyPaidAfterTick = (day: string) =>
      settlePayments([tickedOn(day)], [[450, "2026-11-18"]]).receipts.map(({ PenaltyAmount }) => PenaltyAmount);
    expect(penaltyPaidAfterTick("2026-11-17")).toEqual([200]);
    expect(penaltyPaidAfterTick("2026-11-18")).toEqual([0]);
    expect(penaltyPaidAfterTick("2026-11-19")).toEqual([0]);
  });

  test("pays the amount without penalty once the receipt before it is voided", () => {
    const { items, receipts } = settlePayments(
      [november],
      [
        [2500, dayAfterGrace],
        [100, today],
      ],
    );
    expect(receipts[1]).toMatchObject({ PenaltyAmount: 100 });
    const [, second] = receipts;
    const reversed = { ...items[0], ...november, PenaltyApplied: 1 as const, AmountReceived: paisa(100) };
    const after = settleHouse({ items: [reversed], receipts: second ? [second] : [], today });
    expect(after.receipts[0]?.settlement).toMatchObject({ PenaltyAmount: 0, PenaltyApplied: 0 });
  });
});

test("after random payments no paisa is lost, credit is left only if all items are paid, and unpaid overdue items have their penalty", () => {
  const payments = fc.array(
    fc.tuple(
      fc.integer({ min: 1, max: 6000 }),
      fc.constantFrom("2026-11-01", lastDayOfGrace, dayAfterGrace, "2026-12-16"),
    ),
    { minLength: 1, maxLength: 8 },
  );
  fc.assert(
    fc.property(payments, (enteredPayments) => {
      const { items, receipts } = settlePayments([december, november], enteredPayments);
      receipts.forEach(({ Allocations, Credit }, index) => {
        expect(sumPaisa([...Allocations.map(({ Amount }) => Amount), Credit])).toBe(enteredPayments[index]?.[0]);
      });
      for (const item of items) {
        const allocated = receipts.flatMap(({ Allocations }) =>
          Allocations.filter(({ PaymentScheduleID }) => PaymentScheduleID === item.PaymentScheduleID),
        );
        expect(sumPaisa(allocated.map(({ Amount }) => Amount))).toBe(item.AmountReceived);
        if (item.DueDate === november.DueDate && !isSettled(item)) expect(item.PenaltyApplied).toBe(1);
      }
      const penalties = items.map((item) => Math.max(0, item.AmountReceived - item.Amount));
      expect(sumPaisa(receipts.map(({ PenaltyAmount }) => PenaltyAmount))).toBe(sumPaisa(penalties.map(paisa)));
      if (receipts.some(({ Credit }) => Credit > 0)) expect(items.every(isSettled)).toBe(true);
    }),
    { numRuns: 2_000 },
  );
});

/** Enters receipts one after the other on one day, and settles the house after each. */
function settlePayments(items: readonly HouseItem[], payments: readonly (readonly [amount: number, day: string])[]) {
  let house: { items: HouseItem[]; receipts: SettlementReceipt[] } = { items: [...items], receipts: [] };
  for (const [amount, PaymentDate] of payments) {
    const receipt = {
      PaymentReceiptID: house.receipts.length + 1,
      PaymentDate,
      ...unallocatedSettlement(paisa(amount)),
    };
    const before = { items: house.items, receipts: [...house.receipts, receipt] };
    const settled = settleHouse({ ...before, today });
    const states = new Map(settled.items.map(({ item, state }) => [item, state]));
    const settlements = new Map(settled.receipts.map(({ receipt, settlement }) => [receipt, settlement]));
    house = {
      items: before.items.map((item) => ({ ...item, ...states.get(item) })),
      receipts: before.receipts.map((receipt) => ({ ...receipt, ...settlements.get(receipt) })),
    };
  }
  return house;
}

/** The received and the due amount of each item in paisa, for example "2500 of 2700" with a penalty of 200. */
function describeItems(items: readonly HouseItem[]): string[] {
  return items.map(
    (item) => `${item.AmountReceived} of ${item.Amount + (item.PenaltyApplied ? item.PenaltyAmount : 0)}`,
  );
}
