import { describe, expect, test } from "vitest";
import { paymentReceipt } from "../../shared/resources/payment-receipt.ts";
import {
  getDefaultSide,
  listChangedFields,
  mergeValues,
  needsDecision,
} from "../../web/resource/conflict/threeWayMerge.ts";

const before = { HouseNo: "A-1", AmountPaid: 3500, PaymentDate: "2026-11-21", PaymentMethod: "Cash", Remarks: "" };

function merge(mine: Partial<typeof before>, theirs: Partial<typeof before>) {
  const versions = { before, mine: { ...before, ...mine }, theirs: { ...before, ...theirs } };
  const fields = listChangedFields(versions);
  const merged = mergeValues(versions, { fields, sideOf: getDefaultSide });
  return { needsChoice: needsDecision(paymentReceipt, fields), merged };
}

describe("two users editing one record", () => {
  test("changes of different fields are merged without asking", () => {
    const { needsChoice, merged } = merge({ Remarks: "Slip shown" }, { PaymentMethod: "Cheque" });
    expect(needsChoice).toBe(false);
    expect(merged).toEqual({ ...before, Remarks: "Slip shown", PaymentMethod: "Cheque" });
  });

  test("equal changes of a field are not a conflict", () => {
    expect(merge({ PaymentMethod: "Cheque" }, { PaymentMethod: "Cheque" }).needsChoice).toBe(false);
  });

  test("different changes of a field need a choice; one's own value is preselected, and other changes are merged", () => {
    const { needsChoice, merged } = merge({ Remarks: "Slip" }, { Remarks: "No slip", PaymentDate: "2026-11-20" });
    expect(needsChoice).toBe(true);
    expect(merged).toEqual({ ...before, Remarks: "Slip", PaymentDate: "2026-11-20" });
  });

  test("an amount that the other user changed needs a choice; one that only oneself changed needs none", () => {
    expect(merge({ Remarks: "Slip" }, { AmountPaid: 7000 }).needsChoice).toBe(true);
    expect(merge({ AmountPaid: 7000 }, { Remarks: "Slip" })).toMatchObject({ needsChoice: false });
  });
});
