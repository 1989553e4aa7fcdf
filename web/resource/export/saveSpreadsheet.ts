import type { Spreadsheet } from "../../../shared/documents/spreadsheet.ts";
import { readSocietyName } from "../../api/societyInfo.ts";
import { isPageRightToLeft } from "../../i18n/t.ts";
import { downloadFile } from "./downloadFile.ts";

export type SpreadsheetFormat = "xlsx" | "csv";

/** Messages to the worker: chunks of rows, then the format and the properties of the sheet. */
export type SpreadsheetWorkerMessage =
  | { rows: Spreadsheet["rows"] }
  | { format: SpreadsheetFormat; sheetProperties: Omit<Spreadsheet, "rows"> };

interface SpreadsheetInput {
  /** Without the extension. */
  fileName: string;
  format: SpreadsheetFormat;
  sheet: Spreadsheet;
}

/**
 * Saves a spreadsheet as an Excel workbook or as CSV. Columns run from right to left if the page does. Throws when the
 * spreadsheet cannot be created.
 */
export async function saveSpreadsheet({ fileName, format, sheet }: SpreadsheetInput): Promise<void> {
  const worker = new Worker(new URL("./spreadsheetWorker.ts", import.meta.url), { type: "module" });
  try {
    const result = waitForResult(worker);
    const [bytes] = await Promise.all([result, sendRows({ worker, format, sheet })]);
    downloadFile({ name: `${fileName}.${format}`, type: mimeTypes[format], bytes });
  } finally {
    worker.terminate();
  }
}

const mimeTypes: Record<SpreadsheetFormat, string> = {
  csv: "text/csv;charset=utf-8",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
};

function waitForResult(worker: Worker): Promise<Uint8Array<ArrayBuffer>> {
  return new Promise((resolve, reject) => {
    worker.addEventListener("message", ({ data }: MessageEvent<Uint8Array<ArrayBuffer>>) => resolve(data));
    worker.addEventListener("error", ({ message }) => reject(new Error(message || "The worker did not start")));
  });
}

const rowsPerMessage = 2_000;

/** Sends the rows in chunks, so that the page stays responsive while a long table is copied. */
async function sendRows({
  worker,
  format,
  sheet,
}: Omit<SpreadsheetInput, "fileName"> & { worker: Worker }): Promise<void> {
  const { rows, ...rest } = sheet;
  const sheetProperties = { ...rest, company: readSocietyName(), isRightToLeft: isPageRightToLeft() };
  for (let start = 0; start < rows.length; start += rowsPerMessage) {
    post(worker, { rows: rows.slice(start, start + rowsPerMessage) });
    await new Promise((resolve) => setTimeout(resolve));
  }
  post(worker, { format, sheetProperties });
}

function post(worker: Worker, message: SpreadsheetWorkerMessage): void {
  worker.postMessage(message);
}
