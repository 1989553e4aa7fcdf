import { chequeStates } from "../domain/cheques.ts";
import { equalTo, inYear } from "../domain/list-filters.ts";
import { day, integer, oneOf, optionalDay, optionalText, ref, rupees } from "../fields.ts";
import { defineResource, join, type RowOf } from "../registry.ts";
import { paymentReceipt, receiptName } from "./payment-receipt.ts";
import { plot } from "./plot.ts";

/** The cheques of receipts. `cheque-entry` has the steps of each cheque. */
export const cheque = defineResource({
  name: "cheque",
  idField: "ChequeID",
  label: "Cheque",
  titleField: "ChequeNo",
  page: {
    id: 38,
    path: "/finance-management?tab=cheques",
    title: "Cheques",
    icon: "file-text",
    screen: "cheque/ChequesScreen",
    actions: ["View", "Add", "Update"],
  },
  verbs: ["list"],
  input: {},
  serverFields: {
    PaymentReceiptID: ref(paymentReceipt, "Receipt"),
    PlotID: ref(plot, "House"),
    ChequeNo: optionalText(),
    BankName: optionalText(),
    /** Null if it was not entered. */
    ChequeDate: optionalDay("Cheque date"),
    Amount: rupees("Amount"),
    State: oneOf(chequeStates, "State"),
    /** The first day of the current state: the day of the payment, deposit slip, clearing, bounce or return. */
    StateDate: day("Since"),
    /** The slip of the last deposit. */
    DepositSlipID: integer({ min: 1, message: "Deposit slip" }).nullable(),
    /** Why the bank did not pay the cheque at its last bounce; "" if it never bounced or was deposited again. */
    BounceReason: optionalText(),
    /** The charge for the amount of a bounced or returned cheque whose receipt could not be reversed. */
    ChargeID: integer({ min: 1, message: "Charge" }).nullable(),
    /** Copies of the receipt's values. */
    ReceiptNo: integer({ min: 1, message: "Receipt" }),
    PayerName: optionalText(),
    PaymentDate: day("Received on"),
  },
  joins: {
    HouseNo: join("PlotID", plot, "HouseNo"),
    CategoryName: join("PlotID", plot, "CategoryName"),
  },
  unique: [["PaymentReceiptID"]],
  plotField: "PlotID",
  ownershipDateField: "PaymentDate",
  searchFields: ["HouseNo", "PayerName", "ReceiptNo", "ChequeNo", "BankName", "Amount"],
  sortFields: ["ChequeDate", "StateDate", "ReceiptNo", "ChequeNo", "Amount"],
  filters: {
    year: inYear("StateDate"),
    plot: equalTo("PlotID"),
  },
  indexes: [["State", "StateDate"]],
  // Not locked itself: its days come from its receipt and cheque entries, which are.
  monthLock: false,
});

export type Cheque = RowOf<typeof cheque>;

/** Names a cheque to users by its number, or by the receipt if it has none. */
export function chequeName(row: Pick<Cheque, "ChequeNo" | "ReceiptNo">): string {
  return row.ChequeNo === "" ? receiptName(row) : row.ChequeNo;
}
