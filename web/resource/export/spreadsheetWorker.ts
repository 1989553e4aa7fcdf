import { createCsv, createWorkbook, type SpreadsheetCell } from "../../../shared/documents/spreadsheet.ts";
import type { SpreadsheetWorkerMessage } from "./saveSpreadsheet.ts";

const rows: (readonly SpreadsheetCell[])[] = [];

/** Creates one file in a worker, so that the page stays responsive. */
self.addEventListener("message", ({ data }: MessageEvent<SpreadsheetWorkerMessage>) => {
  if ("rows" in data) return void rows.push(...data.rows);
  const sheet = { ...data.sheetProperties, rows };
  const bytes = data.format === "csv" ? createCsv(sheet) : createWorkbook(sheet);
  self.postMessage(bytes, { transfer: [bytes.buffer] });
});
