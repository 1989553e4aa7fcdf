import { reportYears } from "../../shared/endpoints/generate-report.ts";

export const yearOptions = reportYears.map((year) => ({ value: String(year), label: String(year) }));
