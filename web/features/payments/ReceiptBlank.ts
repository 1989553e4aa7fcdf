import type { Values } from "../../resourceValues.ts";

/** What a new receipt starts with, but for its day; its keys are the fields of the form. */
export const blankReceipt: Values = {
  HouseNo: "",
  AmountPaid: undefined,
  PaymentDate: undefined,
  PaymentMethod: "Cash",
  Remarks: "",
};

/** The fields that a link to a new receipt may fill. */
export const fillable = ["HouseNo", "AmountPaid"];

export const nothingGiven: Values = {};

/** What such a link gives: the house, and the amount where it is one. */
export function givenIn(values: ReadonlyMap<string, string>): Values {
  const amount = Number(values.get("AmountPaid"));
  return { HouseNo: values.get("HouseNo") ?? "", ...(amount > 0 ? { AmountPaid: amount } : {}) };
}
