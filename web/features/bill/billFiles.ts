import type { YearMonth } from "../../../shared/dates.ts";
import { type BillCopies, billBatchPdf, billPdf } from "../../../shared/endpoints/bill.ts";
import { billFileName } from "../../../shared/resources/bill.ts";
import { fetchFile } from "../../api/request.ts";
import { isPageRightToLeft } from "../../i18n/t.ts";
import { downloadFile } from "../../resource/export/downloadFile.ts";
import type { Bill } from "./billColumns.tsx";

/** Downloads the bill in the language of the page. Throws an ApiError. */
export async function saveBillPdf(row: Bill, copies: BillCopies): Promise<void> {
  const path = `${billPdf.path}?copies=${copies}&lang=${isPageRightToLeft() ? "ur" : "en"}`;
  const { bytes } = await fetchFile({ path }, { BillID: row.BillID });
  downloadFile({ name: billFileName(row), type: "application/pdf", bytes });
}

/** Downloads the issued bills of a month, of all houses or a category, three parts on a sheet. Throws an ApiError. */
export async function saveBillBatch({ year, month }: YearMonth, category: string): Promise<void> {
  const query = new URLSearchParams({
    month: String(month),
    year: String(year),
    ...(category && { category }),
    copies: "3",
    lang: isPageRightToLeft() ? "ur" : "en",
  });
  const { bytes } = await fetchFile({ path: `${billBatchPdf.path}?${query}` });
  downloadFile({ name: `bills_${month}_${year}.pdf`, type: "application/pdf", bytes });
}
