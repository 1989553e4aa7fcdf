import type { z } from "zod";
import { toRupees } from "../../../shared/money.ts";
import { expenses } from "../../../shared/resources/expenses.ts";
import type { Column, ColumnMapping } from "../../services/imports/columns.ts";
import type { RowReader } from "../../services/imports/keyed-rows.ts";
import { type KeyedRow, parseKeyedRows } from "../../services/imports/keyed-rows.ts";
import type { SpreadsheetRow } from "../../services/imports/spreadsheet.ts";
import {
  cleanOptionalText,
  foldCase,
  parseDay,
  parseMonth,
  parseRupees,
  parseYear,
  parseYesNo,
} from "../../services/imports/values.ts";

type ExpenseInput = z.output<typeof expenses.input>;

/** An expense as the office's spreadsheet has it. */
export type ExpenseRow = KeyedRow<ExpenseInput>;

type ColumnName =
  | "ExpenseType"
  | "ExpenseTitle"
  | "Description"
  | "Month"
  | "Year"
  | "Amount"
  | "IsPaid"
  | "PaidOnDate"
  | "Number";

export const expenseColumns: readonly Column<ColumnName>[] = [
  {
    name: "ExpenseType",
    aliases: ["Expense Type", "Type", "Category", "Head", "Account", "Expense Head", "قسم", "مد", "خرچ کی قسم"],
    required: true,
  },
  {
    name: "ExpenseTitle",
    aliases: ["Title", "Expense Title", "Expense", "Item", "Particulars", "Name", "عنوان", "خرچ", "خرچ کا عنوان"],
    required: true,
  },
  {
    name: "Description",
    aliases: ["Description", "Details", "Detail", "Remarks", "Note", "Notes", "تفصیل", "کیفیت"],
  },
  { name: "Month", aliases: ["Month", "For Month", "Expense Month", "Period", "مہینہ", "ماہ"], required: true },
  { name: "Year", aliases: ["Year", "For Year", "سال"] },
  {
    name: "Amount",
    aliases: ["Amount", "Amount Rs", "Amount PKR", "Amount in Rs", "Rs", "Rupees", "Cost", "Total", "رقم", "خرچہ"],
    required: true,
  },
  { name: "IsPaid", aliases: ["Paid", "Is Paid", "Status", "Payment Status", "ادا شدہ"] },
  {
    name: "PaidOnDate",
    aliases: ["Paid On", "Paid On Date", "Payment Date", "Date Paid", "Paid Date", "Date", "ادائیگی کی تاریخ", "تاریخ"],
  },
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

/** The expenses of a sheet, by the rules of `keyedRows`. */
export function parseExpenses(rows: readonly SpreadsheetRow[], mapping?: ColumnMapping) {
  const kind = { columns: expenseColumns, numberLabel: "Voucher number", readInput: readInput, identityOf: identityOf };
  return parseKeyedRows<ColumnName, ExpenseInput>(
    { ...kind, emptyInTotalRow: ["ExpenseTitle", "Month"] },
    { rows, mapping },
  );
}

function readInput(reading: RowReader<ColumnName>): ExpenseInput | undefined {
  const month = reading.requiredValue("Month", "Month", parseMonth);
  const year = reading.optionalValue("Year", "Year", parseYear) ?? month?.year;
  const PaidOnDate = reading.optionalValue("PaidOnDate", "Paid on", parseOptionalDay);
  return reading.parseRecord(expenses.input, {
    ExpenseType: reading.requiredText("ExpenseType", "Expense type"),
    ExpenseTitle: reading.requiredText("ExpenseTitle", "Expense title"),
    Description: reading.optionalText("Description", "Description"),
    Month: month && String(month.month).padStart(2, "0"),
    Year: year === undefined ? "" : String(year),
    Amount: reading.requiredValue("Amount", "Amount", parseRupees),
    // Where a day stands, somebody paid.
    IsPaid: Boolean(PaidOnDate) || (reading.optionalValue("IsPaid", "Paid", parsePaid) ?? false),
    PaidOnDate: PaidOnDate || null,
  });
}

function identityOf({ ExpenseType, ExpenseTitle, Year, Month, Amount }: ExpenseInput) {
  return [ExpenseType, ExpenseTitle, `${Year}-${Month}`, toRupees(Amount)];
}

function parseOptionalDay(text: string): string | undefined {
  return cleanOptionalText(text) === "" ? "" : parseDay(text);
}

function parsePaid(text: string): boolean | undefined {
  const word = foldCase(text);
  if (["paid", "ادا شدہ", "cleared"].includes(word)) return true;
  if (["unpaid", "not paid", "pending", "due", "غیر ادا شدہ"].includes(word)) return false;
  return parseYesNo(text);
}
