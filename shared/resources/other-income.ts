import { inYear } from "../domain/list-filters.ts";
import { day, instant, oneOf, optionalText, positiveRupees, text } from "../fields.ts";
import { defineResource } from "../registry.ts";
import { optionalAccount } from "./account.ts";
import { paymentMethods } from "./payment-receipt.ts";

/** Income that does not come from houses: rent of the hall, scrap, bank interest. */
export const otherIncome = defineResource({
  name: "other-income",
  idField: "OtherIncomeID",
  label: "Income",
  titleField: "Category",
  page: {
    id: 32,
    path: "/finance-management?tab=other-income",
    title: "Other Income",
    icon: "banknote",
    screen: "other-income/OtherIncomeScreen",
  },
  input: {
    Date: day("Date is required"),
    Payer: text("Payer is required"),
    Category: text("Category is required"),
    Amount: positiveRupees("Amount must be greater than 0"),
    /** The account that receives the money. Null: the account of the payment method. */
    AccountID: optionalAccount(),
    Method: oneOf(paymentMethods, "Payment method is required"),
    Reference: optionalText(),
    Description: optionalText(),
  },
  serverFields: { CreatedAt: instant() },
  searchFields: ["Payer", "Category", "Reference", "Description", "Amount"],
  filters: { year: inYear("Date") },
  monthLock: { dayFields: ["Date"], exemptFields: [] },
  indexes: [["Date"]],
});

/** The number as shown to users: OI-12. */
export function otherIncomeName({ OtherIncomeID }: { OtherIncomeID: number }): string {
  return `OI-${OtherIncomeID}`;
}
