import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addDays } from "../../shared/dates.ts";
import { isDebit } from "../../shared/domain/adjustments.ts";
import { isReversed } from "../../shared/domain/cheques.ts";
import { applyTick } from "../../shared/domain/item-payments.ts";
import { chargedAmount } from "../../shared/domain/schedule.ts";
import { buildStatement } from "../../shared/domain/statement.ts";
import { addPaisa, paisa, subtractFromSum, sumPaisa, zero } from "../../shared/money.ts";
import { adjustmentKinds } from "../../shared/resources/adjustment.ts";
import { dates, scheduleRows } from "../harness/schedule-rows.ts";

const rows = fc.uniqueArray(
  fc.tuple(scheduleRows, fc.boolean(), dates).map(([row, isMarkedPaid, day]) => {
    const unpaidRow = { ...row, AmountReceived: zero, PaidDate: null };
    return isMarkedPaid ? { ...unpaidRow, ...applyTick(unpaidRow, day) } : unpaidRow;
  }),
  { maxLength: 12, selector: ({ PaymentScheduleID }) => PaymentScheduleID },
);
const adjustments = fc
  .array(
    fc.record({
      Kind: fc.constantFrom(...adjustmentKinds),
      Amount: fc.integer({ min: 1, max: 1_000_000 }),
      isIncoming: fc.boolean(),
      Date: dates,
      DueDate: fc.constantFrom(null, "2026-12-01"),
      tickedShare: fc.integer({ min: 0, max: 100 }),
      Of: fc.constantFrom("amount", "penalty"),
      VoidedAt: fc.constantFrom(null, "2026-11-21T07:00:00.000Z"),
    }),
    { maxLength: 8 },
  )
  .map((list) => list.map((values, index) => toAdjustment(values, index + 1)));
const receipts = fc.array(
  fc.record({
    PaymentReceiptID: fc.integer({ min: 1, max: 1000 }),
    PayerName: fc.constant("Ali"),
    ReceiptNo: fc.integer({ min: 1, max: 1000 }),
    PaymentDate: dates,
    PaymentMethod: fc.constantFrom("Cash", "Cheque"),
    AmountPaid: fc.integer({ min: 1, max: 1_000_000 }).map(paisa),
    VoidedAt: fc.constantFrom(null, "2026-11-21T07:00:00.000Z"),
    Reversals: fc
      .constantFrom([], ["2026-11-10", null], ["2026-01-01", "2026-11-10", "2026-11-21", null])
      .map(toReversals),
  }),
  { maxLength: 8 },
);
const endOfTime = "2199-12-31";
const PlotID = 7;

describe("a statement", () => {
  test("has opening balance plus charges minus payments as the closing balance", () => {
    fc.assert(
      fc.property(
        rows,
        receipts,
        adjustments,
        dates,
        dates,
        (houseRows, houseReceipts, houseAdjustments, dayA, dayB) => {
          const [from, to] = dayA < dayB ? [dayA, dayB] : [dayB, dayA];
          const house = { PlotID, installments: houseRows, receipts: houseReceipts, adjustments: houseAdjustments };
          const statement = buildStatement({ ...house, from, to });
          const { opening, charged, paid, closing } = statement;
          expect(subtractFromSum(sumPaisa([opening, charged]), paid)).toBe(closing);
          expect(statement.entries.at(-1)?.Balance ?? statement.opening).toBe(statement.closing);
          expect(statement.entries.every((entry) => entry.Date >= from && entry.Date <= to)).toBe(true);
          const entryDays = statement.entries.map((entry) => entry.Date);
          expect(entryDays).toEqual(entryDays.toSorted());
          const before = buildStatement({ ...house, from: undefined, to: addDays(from, -1) });
          expect(before.closing).toBe(statement.opening);
        },
      ),
      { numRuns: 1_000 },
    );
  });

  test("of all time ends with what is due minus the credit, and leaves out what is voided", () => {
    fc.assert(
      fc.property(rows, receipts, adjustments, (houseRows, houseReceipts, houseAdjustments) => {
        const validAdjustments = houseAdjustments.filter(({ VoidedAt }) => VoidedAt === null);
        const [first, ...others] = houseRows;
        // All waivers lower the first installment. A penalty that is not applied cannot be owed, whatever was waived.
        const isWaiver = ({ Kind }: TestAdjustment) => Kind === "waiver" || Kind === "write-off";
        const waived = (Of: string) =>
          addPaisa(...validAdjustments.filter((row) => isWaiver(row) && row.Of === Of).map(amountOf));
        const waivedFirst = first && { ...first, WaivedAmount: waived("amount"), WaivedPenalty: waived("penalty") };
        const items = [...(waivedFirst ? [waivedFirst] : []), ...others];
        const linkedAdjustments = houseAdjustments.map((row) => ({
          ...row,
          PaymentScheduleID: first?.PaymentScheduleID ?? null,
        }));
        const { closing, opening, entries } = buildStatement({
          PlotID,
          installments: items,
          receipts: houseReceipts,
          adjustments: waivedFirst ? linkedAdjustments : linkedAdjustments.filter((row) => !isWaiver(row)),
          from: undefined,
          to: endOfTime,
        });
        const validReceipts = houseReceipts.filter(({ VoidedAt }) => VoidedAt === null);
        const owed = sumPaisa([...items.map(chargedAmount), ...validAdjustments.filter(isDebit).map(amountOf)]);
        const ticked = sumPaisa(items.map((row) => row.TickedAmount));
        const creditSources = validAdjustments.filter(
          (row) => (waivedFirst || !isWaiver(row)) && (row.Kind !== "transfer" || !isSent(row)),
        );
        const creditUses = validAdjustments.filter((row) => row.Kind === "refund" || isSent(row));
        const settling = validReceipts.filter((row) => !isReversed(row));
        const credit = sumPaisa([...settling.map(({ AmountPaid }) => AmountPaid), ...creditSources.map(creditOf)]);
        const balanceBeforeUses = subtractFromSum(subtractFromSum(owed, ticked), credit);
        expect([opening, closing]).toEqual([0, sumPaisa([balanceBeforeUses, ...creditUses.map(amountOf)])]);
        const reversals = validReceipts.flatMap(({ Reversals }) => Reversals);
        const redeposits = reversals.filter(({ To }) => To !== null);
        const countOf = (kind: string) => entries.filter(({ Kind }) => Kind === kind).length;
        expect([countOf("Receipt"), countOf("Reversal")]).toEqual([
          validReceipts.length + redeposits.length,
          reversals.length,
        ]);
      }),
      { numRuns: 1_000 },
    );
  });
});

/** The periods from the first to the second day, from the third to the fourth, and so on; null is no end. */
function toReversals(days: readonly (string | null)[]): { From: string; To: string | null }[] {
  return days.flatMap((From, index) =>
    index % 2 === 0 && From !== null ? [{ From, To: days[index + 1] ?? null }] : [],
  );
}

type TestAdjustment = ReturnType<typeof toAdjustment>;

/** An adjustment of the house, or a transfer from another house to it, with the credit that its kind can give. */
function toAdjustment(
  {
    Kind,
    Amount,
    isIncoming,
    tickedShare,
    ...values
  }: {
    Kind: (typeof adjustmentKinds)[number];
    Amount: number;
    /** An opening balance below 0, or a transfer from another house. */
    isIncoming: boolean;
    tickedShare: number;
    Date: string;
    DueDate: string | null;
    Of: "amount" | "penalty";
    VoidedAt: string | null;
  },
  AdjustmentID: number,
) {
  const isCredit = Kind === "opening" && isIncoming;
  const Credit = { transfer: Amount, waiver: Math.floor((Amount * tickedShare) / 100), opening: Amount };
  const isWaiver = Kind === "waiver" || Kind === "write-off";
  const hasCredit = Kind === "transfer" || Kind === "waiver" || isCredit;
  return {
    ...values,
    AdjustmentID,
    AdjustmentNo: AdjustmentID,
    Kind,
    PlotID: Kind === "transfer" && isIncoming ? PlotID + 1 : PlotID,
    Amount: paisa(isCredit ? -Amount : Amount),
    Of: isWaiver ? values.Of : ("amount" as const),
    Reason: "For the test",
    PaymentScheduleID: null as number | null,
    Allocations: [],
    Credit: paisa(hasCredit ? Credit[Kind] : 0),
    RefundedAmount: zero,
    TickedDate: null,
  };
}

/** Whether the adjustment is a transfer from the house, not one to it. */
function isSent(row: TestAdjustment): boolean {
  return row.Kind === "transfer" && row.PlotID === PlotID;
}

function amountOf({ Amount }: TestAdjustment) {
  return Amount;
}

function creditOf({ Credit }: TestAdjustment) {
  return Credit;
}
