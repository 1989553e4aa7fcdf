import { expect, test } from "vitest";
import { formatNameAndAmount, formatWithPenalty } from "../../web/domain/amounts.ts";

test("an amount below 0 is shown as credit (Cr), without a minus", () => {
  expect(formatNameAndAmount("ADJ-8", -1_200)).toMatch(/^ADJ-8, Rs\s1,200 Cr$/);
  expect(formatWithPenalty({ rupees: -1_200.5, penalty: 0 })).toMatch(/^Rs\s1,200\.50 Cr$/);
});

test("an amount is followed by the penalty in it", () => {
  expect(formatWithPenalty({ rupees: 4_400, penalty: 200 })).toMatch(/^Rs\s4,400 with penalty of Rs\s200$/);
});
