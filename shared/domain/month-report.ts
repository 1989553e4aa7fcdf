import type { YearMonth } from "../dates.ts";
import { type Paisa, subtractPaisa, sumPaisa, toRupees } from "../money.ts";
import { sumCategory } from "./dashboard.ts";
import { type CategoryTotals, getCategoryTotals, type Totals } from "./totals.ts";

/** Shown in every report, with zeros where they have no rows. */
const REPORT_CATEGORIES = ["A", "B", "C", "R"] as const;

/** Amounts in rupees. A house has paid when all its rows of the month are settled. */
export interface CategorySummary {
  readonly paidCount: number;
  readonly unpaidCount: number;
  readonly paidAmount: number;
  readonly unpaidAmount: number;
}

/** Amounts in rupees. */
export interface MonthReport {
  /** By category name. */
  readonly summary: Record<string, CategorySummary>;
  readonly total: {
    readonly received: number;
    readonly due: number;
    readonly expenses: number;
    readonly status: string;
  };
}

interface MonthReportInput extends YearMonth {
  readonly totals: Totals;
  readonly categories: readonly { readonly CategoryID: number; readonly CategoryName: string }[];
  /** Those of the month, as the report lists them. */
  readonly expenses: readonly { readonly Amount: Paisa }[];
}

/** The four usual categories first, then the others that have rows, by name. */
export function monthReport({ totals, year, month, categories, expenses }: MonthReportInput): MonthReport {
  const names = new Map(categories.map(({ CategoryID, CategoryName }) => [CategoryID, CategoryName]));
  const counted = [...getCategoryTotals(totals, { year, month })];
  const summaries = counted.map(([id, category]) => [names.get(id) ?? `${id}`, summarizeCategory(category)] as const);
  const charges = counted.map(([, category]) => sumCategory(category));
  const received = sumPaisa(charges.map((charged) => charged.received));
  const due = subtractPaisa(sumPaisa(charges.map((charged) => charged.total)), received);
  const spent = sumPaisa(expenses.map(({ Amount }) => Amount));
  return {
    summary: Object.fromEntries([
      ...REPORT_CATEGORIES.map((name) => [name, NO_ROWS] as const),
      ...summaries.sort(([a], [b]) => a.localeCompare(b)),
    ]),
    total: {
      received: toRupees(received),
      due: toRupees(due),
      expenses: toRupees(spent),
      status: financialHealth(received, spent),
    },
  };
}

/** `Profit`, or `Loss (N%)` when the expenses are higher. Both in one unit, whichever. */
export function financialHealth(received: number, expenses: number): string {
  if (received >= expenses) return "Profit";
  return `Loss (${Math.round(((expenses - received) / expenses) * 100)}%)`;
}

const NO_ROWS: CategorySummary = { paidCount: 0, unpaidCount: 0, paidAmount: 0, unpaidAmount: 0 };

function summarizeCategory(category: CategoryTotals): CategorySummary {
  const { total, received } = sumCategory(category);
  return {
    paidCount: category.rowCounts.size - category.openRowCounts.size,
    unpaidCount: category.openRowCounts.size,
    paidAmount: toRupees(received),
    unpaidAmount: toRupees(subtractPaisa(total, received)),
  };
}
