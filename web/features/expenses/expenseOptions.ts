import { monthOptions } from "../../i18n/monthOptions.ts";

/** Months as an expense holds them, `01` to `12`. */
export function expenseMonthOptions() {
  return monthOptions().map(({ value, label }) => ({ value: String(value).padStart(2, "0"), label }));
}

/** What societies usually spend on; types in use already stand before them. */
export const commonExpenseTypes: readonly string[] = [
  "Electricity",
  "Maintenance",
  "Miscellaneous",
  "Repairs",
  "Salaries",
  "Sanitation",
  "Security",
  "Utilities",
  "Water",
];
