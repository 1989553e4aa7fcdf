import type { FormValues } from "../../resource/formValues.ts";

/** What a new receipt starts with, but for its day; its keys are the fields of the form. */
export const receiptDefaultValues: FormValues = {
  HouseNo: "",
  AmountPaid: undefined,
  PaymentDate: undefined,
  PaymentMethod: "Cash",
  Remarks: "",
};

/** The fields that a link to a new receipt may fill. */
export const prefillParams = ["HouseNo", "AmountPaid"];

export const noPrefill: FormValues = {};

/** What such a link gives: the house, and the amount where it is one. */
export function parsePrefill(values: ReadonlyMap<string, string>): FormValues {
  const amount = Number(values.get("AmountPaid"));
  return { HouseNo: values.get("HouseNo") ?? "", ...(amount > 0 ? { AmountPaid: amount } : {}) };
}
