import type { z } from "zod";
import { toRupees } from "../../shared/money.ts";
import { expenses } from "../../shared/resources/expenses.ts";
import type { Column, Placed } from "./columns.ts";
import { type KeyedRow, keyedRows } from "./keys.ts";
import type { RowReading } from "./reading.ts";
import type { SheetRow } from "./sheet.ts";
import { dayIn, monthIn, rupeesIn, yearIn } from "./values.ts";
import { cleanedOptional, folded, yesOrNo } from "./words.ts";

type Input = z.output<typeof expenses.input>;

/** An expense as the office's spreadsheet has it. */
export type ExpenseRow = KeyedRow<Input>;

type Name =
  | "ExpenseType"
  | "ExpenseTitle"
  | "Description"
  | "Month"
  | "Year"
  | "Amount"
  | "IsPaid"
  | "PaidOnDate"
  | "Number";

export const expenseColumns: readonly Column<Name>[] = [
  {
    name: "ExpenseType",
    spellings: ["Expense Type", "Type", "Category", "Head", "Account", "Expense Head", "قسم", "مد", "خرچ کی قسم"],
    required: true,
  },
  {
    name: "ExpenseTitle",
    spellings: ["Title", "Expense Title", "Expense", "Item", "Particulars", "Name", "عنوان", "خرچ", "خرچ کا عنوان"],
    required: true,
  },
  {
    name: "Description",
    spellings: ["Description", "Details", "Detail", "Remarks", "Note", "Notes", "تفصیل", "کیفیت"],
  },
  { name: "Month", spellings: ["Month", "For Month", "Expense Month", "Period", "مہینہ", "ماہ"], required: true },
  { name: "Year", spellings: ["Year", "For Year", "سال"] },
  {
    name: "Amount",
    spellings: ["Amount", "Amount Rs", "Amount PKR", "Amount in Rs", "Rs", "Rupees", "Cost", "Total", "رقم", "خرچہ"],
    required: true,
  },
  { name: "IsPaid", spellings: ["Paid", "Is Paid", "Status", "Payment Status", "ادا شدہ"] },
  {
    name: "PaidOnDate",
    spellings: [
      "Paid On",
      "Paid On Date",
      "Payment Date",
      "Date Paid",
      "Paid Date",
      "Date",
      "ادائیگی کی تاریخ",
      "تاریخ",
    ],
  },
  {
    name: "Number",
    spellings: [
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
export function parseExpenses(rows: readonly SheetRow[], placed?: Placed) {
  const kind = { columns: expenseColumns, numberLabel: "Voucher number", inputOf, partsOf };
  return keyedRows<Name, Input>({ ...kind, emptyInTotal: ["ExpenseTitle", "Month"] }, { rows, placed });
}

function inputOf(reading: RowReading<Name>): Input | undefined {
  const month = reading.required("Month", "Month", monthIn);
  const year = reading.parsed("Year", "Year", yearIn) ?? month?.year;
  const PaidOnDate = reading.parsed("PaidOnDate", "Paid on", dayOrNothing);
  return reading.record(expenses.input, {
    ExpenseType: reading.text("ExpenseType", "Expense type"),
    ExpenseTitle: reading.text("ExpenseTitle", "Expense title"),
    Description: reading.optional("Description", "Description"),
    Month: month && String(month.month).padStart(2, "0"),
    Year: year === undefined ? "" : String(year),
    Amount: reading.required("Amount", "Amount", rupeesIn),
    // Where a day stands, somebody paid.
    IsPaid: Boolean(PaidOnDate) || (reading.parsed("IsPaid", "Paid", paidOrNot) ?? false),
    PaidOnDate: PaidOnDate || null,
  });
}

function partsOf({ ExpenseType, ExpenseTitle, Year, Month, Amount }: Input) {
  return [ExpenseType, ExpenseTitle, `${Year}-${Month}`, toRupees(Amount)];
}

function dayOrNothing(text: string): string | undefined {
  return cleanedOptional(text) === "" ? "" : dayIn(text);
}

function paidOrNot(text: string): boolean | undefined {
  const word = folded(text);
  if (["paid", "ادا شدہ", "cleared"].includes(word)) return true;
  if (["unpaid", "not paid", "pending", "due", "غیر ادا شدہ"].includes(word)) return false;
  return yesOrNo(text);
}
