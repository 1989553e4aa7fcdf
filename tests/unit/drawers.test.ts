import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { sumDrawers, summarizeDay } from "../../shared/domain/day-close.ts";
import {
  addMovements,
  denominations,
  listMovements,
  newDrawerSums,
  sumDenominations,
} from "../../shared/domain/drawers.ts";
import { paisa, zero } from "../../shared/money.ts";
import { paymentMethods, paymentReceipt } from "../../shared/resources/payment-receipt.ts";
import { newSociety } from "../../shared/resources/society.ts";

const defaultMethodAccounts = newSociety.MethodAccounts;

const receipts = fc.record({
  PaymentReceiptID: fc.constant(1),
  ReceiptNo: fc.constant(1),
  HouseNo: fc.constant("A-1"),
  PayerName: fc.constant("Ali"),
  ChequeNo: fc.constant(""),
  ImportKey: fc.constant(""),
  PaymentMethod: fc.constantFrom(...paymentMethods),
  AmountPaid: fc.integer({ min: 1, max: 1_000_000 }),
  AccountID: fc.constantFrom(null, 1, 2),
  VoidedAt: fc.constant(null),
});

describe("the cash of a drawer", () => {
  test("is the sum of the counted notes and coins", () => {
    const counts = fc.record(
      Object.fromEntries(denominations.map((value) => [String(value), fc.integer({ min: 0, max: 100_000 })])),
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(counts, (count) => {
        const amounts = Object.entries(count).map(([value, number]) => Number(value) * (number ?? 0) * 100);
        expect(sumDenominations(count)).toBe(amounts.reduce((sum, amount) => sum + amount, 0));
      }),
    );
    // There is no note or coin of 7 rupees.
    expect(sumDenominations({ "5000": 1, "7": 100 })).toBe(500_000);
  });

  test("counts a receipt once, with its last amount, however often it was changed; so does the day sheet", () => {
    fc.assert(
      fc.property(fc.array(receipts, { minLength: 1, maxLength: 8 }), fc.boolean(), (states, isVoided) => {
        const last = states.at(-1);
        const allStates = [null, ...states, ...(isVoided ? [{ ...last, VoidedAt: "2026-11-15T07:00:00.000Z" }] : [])];
        const steps = allStates
          .slice(1)
          .map((after, index) => ({ resource: paymentReceipt, before: allStates[index] ?? null, after }));
        // The drawers belong to account 1, which also receives cash that names no account.
        const isInDrawer = last?.PaymentMethod === "Cash" && last.AccountID !== 2;
        const drawer = addMovements(
          newDrawerSums(paisa(500)),
          steps.flatMap((step) => listMovements(step, defaultMethodAccounts)),
        );
        expect(drawer.Expected).toBe(500 + (!isVoided && isInDrawer ? last.AmountPaid : 0));
        const sheet = summarizeDay(steps.flatMap((step) => listMovements(step)));
        for (const method of paymentMethods)
          expect(sheet.ByMethod[method]).toBe(!isVoided && last?.PaymentMethod === method ? last.AmountPaid : 0);
        expect(sheet.Lines.length).toBe(!isVoided && last?.PaymentMethod === "Cheque" ? 1 : 0);
      }),
    );
  });

  test("does not contain imported payments; the day sheet lists later changes of these", () => {
    const row = {
      PaymentReceiptID: 1,
      ReceiptNo: 1,
      HouseNo: "A-1",
      PayerName: "Ali",
      ChequeNo: "",
      PaymentMethod: "Cash",
      AmountPaid: 5,
      VoidedAt: null,
      ImportKey: "7",
      AccountID: null,
    };
    const voided = { resource: paymentReceipt, before: row, after: { ...row, VoidedAt: "2026-11-15T07:00:00.000Z" } };
    for (const methodAccounts of [defaultMethodAccounts, undefined])
      expect(listMovements({ resource: paymentReceipt, before: null, after: row }, methodAccounts)).toEqual([]);
    expect(listMovements(voided, defaultMethodAccounts)).toEqual([]);
    expect(listMovements(voided)).toMatchObject([{ No: "R-1", Amount: -5, Action: "removed" }]);
  });

  test("adds up for all drawers of a day: the expected cash plus all differences is the counted cash", () => {
    const drawers = fc.array(
      fc.record({
        Counted: fc.nat().map(paisa),
        Difference: fc.integer().map(paisa),
        HandedToDrawerID: fc.option(fc.constant(2)),
      }),
    );
    fc.assert(
      fc.property(drawers, (rows) => {
        const { Expected, Counted, Difference } = sumDrawers(rows);
        expect(Expected + Difference).toBe(Counted);
        expect(Difference).toBe(rows.reduce((sum, row) => sum + row.Difference, 0));
        const notHandedOver = rows.filter(({ HandedToDrawerID }) => HandedToDrawerID === null);
        expect(Counted).toBe(notHandedOver.reduce((sum, row) => sum + row.Counted, zero as number));
      }),
    );
  });
});
