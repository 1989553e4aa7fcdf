import type { z } from "zod";
import { toRupees } from "../../../shared/money.ts";
import { expenses } from "../../../shared/resources/expenses.ts";
import {
  isOneOf,
  parseMonth,
  parseOptionalDay,
  parseRupees,
  parseYear,
  parseYesNo,
} from "../../services/imports/cell-values.ts";
import type { Column, ColumnMapping } from "../../services/imports/columns.ts";
import { parseKeyedRows, type RowReader } from "../../services/imports/keyed-rows.ts";
import type { SpreadsheetRow } from "../../services/imports/spreadsheet.ts";

type ExpenseInput = z.output<typeof expenses.input>;

type ColumnName =
  | "ExpenseType"
  | "ExpenseTitle"
  | "Description"
  | "Month"
  | "Year"
  | "Amount"
  | "IsPaid"
  | "PaidOnDate"
  | "Payee"
  | "Number";

export const expenseColumns: readonly Column<ColumnName>[] = [
  {
    name: "ExpenseType",
    aliases: ["Expense Type", "Type", "Category", "Head", "Account", "Expense Head", "قسم", "مد", "خرچ کی قسم"],
    isRequired: true,
  },
  {
    name: "ExpenseTitle",
    aliases: ["Title", "Expense Title", "Expense", "Item", "Particulars", "Name", "عنوان", "خرچ", "خرچ کا عنوان"],
    isRequired: true,
  },
  {
    name: "Description",
    aliases: ["Description", "Details", "Detail", "Remarks", "Note", "Notes", "تفصیل", "کیفیت"],
  },
  { name: "Month", aliases: ["Month", "For Month", "Expense Month", "Period", "مہینہ", "ماہ"], isRequired: true },
  { name: "Year", aliases: ["Year", "For Year", "سال"] },
  {
    name: "Amount",
    aliases: ["Amount", "Amount Rs", "Amount PKR", "Amount in Rs", "Rs", "Rupees", "Cost", "Total", "رقم", "خرچہ"],
    isRequired: true,
  },
  { name: "IsPaid", aliases: ["Paid", "Is Paid", "Status", "Payment Status", "ادا شدہ"] },
  {
    name: "PaidOnDate",
    aliases: ["Paid On", "Paid On Date", "Payment Date", "Date Paid", "Paid Date", "Date", "ادائیگی کی تاریخ", "تاریخ"],
  },
  { name: "Payee", aliases: ["Payee", "Paid To", "Vendor", "Supplier", "وصول کنندہ", "کسے ادا کیا"] },
  {
    name: "Number",
    aliases: [
      "Voucher No",
      "Voucher",
      "Bill No",
      "Invoice No",
      "Reference",
      "Reference No",
      "Ref No",
      "Ref",
      "واؤچر نمبر",
    ],
  },
];

/** Parses the expenses of a spreadsheet, see `parseKeyedRows`. */
export function parseExpenses(rows: readonly SpreadsheetRow[], mapping?: ColumnMapping) {
  return parseKeyedRows<ColumnName, ExpenseInput>(
    {
      columns: expenseColumns,
      numberLabel: "Voucher number",
      emptyInTotalRow: ["ExpenseTitle", "Month"],
      readInput,
      identityOf,
    },
    { rows, mapping },
  );
}

function readInput(reader: RowReader<ColumnName>): ExpenseInput | undefined {
  const month = reader.requiredValue("Month", "Month", parseMonth);
  const year = reader.optionalValue("Year", "Year", parseYear) ?? month?.year;
  const PaidOnDate = reader.optionalValue("PaidOnDate", "Paid on", parseOptionalDay);
  return reader.parseRecord(expenses.input, {
    ExpenseType: reader.requiredText("ExpenseType", "Expense type"),
    ExpenseTitle: reader.requiredText("ExpenseTitle", "Expense title"),
    Description: reader.optionalText("Description", "Description"),
    Month: month && String(month.month).padStart(2, "0"),
    Year: year === undefined ? "" : String(year),
    Amount: reader.requiredValue("Amount", "Amount", parseRupees),
    // An expense with a payment date is paid.
    IsPaid: Boolean(PaidOnDate) || (reader.optionalValue("IsPaid", "Paid", parsePaid) ?? false),
    PaidOnDate: PaidOnDate || null,
    Payee: reader.optionalText("Payee", "Payee"),
  });
}

/** The values that identify an expense without a voucher number. */
export function identityOf(expense: Pick<ExpenseInput, "ExpenseType" | "ExpenseTitle" | "Year" | "Month" | "Amount">) {
  const { ExpenseType, ExpenseTitle, Year, Month, Amount } = expense;
  return [ExpenseType, ExpenseTitle, `${Year}-${Month}`, toRupees(Amount)];
}

function parsePaid(text: string): boolean | undefined {
  if (isOneOf(text, ["paid", "ادا شدہ", "cleared"])) return true;
  if (isOneOf(text, ["unpaid", "not paid", "pending", "due", "غیر ادا شدہ"])) return false;
  return parseYesNo(text);
}
