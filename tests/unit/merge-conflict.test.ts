import { describe, expect, test } from "vitest";
import { paymentReceipt } from "../../shared/resources/payment-receipt.ts";
import {
  getDefaultSide,
  listChangedFields,
  mergeValues,
  needsDecision,
} from "../../web/resource/conflict/threeWayMerge.ts";

const before = { HouseNo: "A-1", AmountPaid: 3500, PaymentDate: "2026-11-21", PaymentMethod: "Cash", Remarks: "" };

function mergeBoth(mine: Partial<typeof before>, theirs: Partial<typeof before>) {
  const versions = { before, mine: { ...before, ...mine }, theirs: { ...before, ...theirs } };
  const fields = listChangedFields(versions);
  const merged = mergeValues(versions, { fields, sideOf: getDefaultSide });
  return { needsChoice: needsDecision(paymentReceipt, fields), merged };
}

describe("two users editing one record", () => {
  test("changes of different fields are merged without asking", () => {
    const { needsChoice, merged } = mergeBoth({ Remarks: "Slip shown" }, { PaymentMethod: "Cheque" });
    expect(needsChoice).toBe(false);
    expect(merged).toEqual({ ...before, Remarks: "Slip shown", PaymentMethod: "Cheque" });
  });

  test("equal changes of a field are not a conflict", () => {
    expect(mergeBoth({ PaymentMethod: "Cheque" }, { PaymentMethod: "Cheque" }).needsChoice).toBe(false);
  });

  test("different changes of a field are a choice, and each suggestion is the changed value", () => {
    const { needsChoice, merged } = mergeBoth({ Remarks: "Slip" }, { Remarks: "No slip", PaymentDate: "2026-11-20" });
    expect(needsChoice).toBe(true);
    expect(merged).toEqual({ ...before, Remarks: "Slip", PaymentDate: "2026-11-20" });
  });

  test("an amount that the other user changed is never merged without asking; one's own change is saved", () => {
    expect(mergeBoth({ Remarks: "Slip" }, { AmountPaid: 7000 }).needsChoice).toBe(true);
    expect(mergeBoth({ AmountPaid: 7000 }, { Remarks: "Slip" })).toMatchObject({ needsChoice: false });
  });
});
