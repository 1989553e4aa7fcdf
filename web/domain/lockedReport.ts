import { monthOf } from "../../shared/dates.ts";
import { reportFileName } from "../../shared/documents/month-report.ts";
import { lockedReportPdf } from "../../shared/endpoints/month-lock.ts";
import { fetchFile } from "../api/request.ts";
import { downloadFile } from "../resource/export/downloadFile.ts";

/** Downloads the report of a locked month, YYYY-MM, as it was when the month was locked. Throws an ApiError. */
export async function saveLockedReport(month: string): Promise<void> {
  const { bytes } = await fetchFile(lockedReportPdf, { Month: month });
  downloadFile({ name: `${reportFileName(monthOf(month))}.pdf`, type: "application/pdf", bytes });
}
