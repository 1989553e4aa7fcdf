import { monthOf } from "../../shared/dates.ts";
import { reportFileName } from "../../shared/documents/month-report.ts";
import { keptReportPdf } from "../../shared/endpoints/month-lock.ts";
import { fetchFile } from "../api/request.ts";
import { downloadFile } from "../resource/export/downloadFile.ts";

/** Downloads the report of a locked month, YYYY-MM, as it was kept. Throws an ApiError. */
export async function saveKeptReport(month: string): Promise<void> {
  const { bytes } = await fetchFile(keptReportPdf, { Month: month });
  downloadFile({ name: `${reportFileName(monthOf(month))}.pdf`, type: "application/pdf", bytes });
}
