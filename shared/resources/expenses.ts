import { attachmentFields } from "../attachments.ts";
import { field } from "../field-meta.ts";
import { bit, instant, oneOf, optionalDay, optionalText, rupees, text, textWithMin } from "../fields.ts";
import { defineResource, type RowOf } from "../registry.ts";
import { optionalAccount } from "./account.ts";

const months = ["01", "02", "03", "04", "05", "06", "07", "08", "09", "10", "11", "12"] as const;

const minYear = 2000;
const maxYear = 2100;

/** What the society spends. The cash book of the account has the paid ones. */
export const expenses = defineResource({
  name: "expenses",
  idField: "ExpenseID",
  label: "Expense",
  titleField: "ExpenseTitle",
  page: {
    id: 14,
    path: "/finance-management?tab=expenses",
    title: "Expenses",
    icon: "banknote",
    screen: "expenses/ExpensesScreen",
  },
  input: {
    ExpenseType: text("Expense type is required"),
    ExpenseTitle: text("Expense title is required"),
    Description: optionalText(),
    Month: oneOf(months, "Month is required"),
    Year: field(
      textWithMin(4, "Year is required").refine(
        (year) => /^\d{4}$/.test(year) && Number(year) >= minYear && Number(year) <= maxYear,
        `Year must be from ${minYear} to ${maxYear}`,
      ),
      { kind: "text" },
    ),
    Amount: rupees("Amount must be a positive number"),
    IsPaid: bit().default(0),
    PaidOnDate: optionalDay("The payment day must be a date"),
    /** The account that pays the expense. Null: the cash account. */
    AccountID: optionalAccount(),
    Payee: optionalText(),
    VoucherNo: optionalText(),
  },
  serverFields: {
    /** The attached voucher. `PUT /api/expenses/{id}/attachment` sets these fields. */
    ...attachmentFields(),
    /** Identifies the spreadsheet row of an imported record, so that a second import skips the row; otherwise "". */
    ImportKey: optionalText(),
    /** 1 if an import has marked the expense as paid; the money did not come out of a drawer. */
    IsPaidByImport: bit(),
    CreatedAt: instant(),
    UpdatedAt: instant(),
  },
  monthLock: { dayFields: ["PaidOnDate"], monthFields: { year: "Year", month: "Month" }, exemptFields: [] },
  searchFields: ["ExpenseType", "ExpenseTitle", "Description", "Payee", "VoucherNo"],
  sortFields: ["ExpenseType", "ExpenseTitle", "Year", "Amount", "PaidOnDate"],
  indexes: [["AccountID", "PaidOnDate"], ["AttachmentID"], ["Year", "Month"], ["ImportKey"]],
});

export type Expense = RowOf<typeof expenses>;

/** The voucher number, or E-12 without one. */
export function expenseNumber({ ExpenseID, VoucherNo }: { ExpenseID: number; VoucherNo: string }): string {
  return VoucherNo === "" ? `E-${ExpenseID}` : VoucherNo;
}

/** The day of payment that must be in the books: that of a paid expense, or the one entered for an unpaid expense. */
export function enteredPaymentDay(expense: Pick<Expense, "IsPaid" | "PaidOnDate" | "Year" | "Month">): string | null {
  return expense.IsPaid === 1 ? expensePaymentDay(expense) : expense.PaidOnDate;
}

/** The day on which the cash book has a paid expense: without a day of payment, the first of its month. */
export function expensePaymentDay({
  PaidOnDate,
  Year,
  Month,
}: {
  PaidOnDate: string | null;
  Year: string;
  Month: string;
}): string {
  return PaidOnDate ?? `${Year}-${Month}-01`;
}
