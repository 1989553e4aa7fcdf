import type { z } from "zod";
import { toRupees } from "../../shared/money.ts";
import { expenses } from "../../shared/resources/expenses.ts";
import { type Column, entriesOf, isTotal, type Placed } from "./columns.ts";
import { RowKeys } from "./keys.ts";
import { type Refused, RowReading } from "./reading.ts";
import type { SheetRow } from "./sheet.ts";
import { dayIn, monthIn, rupeesIn, yearIn } from "./values.ts";
import { cleanedOptional, folded, yesOrNo } from "./words.ts";

/** An expense as the office's spreadsheet has it. */
export interface ExpenseRow {
  row: number;
  input: z.output<typeof expenses.input>;
  /** The office's own number; "" without one. */
  number: string;
  key: string;
}

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

/** The expenses of a sheet, and each row that cannot be one with the reason why; only a total is left out in silence. Throws SheetError when columns are missing. */
export function parseExpenses(rows: readonly SheetRow[], placed?: Placed): { found: ExpenseRow[]; refused: Refused[] } {
  const keys = new RowKeys();
  const found: ExpenseRow[] = [];
  const refused: Refused[] = [];
  for (const entry of entriesOf(rows, expenseColumns, placed)) {
    if (isTotal(entry, ["ExpenseTitle", "Month"])) continue;
    const { row } = entry;
    const reading = new RowReading(entry);
    const number = reading.optional("Number", "Voucher number");
    const input = inputOf(reading);
    const known = input && keys.of({ row, number, parts: partsOf(input) });
    if (!input || !known) refused.push({ row, reason: reading.reasons.join("; ") });
    else if ("earlier" in known)
      refused.push({ row, reason: `Voucher number ${number} is already in row ${known.earlier}` });
    else found.push({ row, input, number, key: known.key });
  }
  return { found, refused };
}

function inputOf(reading: RowReading<Name>): ExpenseRow["input"] | undefined {
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

function partsOf({ ExpenseType, ExpenseTitle, Year, Month, Amount }: ExpenseRow["input"]) {
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
