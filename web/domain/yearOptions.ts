import { reportYears } from "../../shared/endpoints/generate-report.ts";

/** The years that filters and reports offer. */
export const yearOptions = reportYears.map((year) => ({ value: String(year), label: String(year) }));
