import type { Values } from "../../resourceValues.ts";

/** What a new receipt starts with, but for its day; its keys are the fields of the form. */
export const blankReceipt: Values = {
  HouseNo: "",
  AmountPaid: undefined,
  PaymentDate: undefined,
  PaymentMethod: "Cash",
  Remarks: "",
};
