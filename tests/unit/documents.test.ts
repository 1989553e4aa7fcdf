import { describe, expect, test } from "vitest";
import { loadFonts } from "../../server/documents/fonts.ts";
import { amountInUrduWords } from "../../shared/documents/amount-in-words-ur.ts";
import { createBillsPdf } from "../../shared/documents/bill-pdf.ts";
import { cashBookDetails, cashBookFileName, cashBookTable } from "../../shared/documents/cash-book.ts";
import { dayCloseSpreadsheet } from "../../shared/documents/day-close.ts";
import { type DocumentLocale, englishLocale } from "../../shared/documents/locale.ts";
import {
  adjustmentTable,
  categoryTable,
  expenseTable,
  reportFileName,
  reportSpreadsheet,
  reportTitle,
  totalTable,
} from "../../shared/documents/month-report.ts";
import { installmentTable, planFileName, plotTable, rateTable } from "../../shared/documents/payment-plan.ts";
import { receiptFileName, receiptNotice, receiptTable } from "../../shared/documents/payment-receipt.ts";
import type { DocumentContext } from "../../shared/documents/pdf-document.ts";
import {
  createCashBookPdf,
  createPlanPdf,
  createReceiptPdf,
  createReportPdf,
  createStatementPdf,
} from "../../shared/documents/pdfs.ts";
import {
  bankAccountTable,
  statementDetails,
  statementFileName,
  statementTable,
} from "../../shared/documents/statement.ts";
import { societyName } from "../../shared/domain/society-name.ts";
import { interpolate } from "../../shared/placeholders.ts";
import { newSociety } from "../../shared/resources/society.ts";
import { translateIfKnown } from "../../web/i18n/dictionary.ts";
import { ur } from "../../web/i18n/locales/ur.ts";
import { createJpeg, createPng } from "../harness/images.ts";
import { readPdf } from "../harness/pdf.ts";
import {
  bill,
  cashBook,
  plan,
  receipt,
  receiptOfHiddenItems,
  report,
  statement,
  voidedReceipt,
} from "../harness/sample-documents.ts";

const today = "2026-11-15";

test("the cash book has its entries between the opening and the closing balance", () => {
  expect(cashBookFileName(cashBook)).toBe("cash-book_HBL-Ravi-Road_2026-11-01_2026-11-15");
  expect(cashBookDetails(cashBook, englishLocale.t).map(({ value }) => value)).toEqual([
    "HBL Ravi Road",
    "01/11/2026 – 15/11/2026",
    "Rs 1,000.00",
    "Rs 1,200.50",
  ]);
  expect(cellsOf(cashBookTable(cashBook, englishLocale.t))).toEqual([
    ["01/11/2026", "Opening balance", "", "", "", "", "1,000.00"],
    ["14/11/2026", "Receipt", "R-12", "A-1, Ali", "500.50", "", "1,500.50"],
    ["15/11/2026", "Expense", "V-7", "Pump, Bilal", "", "300.00", "1,200.50"],
    ["15/11/2026", "Closing balance", "", "", "500.50", "300.00", "1,200.50"],
  ]);
});

test("the sheet of a closed day has exact sums and no negative zero", () => {
  const drawer = {
    DrawerID: 1,
    Cashier: "Sana",
    OpenedAt: "2026-11-15T04:00:00.000Z",
    ClosedAt: "2026-11-15T12:00:00.000Z",
    ...{ Float: 0, Receipts: 0.1, OtherIncome: 0.2, Refunds: 0, Expenses: 0, Cheques: 0 },
    ...{ Expected: 0.3, Counted: 0.3, Difference: 0, DifferenceReason: "", HandedTo: "" },
  };
  const sheet = {
    DayCloseID: 1,
    Version: 1,
    Date: today,
    ClosedAt: drawer.ClosedAt,
    ClosedBy: "Sana",
    ChainHead: "",
    ByMethod: { Cash: 0.1, Cheque: 0, "Bank Transfer": 0, Online: 0 },
    ...{ ReceiptCount: 1, OtherIncome: 0.2, Refunds: 0, Expenses: 0, Expected: 0.3, Counted: 0.3, Difference: 0 },
    Lines: [],
    Drawers: [drawer, { ...drawer, Refunds: 0.1, Expenses: 0.2 }],
  };
  const amountsOf = (row: readonly unknown[]) =>
    row.flatMap((cell) => (typeof cell === "object" && cell && "rupees" in cell ? [cell.rupees] : []));
  const amounts = dayCloseSpreadsheet(sheet, englishLocale.t).rows.map(amountsOf);
  expect(amounts.filter((row) => row.length === 6)).toEqual([
    [0, 0.3, 0, 0.3, 0.3, 0],
    [0, 0.3, -0.3, 0.3, 0.3, 0],
  ]);
  expect(amounts.flat().some((amount) => Object.is(amount, -0))).toBe(false);
});

describe("the report of a month", () => {
  test("has its month in words in the title and as a number in the file name", () => {
    expect(reportTitle(report, englishLocale.t)).toBe("Maintenance Report - November 2026");
    expect(reportFileName(report)).toBe("report_11_2026");
    expect(reportFileName({ month: 3, year: 2027 })).toBe("report_3_2027");
  });

  test("lists categories, expenses and the totals with the status", () => {
    expect(cellsOf(categoryTable(report, englishLocale.t))).toEqual([
      ["A", "3", "1", "Rs 7,500", "Rs 2,500", "75.0%"],
      ["Total", "3", "1", "Rs 7,500", "Rs 2,500", "75.0%"],
    ]);
    expect(cellsOf(expenseTable(report, englishLocale.t))).toEqual([
      ["1", "Security", "Guards", "–", "Rs 10,000", "05/11/2026"],
      ["", "Total", "", "", "Rs 10,000", ""],
    ]);
    expect(cellsOf(adjustmentTable(report, { today, t: englishLocale.t }))).toEqual([
      [
        ...["ADJ-3", "A-12", "Ali", "Charge", "Due 20/11/2026", "Water tanker"],
        ...["Rs 1,200", "14/11/2026", "Part-paid"],
      ],
    ]);
    expect(cellsOf(totalTable(report, englishLocale.t))).toEqual([
      ["Rs 7,500", "Rs 2,500", "Rs 10,000", "Loss (25%)", "-Rs 2,500"],
    ]);
  });

  test("has the same rows in its spreadsheet, as numbers", () => {
    const { name, rows, boldRows } = reportSpreadsheet(report, { today, t: englishLocale.t });
    expect(name).toBe("Maintenance Report");
    expect(rows).toContainEqual(["A", 3, 1, { rupees: 7_500 }, { rupees: 2_500 }, { percent: 75 }]);
    expect(rows).toContainEqual([1, "Security", "Guards", "", { rupees: 10_000 }, { day: "2026-11-05" }]);
    expect(rows).toContainEqual([
      ...["ADJ-3", "A-12", "Ali", "Charge", "Due 20/11/2026", "Water tanker"],
      ...[{ rupees: 1_200 }, { day: "2026-11-14" }, "Part-paid"],
    ]);
    expect(rows.at(-1)).toEqual([
      ...[{ rupees: 7_500 }, { rupees: 2_500 }, { rupees: 10_000 }, "Loss (25%)"],
      { rupees: -2_500 },
    ]);
    const boldTexts = boldRows?.map((index) => rows[index]?.find((cell) => cell !== ""));
    expect(boldTexts).toEqual([
      ...["Maintenance Report - November 2026", "Category Wise Summary", "Category", "Total"],
      ...["Expenses", "#", "Total", "Adjustments", "No.", "Total Summary", "Total Received"],
    ]);
  });

  test("has a row in its spreadsheet that reports no expenses", () => {
    expect(reportSpreadsheet({ ...report, expenses: [] }, { today, t: englishLocale.t }).rows).toContainEqual([
      "No expenses recorded this month",
    ]);
  });

  test("renders as many pages as needed", async () => {
    const [expense] = report.expenses;
    const manyExpenses = expense ? Array.from({ length: 90 }, () => expense) : [];
    const short = textOf(createReportPdf({ ...report, expenses: [] }, await buildDocumentContext()));
    const long = textOf(createReportPdf({ ...report, expenses: manyExpenses }, await buildDocumentContext()));
    expect(short).toContain("/Title (Maintenance Report - November 2026)");
    expect(countPages(short)).toBe(1);
    expect(countPages(long)).toBeGreaterThan(2);
  });
});

describe("a receipt", () => {
  test("lists what it pays, oldest first, and the rest of its amount", () => {
    expect(cellsOf(receiptTable(receipt, englishLocale.t))).toEqual([
      ["Installment 10", "10/10/2026", "1,800.00"],
      ["Installment 11", "10/11/2026", "2,500.00"],
      ["Charge of 15/11/2026: Water tanker", "20/11/2026", "700.00"],
      ["Credit left for later installments", "", "300.50"],
      ["Refunded or moved to another house", "", "200.00"],
      ["Total", "", "5,500.50"],
    ]);
    expect(englishLocale.amountInWords(receipt.receipt.AmountPaid)).toBe(
      "Rupees five thousand five hundred and fifty paisa only",
    );
  });

  test("shows how much of it paid penalties", () => {
    const withPenalty = { ...receipt, receipt: { ...receipt.receipt, PenaltyAmount: 200 } };
    expect(cellsOf(receiptTable(withPenalty, englishLocale.t)).at(-1)).toEqual([
      "Penalties in this amount",
      "",
      "200.00",
    ]);
  });

  test("lists installments and charges that the reader may not see by kind and amount only", () => {
    const rows = cellsOf(receiptTable(receiptOfHiddenItems, englishLocale.t));
    expect(rows).toContainEqual(["Installment", "–", "2,500.00"]);
    expect(rows).toContainEqual(["Charge", "–", "700.00"]);
  });

  test("shows the day of voiding in the society's time zone", () => {
    expect(receiptNotice(receipt, englishLocale.t)).toBeUndefined();
    expect(receiptNotice(voidedReceipt, englishLocale.t)).toBe(
      "Voided on 22/11/2026: this amount does not count as received.",
    );
  });

  test("has one page, also when voided, and its number in the file name", async () => {
    for (const document of [receipt, voidedReceipt])
      expect(countPages(textOf(createReceiptPdf(document, await buildDocumentContext())))).toBe(1);
    expect(receiptFileName(receipt.receipt)).toBe("receipt_R-1477.pdf");
  });

  test("renders any text: Urdu, characters missing in the font, line breaks", async () => {
    const unusual = { ...receipt.receipt, PayerName: "😀 中文 ڈاکٹر (زبیر)", Remarks: "a\tb\n\u0000چیک، نمبر" };
    expect(countPages(textOf(createReceiptPdf({ ...receipt, receipt: unusual }, await buildDocumentContext())))).toBe(
      1,
    );
  });
});

describe("the statement of a house", () => {
  test("lists the entries between the opening and the closing balance", () => {
    expect(cellsOf(statementTable(statement, englishLocale.t))).toEqual([
      ["01/01/2026", "Brought forward", "", "", "1,000.00"],
      ["10/01/2026", "Installment 1, 01/2026", "2,500.00", "", "3,500.00"],
      ["12/01/2026", "Receipt R-1, Cash", "", "4,000.00", "500.00 Cr"],
      ["31/01/2026", "Balance on 31/01/2026", "2,500.00", "4,000.00", "500.00 Cr"],
    ]);
  });

  test("shows a negative balance as credit and has a portable file name", () => {
    expect(statementDetails(statement, englishLocale.t)).toContainEqual({ label: "Balance", value: "Rs 500.00 Cr" });
    expect(statementDetails({ ...statement, closing: 20 }, englishLocale.t)).toContainEqual({
      label: "Balance",
      value: "Rs 20.00",
    });
    expect(statementFileName(statement)).toBe("statement_A-12-B_2026-01-01_2026-01-31.pdf");
  });

  test("renders a PDF", async () => {
    expect(countPages(textOf(createStatementPdf(statement, await buildDocumentContext())))).toBe(1);
  });
});

describe("a payment plan", () => {
  test("ends each year with a total", () => {
    expect(cellsOf(installmentTable(plan, englishLocale.t))).toEqual([
      ["1", "December", "10/12/2026", "2,500.00", "100.00%"],
      ["", "Total 2026", "", "2,500.00", "100.00%"],
    ]);
    expect(installmentTable(plan, englishLocale.t).rows.map(({ isTotal = false }) => isTotal)).toEqual([false, true]);
  });

  test("lists its rate, and its houses sorted by number", () => {
    expect(cellsOf(rateTable(plan, englishLocale.t))).toEqual([
      ["Residential, A, Ground", "12/2026 – 12/2026", "10", "2,500.00", "–", "–"],
    ]);
    expect(cellsOf(plotTable(plan, englishLocale.t))).toEqual([
      ["A-2", "Sana", "A-10", "Ali"],
      ["A-9", "زبیر بٹ", "", ""],
    ]);
  });

  test("renders a PDF", async () => {
    expect(planFileName(plan)).toBe("plan_Residential A Ground 12-2026-12-2026.pdf");
    expect(countPages(textOf(createPlanPdf(plan, await buildDocumentContext())))).toBe(1);
  });
});

describe("documents in Urdu", () => {
  test.each([
    ["the cash book", (context: DocumentContext) => createCashBookPdf(cashBook, context)],
    ["the report", (context: DocumentContext) => createReportPdf(report, context)],
    [
      "the report of a month without expenses",
      (context: DocumentContext) => createReportPdf({ ...report, expenses: [] }, context),
    ],
    ["a receipt", (context: DocumentContext) => createReceiptPdf(receipt, context)],
    ["a voided receipt", (context: DocumentContext) => createReceiptPdf(voidedReceipt, context)],
    [
      "a receipt whose reader may not see the schedule",
      (context: DocumentContext) => createReceiptPdf(receiptOfHiddenItems, context),
    ],
    ["the statement of a house", (context: DocumentContext) => createStatementPdf(statement, context)],
    ["a payment plan", (context: DocumentContext) => createPlanPdf(plan, context)],
    ["a payment plan of no houses", (context: DocumentContext) => createPlanPdf({ ...plan, Plots: [] }, context)],
  ])("%s is one page without English texts", async (_name, createPdf) => {
    const untranslated: string[] = [];
    const locale: DocumentLocale = {
      ...urduLocale,
      t: (text, values) => {
        const translation = urduLocale.t(text, values);
        if (/[a-z]{2}/i.test(text.replace(/\{\w+\}/g, "")) && translation === englishLocale.t(text, values))
          untranslated.push(text);
        return translation;
      },
    };
    expect(countPages(textOf(createPdf({ ...(await buildDocumentContext()), locale })))).toBe(1);
    expect(untranslated).toEqual([]);
  });

  test("texts are translated, numbers and dates are not", () => {
    expect(reportTitle(report, urduLocale.t)).toBe("دیکھ بھال کی رپورٹ - نومبر 2026");
    expect(cellsOf(totalTable(report, urduLocale.t))).toEqual([
      ["Rs 7,500", "Rs 2,500", "Rs 10,000", "خسارہ (25%)", "-Rs 2,500"],
    ]);
    expect(cellsOf(receiptTable(receipt, urduLocale.t))[0]).toEqual(["قسط 10", "10/10/2026", "1,800.00"]);
    expect(urduLocale.amountInWords(receipt.receipt.AmountPaid)).toBe("مبلغ پانچ ہزار پانچ سو روپے پچاس پیسے صرف");
  });

  test("the sheet name is not translated, its cells are", () => {
    const { name, rows } = reportSpreadsheet(report, { today, t: urduLocale.t });
    expect(name).toBe("Maintenance Report");
    expect(rows[0]).toEqual(["دیکھ بھال کی رپورٹ - نومبر 2026"]);
    expect(rows).toContainEqual(["زمرہ", "ادا شدہ مکان", "غیر ادا شدہ مکان", "وصول شدہ", "واجب الادا", "وصولی"]);
    expect(rows.at(-1)?.at(3)).toBe("خسارہ (25%)");
  });
});

describe("the letterhead", () => {
  const profile = {
    ...newSociety,
    Address: "Block C\nLahore ".repeat(20),
    Phone: "042-111-222-333",
    NTN: "1234567-8",
    ReceiptFooter: "Thank you ".repeat(40),
    BankAccounts: [{ Title: "Fund", Bank: "Standard Chartered", IBAN: "PK36SCBL0000001123456702" }],
  };
  const logos = {
    png: `data:image/png;base64,${createPng(40, 20).toString("base64")}`,
    jpeg: `data:image/jpeg;base64,${createJpeg(40, 20).toString("base64")}`,
  };

  test.each(Object.entries(logos))(
    "shows a %s logo on a receipt and a statement, in English and Urdu",
    async (_, Logo) => {
      for (const locale of [englishLocale, urduLocale]) {
        const context = { ...(await buildDocumentContext()), society: { ...profile, Logo }, locale };
        for (const bytes of [createReceiptPdf(receipt, context), createStatementPdf(statement, context)]) {
          const pdf = textOf(bytes);
          expect(countPages(pdf)).toBe(1);
          expect(pdf).toContain("/Subtype /Image");
        }
      }
      expect(textOf(createReceiptPdf(receipt, await buildDocumentContext()))).not.toContain("/Subtype /Image");
    },
  );

  test("keeps the order of digits of phone and tax numbers that follow Urdu letters", async () => {
    const society = { ...profile, Address: "گلبرگ", BankAccounts: [] };
    const context = { ...(await buildDocumentContext()), society, locale: urduLocale };
    const entry = { Date: "2026-11-14", Kind: "receipt", No: "R-12", In: 500, Out: 0, Balance: 500, ID: 1 } as const;
    const entries = [{ ...entry, Text: "احمد رضا, 0300-1234567" }];
    const pdfs = [createReceiptPdf(receipt, context), createCashBookPdf({ ...cashBook, entries }, context)];
    const [printedReceipt = "", printedCashBook = ""] = pdfs.map((bytes) => readPdf(bytes).text);
    expect(printedReceipt).toContain("042-111-222-333");
    expect(printedReceipt).toContain("1234567-8");
    expect(printedCashBook).toContain("0300-1234567");
  });

  test("lists the bank accounts below a statement", async () => {
    const context = { ...(await buildDocumentContext()), society: profile };
    expect(readPdf(createStatementPdf(statement, context)).text).toContain("PK36SCBL0000001123456702");
    expect(cellsOf(bankAccountTable(profile.BankAccounts, englishLocale.t))).toEqual([
      ["Fund", "Standard Chartered", "PK36SCBL0000001123456702"],
    ]);
    for (const text of ["Bank accounts", "Title of account", "Bank", "IBAN", "NTN"])
      expect(urduLocale.t(text)).not.toBe(text);
  });

  test("has the name in the document's language", () => {
    const names = { Name: "Gulberg", NameUrdu: "گلبرگ" };
    expect([societyName(names, false), societyName(names, true)]).toEqual(["Gulberg", "گلبرگ"]);
    expect(societyName({ ...names, NameUrdu: "" }, true)).toBe("Gulberg");
  });
});

test("many bills become one file, which is created in parts of twenty bills", async () => {
  const bills = Array.from({ length: 45 }, (_, index) => ({ ...bill, BillNo: index + 1 }));
  const parts = [...createBillsPdf(bills, { ...(await buildDocumentContext()), copies: "3" })];
  // The last part contains no bill, only the cross-reference table of the file.
  expect(parts.map(({ finished }) => finished)).toEqual([20, 40, 45, 45]);
  const file = textOf(Buffer.concat(parts.map(({ bytes }) => bytes)));
  expect(countPages(file)).toBe(45);
  expect(file.match(/\/Length \d+/g)?.length).toBeGreaterThanOrEqual(45);
  const table = file.slice(Number(/startxref\n(\d+)\n%%EOF$/.exec(file)?.[1]));
  const entries = [...table.matchAll(/^(\d{10}) 00000 n $/gm)].map(([, offset]) => Number(offset));
  expect(table.startsWith(`xref\n0 ${entries.length + 1}\n`)).toBe(true);
  for (const [index, offset] of entries.entries())
    expect(file.slice(offset, offset + 12).startsWith(`${index + 1} 0 obj\n`)).toBe(true);
  expect(file.match(/ 0 obj\n/g)).toHaveLength(entries.length);
});

const urduLocale: DocumentLocale = {
  t: (text, values) => interpolate(translateIfKnown(ur, text), values),
  isRightToLeft: true,
  amountInWords: amountInUrduWords,
};

async function buildDocumentContext(): Promise<DocumentContext> {
  return {
    society: { ...newSociety, Name: "Gulberg Society گلبرگ" },
    fonts: await loadFonts(),
    issuedOn: "2026-11-21",
  };
}

function cellsOf({ rows }: { rows: readonly { cells: readonly string[] }[] }) {
  return rows.map(({ cells }) => cells);
}

function textOf(pdf: Uint8Array): string {
  const text = Buffer.from(pdf).toString("latin1");
  expect(text.startsWith("%PDF-")).toBe(true);
  return text;
}

function countPages(pdf: string): number {
  return pdf.match(/\/Type \/Page\b/g)?.length ?? 0;
}
