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
import { checkRefusalTexts, createRowBuilder, toSpreadsheetRows } from "../harness/imports.ts";

const titles = ["House No", "Amount Paid", "Payment Date", "Payment Method", "Remarks", "Receipt No"];
const validRow = ["A-1", "2500", "03/01/2026", "Cash", "", ""];
const validRowWith = createRowBuilder(titles, validRow);

describe("a receipt", () => {
  test("is read in all common notations", () => {
    const { accepted, refused } = parseReceipts(
      toSpreadsheetRows(
        ["گلشن سوسائٹی"],
        ["مکان نمبر", "رقم", "تاریخ", "طریقہ", "کیفیت"],
        [" a-1 ", "Rs 2,500/-", "3 Jan 26", "easypaisa", "دفتر میں"],
        ["B-2", "۳۵۰۰", "2026-01-04", "Chq.", "-"],
        ["کل", "6000"],
        ["", ""],
      ),
    );
    expect(checkRefusalTexts(refused)).toEqual([
      { row: 6, reason: expect.stringContaining("House number is required") },
    ]);
    expect(accepted.map(({ rowNumber, input }) => [rowNumber, ...Object.values(input)])).toEqual([
      [3, "a-1", 250_000, "2026-01-03", "Online", "", "", "", null, "دفتر میں", null],
      [4, "B-2", 350_000, "2026-01-04", "Cheque", "", "", "", null, "", null],
    ]);
  });

  test.each([
    [{ "House No": "" }, "House number is required"],
    [{ "Amount Paid": "0" }, "Amount must be greater than 0"],
    [{ "Amount Paid": "12.345" }, "At most 2 decimals"],
    [{ "Amount Paid": "-500" }, "Amount not recognised: -500"],
    [{ "Payment Date": "31/02/2026" }, "Payment date not recognised: 31/02/2026"],
    [{ "Payment Method": "Barter" }, "Payment method not recognised: Barter"],
    [{ Remarks: "=1+1" }, "Remarks is a formula: =1+1"],
    [
      { "Amount Paid": "", "Payment Date": "", "Payment Method": "" },
      "Amount is required; Payment date is required; Payment method is required",
    ],
  ])("with %j is refused: %s", (changed, reason) => {
    const { accepted, refused } = parseReceipts(toSpreadsheetRows(titles, validRowWith(changed)));
    expect(accepted).toEqual([]);
    expect(checkRefusalTexts(refused)).toEqual([{ row: 2, reason }]);
  });

  test("has the same import key in a longer file; equal rows have different keys; a receipt number alone determines the key", () => {
    const keys = (...rows: string[][]) =>
      parseReceipts(toSpreadsheetRows(titles, ...rows)).accepted.map(({ key }) => key);
    const shortFile = keys(validRow, validRow);
    expect(new Set(shortFile).size).toBe(2);
    const longerFile = keys(
      validRowWith({ "House No": "B-1" }),
      validRowWith({ "House No": "a-1", "Amount Paid": "2,500.00", Remarks: "chq" }),
      validRow,
      validRow,
    );
    expect(longerFile.slice(1, 3)).toEqual(shortFile);
    expect(shortFile).not.toContain(longerFile[3]);
    expect(keys(validRowWith({ "Receipt No": "R-7" }))).toEqual(
      keys(validRowWith({ "Amount Paid": "9", "Receipt No": "r-7 " })),
    );
  });

  test("is refused if an earlier row has its receipt number", () => {
    const { refused } = parseReceipts(
      toSpreadsheetRows(
        titles,
        validRowWith({ "Receipt No": "7" }),
        validRowWith({ "House No": "B-1", "Receipt No": "7" }),
      ),
    );
    expect(checkRefusalTexts(refused)).toEqual([{ row: 3, reason: "Receipt number 7 is already in row 2" }]);
  });
});

describe("an expense", () => {
  const expenseTitles = ["Head", "Particulars", "Month", "Year", "Amount (Rs.)", "Paid On"];

  test("takes its year from the month column if present, and is paid if it has a payment day", () => {
    const { accepted, refused } = parseExpenses(
      toSpreadsheetRows(
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
    expect(checkRefusalTexts(refused)).toEqual([{ row: 4, reason: "Paid on not recognised: soon; Year is required" }]);
  });

  test("has the same import key before and after it is paid", () => {
    const keysOfTea = (paidOn: string) =>
      parseExpenses(toSpreadsheetRows(expenseTitles, ["Office", "Tea", "11", "2026", "500", paidOn])).accepted.map(
        ({ key }) => key,
      );
    expect(keysOfTea("14/11/2026")).toEqual(keysOfTea(""));
  });
});

describe("an imported file", () => {
  const detectKind = (rows: SpreadsheetRow[]) =>
    detectImporter(rows, [plotImporter, receiptImporter, expenseImporter, openingBalanceImporter]).name;

  test("has the kind that its column titles identify", () => {
    expect(detectKind(toSpreadsheetRows(titles, validRow))).toBe("receipts");
    expect(detectKind(toSpreadsheetRows(["Type", "Title", "Month", "Amount"]))).toBe("expenses");
    expect(detectKind(toSpreadsheetRows(["House", "Block", "Type", "Floor", "Owner"]))).toBe("plots");
    expect(detectKind(toSpreadsheetRows(["House", "Balance", "As of"]))).toBe("opening-balances");
    expect(() => detectKind(toSpreadsheetRows(["Name", "Phone"]))).toThrow(SpreadsheetError);
    expect(() => detectKind(toSpreadsheetRows(["Name", "Phone"]))).toThrow(
      "The column titles do not identify the kind of file. Choose it with --kind: plots, receipts, expenses, opening-balances.",
    );
  });

  test("may have columns that are chosen one by one, also without titles", () => {
    const mapping = parseColumnMapping(
      { columns: "HouseNo:2,AmountPaid:1,PaymentDate:4,PaymentMethod:3", headerRowNumber: "0" },
      receiptColumns,
    );
    const { accepted } = parseReceipts(toSpreadsheetRows(["2500", "A-1", "Cash", "3/1/2026"]), mapping);
    expect(accepted).toMatchObject([{ rowNumber: 1, input: { HouseNo: "A-1", AmountPaid: 250_000 } }]);
    expect(() =>
      parseReceipts(
        toSpreadsheetRows(validRow),
        parseColumnMapping({ columns: "HouseNo:1", headerRowNumber: "0" }, receiptColumns),
      ),
    ).toThrow("No column was chosen for Amount, Payment Date, Payment Method.");
    expect(() => parseColumnMapping({ columns: "PlotID:1", headerRowNumber: "0" }, receiptColumns)).toThrow(
      SpreadsheetError,
    );
  });

  test("has the fullest row as its header row if few titles are known", () => {
    const { headerRowNumber, columnIndexes } = detectColumns(
      toSpreadsheetRows(["Register"], ["Ghar", "Paisa", "Date"], ["A-1", "5"]),
      receiptColumns,
    );
    expect([headerRowNumber, [...columnIndexes]]).toEqual([2, [["PaymentDate", 2]]]);
  });
});
