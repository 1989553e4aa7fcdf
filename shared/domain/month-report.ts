import type { z } from "zod";
import type { YearMonth } from "../dates.ts";
import type { monthReportResponse } from "../endpoints/generate-report.ts";
import { isValidStoredAmount, type Paisa, subtractFromSum, sumPaisa, toRupees } from "../money.ts";
import { sumCategory } from "./dashboard.ts";
import { type CategoryTotals, getCategoryTotals, type Totals } from "./totals.ts";

/** Categories that every report shows, with zeros when they have no installments. */
const reportCategories = ["A", "B", "C", "R"] as const;

/** The figures of the monthly report; amounts in rupees. */
export type MonthReport = Pick<z.output<typeof monthReportResponse>, "summary" | "total">;

export type CategorySummary = MonthReport["summary"][string];

interface MonthReportInput extends YearMonth {
  readonly totals: Totals;
  readonly categories: readonly { readonly CategoryID: number; readonly CategoryName: string }[];
  /** The expenses of the month. */
  readonly expenses: readonly { readonly Amount: Paisa }[];
}

/** The report of a month: first the categories A, B, C and R, then other categories that have installments, by name. */
export function computeMonthReport({ totals, year, month, categories, expenses }: MonthReportInput): MonthReport {
  const names = new Map(categories.map(({ CategoryID, CategoryName }) => [CategoryID, CategoryName]));
  const categoryTotals = [...getCategoryTotals(totals, { year, month })];
  const summaries = categoryTotals.map(
    ([id, category]) => [names.get(id) ?? `${id}`, summarizeCategory(category)] as const,
  );
  const categorySums = categoryTotals.map(([, category]) => sumCategory(category));
  const received = sumPaisa(categorySums.map((sums) => sums.received));
  const charged = sumPaisa(categorySums.map((sums) => sums.charged));
  const spentAmount = sumPaisa(expenses.map(({ Amount }) => Amount).filter(isValidStoredAmount));
  return {
    summary: Object.fromEntries([
      ...reportCategories.map((name) => [name, emptySummary] as const),
      ...summaries.sort(([a], [b]) => a.localeCompare(b)),
    ]),
    total: {
      received: toRupees(received),
      due: toRupees(subtractFromSum(charged, received)),
      expenses: toRupees(spentAmount),
      status: financialHealth(received, spentAmount),
    },
  };
}

/** `Profit`, or `Loss (N%)` when the expenses are higher. Both amounts in the same unit, paisa or rupees. */
export function financialHealth(received: number | bigint, expenses: number | bigint): string {
  const percent = lossPercent(received, expenses);
  return percent === undefined ? "Profit" : `Loss (${percent}%)`;
}

/** The rounded loss in percent of the expenses; undefined for a profit. Both amounts in the same unit. */
export function lossPercent(received: number | bigint, expenses: number | bigint): number | undefined {
  if (received >= expenses) return undefined;
  return Math.round(((Number(expenses) - Number(received)) / Number(expenses)) * 100);
}

const emptySummary: CategorySummary = { paidCount: 0, unpaidCount: 0, paidAmount: 0, unpaidAmount: 0 };

function summarizeCategory(category: CategoryTotals): CategorySummary {
  const { charged, received } = sumCategory(category);
  return {
    paidCount: category.installmentCountByPlot.size - category.openInstallmentCountByPlot.size,
    unpaidCount: category.openInstallmentCountByPlot.size,
    paidAmount: toRupees(received),
    unpaidAmount: toRupees(subtractFromSum(charged, received)),
  };
}
