import { describe, expect, test } from "vitest";
import { openingBalanceImporter } from "../../server/features/adjustment/import.ts";
import { expenseImporter } from "../../server/features/expenses/import.ts";
import { parseExpenses } from "../../server/features/expenses/import-rows.ts";
import { receiptImporter } from "../../server/features/payment-receipt/import.ts";
import { parseReceipts, receiptColumns } from "../../server/features/payment-receipt/import-rows.ts";
import { plotImporter } from "../../server/features/plot/import.ts";
import { detectColumns, parseColumnMapping } from "../../server/services/imports/columns.ts";
import { detectImporter } from "../../server/services/imports/run-import.ts";
import { SpreadsheetError, type SpreadsheetRow } from "../../server/services/imports/spreadsheet.ts";
import { refusalTexts } from "../harness/imports.ts";

const titles = ["House No", "Amount Paid", "Payment Date", "Payment Method", "Remarks", "Receipt No"];
const validRow = ["A-1", "2500", "03/01/2026", "Cash", "", ""];

describe("a receipt", () => {
  test("is read in all common notations", () => {
    const { accepted, refused } = parseReceipts(
      sheet(
        ["گلشن سوسائٹی"],
        ["مکان نمبر", "رقم", "تاریخ", "طریقہ", "کیفیت"],
        [" a-1 ", "Rs 2,500/-", "3 Jan 26", "easypaisa", "دفتر میں"],
        ["B-2", "۳۵۰۰", "2026-01-04", "Chq.", "-"],
        ["کل", "6000"],
        ["", ""],
      ),
    );
    expect(refusalTexts(refused)).toEqual([{ row: 6, reason: expect.stringContaining("House number is required") }]);
    expect(accepted.map(({ rowNumber, input }) => [rowNumber, ...Object.values(input)])).toEqual([
      [3, "a-1", 250_000, "2026-01-03", "Online", "", "", "", null, "دفتر میں", null],
      [4, "B-2", 350_000, "2026-01-04", "Cheque", "", "", "", null, "", null],
    ]);
  });

  test.each([
    [{ 0: "" }, "House number is required"],
    [{ 1: "0" }, "Amount must be greater than 0"],
    [{ 1: "12.345" }, "At most 2 decimals"],
    [{ 1: "-500" }, "Amount not recognised: -500"],
    [{ 2: "31/02/2026" }, "Payment date not recognised: 31/02/2026"],
    [{ 3: "Barter" }, "Payment method not recognised: Barter"],
    [{ 4: "=1+1" }, "Remarks is a formula: =1+1"],
    [{ 1: "", 2: "", 3: "" }, "Amount is required; Payment date is required; Payment method is required"],
  ])("with %j is refused: %s", (changed, reason) => {
    const { accepted, refused } = parseReceipts(sheet(titles, validRowWith(changed)));
    expect(accepted).toEqual([]);
    expect(refusalTexts(refused)).toEqual([{ row: 2, reason }]);
  });

  test("has the same key in a longer file; equal rows have different keys; a receipt number determines the key", () => {
    const keys = (...rows: string[][]) => parseReceipts(sheet(titles, ...rows)).accepted.map(({ key }) => key);
    const shortFile = keys(validRow, validRow);
    expect(new Set(shortFile).size).toBe(2);
    const longerFile = keys(
      validRowWith({ 0: "B-1" }),
      validRowWith({ 0: "a-1", 1: "2,500.00", 4: "chq" }),
      validRow,
      validRow,
    );
    expect(longerFile.slice(1, 3)).toEqual(shortFile);
    expect(shortFile).not.toContain(longerFile[3]);
    expect(keys(validRowWith({ 5: "R-7" }))).toEqual(keys(validRowWith({ 1: "9", 5: "r-7 " })));
  });

  test("is refused if an earlier row has its number", () => {
    const { refused } = parseReceipts(sheet(titles, validRowWith({ 5: "7" }), validRowWith({ 0: "B-1", 5: "7" })));
    expect(refusalTexts(refused)).toEqual([{ row: 3, reason: "Receipt number 7 is already in row 2" }]);
  });
});

describe("an expense", () => {
  const expenseTitles = ["Head", "Particulars", "Month", "Year", "Amount (Rs.)", "Paid On"];

  test("takes its year from the month column if present, and is paid if it has a payment day", () => {
    const { accepted, refused } = parseExpenses(
      sheet(
        expenseTitles,
        ["Security", "Guards", "Nov 2026", "", "90,000", "14/11/2026"],
        ["Office", "Tea", "11", "2026", "500", ""],
        ["Office", "Tea", "11", "", "500", "soon"],
        ["Total", "", "", "", "90,500"],
      ),
    );
    expect(accepted.map(({ input }) => input)).toMatchObject([
      { Month: "11", Year: "2026", Amount: 9_000_000, IsPaid: 1, PaidOnDate: "2026-11-14" },
      { Month: "11", Year: "2026", IsPaid: 0, PaidOnDate: null },
    ]);
    expect(refusalTexts(refused)).toEqual([{ row: 4, reason: "Paid on not recognised: soon; Year is required" }]);
  });

  test("has the same key before and after it is paid", () => {
    const keysOfTea = (paidOn: string) =>
      parseExpenses(sheet(expenseTitles, ["Office", "Tea", "11", "2026", "500", paidOn])).accepted.map(
        ({ key }) => key,
      );
    expect(keysOfTea("14/11/2026")).toEqual(keysOfTea(""));
  });
});

describe("the kind of a file", () => {
  const detectKind = (rows: SpreadsheetRow[]) =>
    detectImporter(rows, [plotImporter, receiptImporter, expenseImporter, openingBalanceImporter]).name;

  test("is recognized by its column titles", () => {
    expect(detectKind(sheet(titles, validRow))).toBe("receipts");
    expect(detectKind(sheet(["Type", "Title", "Month", "Amount"]))).toBe("expenses");
    expect(detectKind(sheet(["House", "Block", "Type", "Floor", "Owner"]))).toBe("plots");
    expect(detectKind(sheet(["House", "Balance", "As of"]))).toBe("opening-balances");
    expect(() => detectKind(sheet(["Name", "Phone"]))).toThrow(SpreadsheetError);
    expect(() => detectKind(sheet(["Name", "Phone"]))).toThrow(
      "The column titles do not identify the kind of file. Choose it with --kind: plots, receipts, expenses, opening-balances.",
    );
  });

  test("can be set column by column, also without titles", () => {
    const mapping = parseColumnMapping(
      { columns: "HouseNo:2,AmountPaid:1,PaymentDate:4,PaymentMethod:3", headerRowNumber: "0" },
      receiptColumns,
    );
    const { accepted } = parseReceipts(sheet(["2500", "A-1", "Cash", "3/1/2026"]), mapping);
    expect(accepted).toMatchObject([{ rowNumber: 1, input: { HouseNo: "A-1", AmountPaid: 250_000 } }]);
    expect(() =>
      parseReceipts(
        sheet(validRow),
        parseColumnMapping({ columns: "HouseNo:1", headerRowNumber: "0" }, receiptColumns),
      ),
    ).toThrow("No column was chosen for Amount, Payment Date, Payment Method.");
    expect(() => parseColumnMapping({ columns: "PlotID:1", headerRowNumber: "0" }, receiptColumns)).toThrow(
      SpreadsheetError,
    );
  });

  test("is guessed from the fullest row if no title is known", () => {
    const { headerRowNumber, columnIndexes } = detectColumns(
      sheet(["Register"], ["Ghar", "Paisa", "Date"], ["A-1", "5"]),
      receiptColumns,
    );
    expect([headerRowNumber, [...columnIndexes]]).toEqual([2, [["PaymentDate", 2]]]);
  });
});

function sheet(...table: string[][]): SpreadsheetRow[] {
  return table.map((cells, index) => ({ rowNumber: index + 1, cells }));
}

function validRowWith(changed: Record<number, string>): string[] {
  return validRow.map((cell, index) => changed[index] ?? cell);
}
