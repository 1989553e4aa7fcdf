import { reportYears } from "../../shared/endpoints/generate-report.ts";

/** The years that there are reports and expenses of, to choose from. */
export const yearOptions = reportYears.map((year) => ({ value: String(year), label: String(year) }));
