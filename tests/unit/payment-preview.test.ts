import fc from "fast-check";
import { expect, test } from "vitest";
import { previewPayment } from "../../shared/domain/payment-preview.ts";
import { paisa, sumPaisa, toNearestPaisa, toRupees } from "../../shared/money.ts";

const items = [
  { id: 1, Due: 2_500 },
  { id: 2, Due: 2_700.5 },
  { id: 3, Due: 2_500 },
];

test("a payment settles the oldest items first, the last possibly in part; the remainder becomes credit", () => {
  expect(summarizePreview(0)).toEqual({ paid: [], partlyPaid: undefined, credit: 0 });
  expect(summarizePreview(100)).toEqual({ paid: [], partlyPaid: 1, credit: 0 });
  expect(summarizePreview(2_500)).toEqual({ paid: [1], partlyPaid: undefined, credit: 0 });
  expect(summarizePreview(5_200)).toEqual({ paid: [1], partlyPaid: 2, credit: 0 });
  expect(summarizePreview(8_100.5)).toEqual({ paid: [1, 2, 3], partlyPaid: undefined, credit: 400 });
});

test("every paisa of a payment settles an item or becomes credit, and no later item is paid before an earlier one", () => {
  const dueAmounts = fc.array(fc.integer({ min: 1, max: 5_000_000 }), { maxLength: 40 });
  fc.assert(
    fc.property(dueAmounts, fc.integer({ min: 0, max: 100_000_000 }), (dues, amount) => {
      const openItems = dues.map((due) => ({ Due: toRupees(paisa(due)) }));
      const { paid, partlyPaid, credit } = previewPayment(openItems, paisa(amount));
      const paidAmount = Number(sumPaisa(paid.map(({ Due }) => toNearestPaisa(Due))));
      expect(paid).toEqual(openItems.slice(0, paid.length));
      if (partlyPaid) {
        expect(partlyPaid).toBe(openItems[paid.length]);
        expect(credit).toBe(0);
        expect(amount - paidAmount).toBeGreaterThan(0);
        expect(amount - paidAmount).toBeLessThan(toNearestPaisa(partlyPaid.Due));
      } else expect(paidAmount + credit).toBe(amount);
      if (credit > 0) expect(paid).toHaveLength(openItems.length);
    }),
  );
});

function summarizePreview(rupees: number) {
  const { paid, partlyPaid, credit } = previewPayment(items, toNearestPaisa(rupees));
  return { paid: paid.map(({ id }) => id), partlyPaid: partlyPaid?.id, credit: toRupees(credit) };
}
