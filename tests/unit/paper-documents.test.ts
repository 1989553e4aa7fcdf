import { describe, expect, test } from "vitest";
import { paperFonts } from "../../server/paper/fonts.ts";
import type { Letterhead } from "../../shared/paper/paper.ts";
import { installmentTable, type PlanPaper, planFileName, plotTable, rateTable } from "../../shared/paper/plan.ts";
import { makePlanPdf } from "../../shared/paper/plan-pdf.ts";
import {
  type ReceiptPaper,
  receiptFileName,
  receiptTable,
  receiptWords,
  voidedText,
} from "../../shared/paper/receipt.ts";
import { makeReceiptPdf } from "../../shared/paper/receipt-pdf.ts";
import {
  categoryTable,
  expenseTable,
  type ReportPaper,
  reportFileName,
  reportSheet,
  reportTitle,
  totalTable,
} from "../../shared/paper/report.ts";
import { makeReportPdf } from "../../shared/paper/report-pdf.ts";
import {
  type HouseStatement,
  statementFacts,
  statementFileName,
  statementTable,
} from "../../shared/paper/statement.ts";
import { makeStatementPdf } from "../../shared/paper/statement-pdf.ts";

const society = "Gulberg Society گلبرگ";

describe("the report of a month", () => {
  test("is named by its month, in words on paper and as a number in the file's name", () => {
    expect(reportTitle(report)).toBe("Maintenance Report - November 2026");
    expect(reportFileName(report)).toBe("report_11_2026");
    expect(reportFileName({ month: 3, year: 2027 })).toBe("report_3_2027");
  });

  test("lists categories, expenses and the totals with the server's status", () => {
    expect(cellsOf(categoryTable(report))).toEqual([["A", "3", "1", "Rs 7,500", "Rs 2,500"]]);
    expect(cellsOf(expenseTable(report))).toEqual([
      ["1", "Security", "Guards", "–", "Rs 10,000", "05/11/2026"],
      ["", "Total", "", "", "Rs 10,000", ""],
    ]);
    expect(cellsOf(totalTable(report))).toEqual([["Rs 7,500", "Rs 2,500", "Rs 10,000", "Loss (25%)"]]);
  });

  test("has the same on its sheet, as figures", () => {
    const { name, rows } = reportSheet(report);
    expect(name).toBe("Maintenance Report");
    expect(rows).toContainEqual(["A", 3, 1, { rupees: 7_500 }, { rupees: 2_500 }]);
    expect(rows).toContainEqual([1, "Security", "Guards", "", { rupees: 10_000 }, { day: "2026-11-05" }]);
    expect(rows.at(-1)).toEqual([{ rupees: 7_500 }, { rupees: 2_500 }, { rupees: 10_000 }, "Loss (25%)"]);
  });

  test("says on the sheet that there were no expenses", () => {
    expect(reportSheet({ ...report, expenses: [] }).rows).toContainEqual(["No expenses recorded this month"]);
  });

  test("becomes a document of as many pages as it needs", async () => {
    const [expense] = report.expenses;
    const many = expense ? Array.from({ length: 90 }, () => expense) : [];
    const short = textOf(makeReportPdf({ ...report, expenses: [] }, await letterhead()));
    const long = textOf(makeReportPdf({ ...report, expenses: many }, await letterhead()));
    expect(short).toContain("/Title (Maintenance Report - November 2026)");
    expect(pagesIn(short)).toBe(1);
    expect(pagesIn(long)).toBeGreaterThan(2);
  });
});

describe("a receipt", () => {
  test("says where all of its money went, oldest installment first", () => {
    expect(cellsOf(receiptTable(receipt))).toEqual([
      ["Installment 10", "10/10/2026", "2,500.00"],
      ["Installment 11", "10/11/2026", "2,500.00"],
      ["Credit left for later installments", "", "500.50"],
      ["Total", "", "5,500.50"],
    ]);
    expect(receiptWords(receipt)).toBe("Rupees five thousand five hundred and fifty paisa only");
  });

  test("leaves out what its reader may not know of an installment", () => {
    expect(cellsOf(receiptTable({ ...receipt, installments: [] }))[0]).toEqual(["Installment", "–", "2,500.00"]);
  });

  test("that is voided says when, on the society's day", () => {
    expect(voidedText(receipt)).toBeUndefined();
    expect(voidedText(voided)).toBe("Voided on 22/11/2026: the amount counts as not received.");
  });

  test("is one page, voided or not, and a file by its number", async () => {
    for (const paper of [receipt, voided]) expect(pagesIn(textOf(makeReceiptPdf(paper, await letterhead())))).toBe(1);
    expect(receiptFileName(receipt.receipt)).toBe("receipt_R-1477.pdf");
  });

  test("takes any name and remark: Urdu, signs that the letters lack, line breaks", async () => {
    const strange = { ...receipt.receipt, OwnerName: "😀 中文 ڈاکٹر (زبیر)", Remarks: "a\tb\n\u0000چیک، نمبر" };
    expect(pagesIn(textOf(makeReceiptPdf({ ...receipt, receipt: strange }, await letterhead())))).toBe(1);
  });
});

describe("the statement of a house", () => {
  test("runs from the opening balance to the closing one", () => {
    expect(cellsOf(statementTable(statement))).toEqual([
      ["01/01/2026", "Opening balance", "", "", "1,000.00"],
      ["10/01/2026", "Installment 1", "2,500.00", "", "3,500.00"],
      ["12/01/2026", "Receipt R-1", "", "4,000.00", "-500.00"],
      ["31/01/2026", "Closing balance", "2,500.00", "4,000.00", "-500.00"],
    ]);
  });

  test("calls what is over credit, and has a file name that every system takes", () => {
    expect(statementFacts(statement)).toContainEqual({ label: "Credit", value: "Rs 500.00" });
    expect(statementFacts({ ...statement, closing: 20 })).toContainEqual({ label: "Due", value: "Rs 20.00" });
    expect(statementFileName(statement)).toBe("statement_A-12-B_2026-01-01_2026-01-31.pdf");
  });

  test("becomes a document", async () => {
    expect(pagesIn(textOf(makeStatementPdf(statement, await letterhead())))).toBe(1);
  });
});

describe("a payment plan", () => {
  test("closes each year with its sum", () => {
    expect(cellsOf(installmentTable(plan))).toEqual([
      ["1", "December", "10/12/2026", "2,500.00", "100.00%"],
      ["", "Total 2026", "", "2,500.00", "100.00%"],
    ]);
    expect(installmentTable(plan).rows.map(({ closing = false }) => closing)).toEqual([false, true]);
  });

  test("names its rate, and its houses in the order of their numbers", () => {
    expect(cellsOf(rateTable(plan))).toEqual([
      ["Residential, A, Ground", "12/2026 – 12/2026", "10", "2,500.00", "–", "–"],
    ]);
    expect(cellsOf(plotTable(plan))).toEqual([
      ["A-2", "Sana", "A-10", "Ali"],
      ["A-9", "زبیر بٹ", "", ""],
    ]);
  });

  test("becomes a document", async () => {
    expect(planFileName(plan)).toBe("plan_Residential A Ground 12-2026-12-2026.pdf");
    expect(pagesIn(textOf(makePlanPdf(plan, await letterhead())))).toBe(1);
  });
});

const report: ReportPaper = {
  month: 11,
  year: 2026,
  summary: { A: { paidCount: 3, unpaidCount: 1, paidAmount: 7_500, unpaidAmount: 2_500 } },
  expenses: [
    { ExpenseType: "Security", ExpenseTitle: "Guards", Description: "", Amount: 10_000, PaidOnDate: "2026-11-05" },
  ],
  total: { received: 7_500, due: 2_500, expenses: 10_000, status: "Loss (25%)" },
};

const receipt: ReceiptPaper = {
  receipt: {
    ReceiptNo: 1477,
    HouseNo: "A-12",
    OwnerName: "زبیر بٹ",
    AmountPaid: 5_500.5,
    PaymentDate: "2026-11-20",
    PaymentMethod: "Cash",
    Remarks: "",
    Allocations: [
      { PaymentScheduleID: 2, Amount: 2_500 },
      { PaymentScheduleID: 1, Amount: 2_500 },
    ],
    Credit: 500.5,
    VoidedAt: null,
  },
  installments: [
    { PaymentScheduleID: 2, InstallmentNumber: 11, DueDate: "2026-11-10" },
    { PaymentScheduleID: 1, InstallmentNumber: 10, DueDate: "2026-10-10" },
  ],
};

/** In the society the day has already turned. */
const voided: ReceiptPaper = {
  ...receipt,
  receipt: { ...receipt.receipt, Allocations: [], Credit: 0, VoidedAt: "2026-11-21T20:00:00.000Z" },
};

const statement: HouseStatement = {
  HouseNo: "A-12/B",
  OwnerName: "زبیر بٹ",
  from: "2026-01-01",
  to: "2026-01-31",
  opening: 1_000,
  entries: [
    { Date: "2026-01-10", Description: "Installment 1", Charge: 2_500, Payment: 0, Balance: 3_500 },
    { Date: "2026-01-12", Description: "Receipt R-1", Charge: 0, Payment: 4_000, Balance: -500 },
  ],
  charged: 2_500,
  paid: 4_000,
  closing: -500,
};

const plan: PlanPaper = {
  PaymentPlan: { PaymentPlanName: "Residential A Ground 12/2026-12/2026", Description: "12/2026 - 12/2026" },
  Installments: [
    { InstallmentNumber: 1, DueDate: "2026-12-10", TotalAmount: 2_500, Percentage: 100 },
    { InstallmentNumber: -2026, DueDate: "2026-12-10", TotalAmount: 2_500, Percentage: 100 },
  ],
  ServiceRates: [
    {
      TypeName: "Residential",
      CategoryName: "A",
      Floor: "Ground",
      FloorRate: 2_500,
      StartMonth: 12,
      StartYear: 2026,
      EndMonth: 12,
      EndYear: 2026,
      DueOnDay: 10,
      IsPenaltyApply: false,
      GracePeriodDays: 0,
      PenaltyAmount: 0,
    },
  ],
  Plots: [
    { HouseNo: "A-10", OwnerName: "Ali" },
    { HouseNo: "A-9", OwnerName: "زبیر بٹ" },
    { HouseNo: "A-2", OwnerName: "Sana" },
  ],
};

async function letterhead(): Promise<Letterhead> {
  return { society, fonts: await paperFonts(), madeOn: "2026-11-21" };
}

function cellsOf({ rows }: { rows: readonly { cells: readonly string[] }[] }) {
  return rows.map(({ cells }) => cells);
}

function textOf(pdf: Uint8Array): string {
  const text = Buffer.from(pdf).toString("latin1");
  expect(text.startsWith("%PDF-")).toBe(true);
  return text;
}

function pagesIn(pdf: string): number {
  return pdf.match(/\/Type \/Page\b/g)?.length ?? 0;
}
