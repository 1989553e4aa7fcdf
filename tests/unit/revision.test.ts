import fc from "fast-check";
import { expect, test } from "vitest";
import { reviseAmount } from "../../shared/domain/revision.ts";
import { addPaisa, type Paisa, paisa, zero } from "../../shared/money.ts";

const amounts = fc.integer({ min: 0, max: 1_000 }).map(paisa);
const installments = fc
  .record({ Amount: amounts, waived: amounts, received: amounts })
  .map(({ Amount, waived, received }) => {
    const WaivedAmount = paisa(Math.min(Amount, waived));
    return { Amount, WaivedAmount, AmountReceived: paisa(Math.min(Amount - WaivedAmount, received)) };
  });

test("after any revisions, the installment and its charge add up to the last new amount, or to the waived amount if that is higher", () => {
  fc.assert(
    fc.property(installments, fc.array(amounts, { minLength: 1 }), (start, targets) => {
      let month = { row: start, surcharge: zero };
      for (const target of targets) month = revise(month, target);
      const last = targets.at(-1) ?? 0;
      expect(addPaisa(month.row.Amount, month.surcharge)).toBe(Math.max(last, start.WaivedAmount));
    }),
  );
});

test("an installment with money received is never raised, and one without never gets a charge", () => {
  fc.assert(
    fc.property(installments, amounts, amounts, (before, surcharge, target) => {
      const revised = reviseAmount({ installment: before, surcharge, target });
      if (before.AmountReceived > 0) expect(revised.Amount).toBeLessThanOrEqual(before.Amount);
      else expect(revised.charge).toBe(0);
    }),
  );
});

test("a repeated revision changes nothing", () => {
  fc.assert(
    fc.property(installments, amounts, amounts, (start, surcharge, target) => {
      const once = revise({ row: start, surcharge }, target);
      expect(revise(once, target)).toEqual(once);
    }),
  );
});

interface Month {
  row: Parameters<typeof reviseAmount>[0]["installment"];
  surcharge: Paisa;
}

/** The month after its revision. What was received beyond the new amount is credit. */
function revise({ row: before, surcharge }: Month, target: Paisa): Month {
  const { Amount, charge, voidsSurcharge } = reviseAmount({ installment: before, surcharge, target });
  const AmountReceived = paisa(Math.min(before.AmountReceived, Amount - before.WaivedAmount));
  return {
    row: { ...before, Amount, AmountReceived },
    surcharge: addPaisa(charge, voidsSurcharge ? zero : surcharge),
  };
}
