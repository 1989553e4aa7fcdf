import { MONTH_NAMES } from "../../../shared/dates.ts";
import { reportYears } from "../../../shared/endpoints/generate-report.ts";

/** Months as an expense holds them, `01` to `12`. */
export const monthChoices = MONTH_NAMES.map((label, index) => ({ value: String(index + 1).padStart(2, "0"), label }));

/** The years an expense can be of, as text. */
export const yearChoices = reportYears.map((year) => ({ value: String(year), label: String(year) }));

/** What societies usually spend on; types in use already stand before them. */
export const usualTypes: readonly string[] = [
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
