import { day, instant, oneOf, optionalText, positiveRupees, text } from "../fields.ts";
import { defineResource } from "../registry.ts";
import { optionalAccount } from "./account.ts";
import { paymentMethods } from "./payment-receipt.ts";

/** Money that no house owed: rent of the hall, scrap, bank interest. */
export const otherIncome = defineResource({
  name: "other-income",
  idField: "OtherIncomeID",
  label: "Other income",
  titleField: "Category",
  page: {
    number: 32,
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
    /** The account of the method if left out. */
    AccountID: optionalAccount(),
    Method: oneOf(paymentMethods, "Payment method is required"),
    Reference: optionalText(),
    Description: optionalText(),
  },
  computed: { CreatedAt: instant() },
  searchFields: ["Payer", "Category", "Reference", "Description", "Amount"],
  filters: { year: { field: "Date", range: (year) => [`${year}-01-01`, `${year}-12-31`] } },
  monthLock: { days: ["Date"], exempt: [] },
  indexes: [["Date"]],
});
