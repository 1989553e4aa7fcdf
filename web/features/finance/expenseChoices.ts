import { MONTH_NAMES } from "../../../shared/dates.ts";
import { reportYears } from "../../../shared/endpoints/generate-report.ts";
import { say } from "../../lib/language.ts";

/** Months as an expense holds them, `01` to `12`. */
export function monthChoices() {
  return MONTH_NAMES.map((name, index) => ({ value: String(index + 1).padStart(2, "0"), label: say(name) }));
}

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
