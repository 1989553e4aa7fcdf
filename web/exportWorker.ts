import { makeCsv } from "../shared/paper/csv.ts";
import { makeWorkbook, type SheetCell } from "../shared/paper/sheet.ts";
import type { SheetOrder } from "./saveSheet.ts";

const rows: (readonly SheetCell[])[] = [];

/** Makes one file beside the window, which stays free meanwhile. */
self.addEventListener("message", ({ data }: MessageEvent<SheetOrder>) => {
  if ("rows" in data) return void rows.push(...data.rows);
  const sheet = { ...data.head, rows };
  const bytes = data.kind === "csv" ? makeCsv(sheet) : makeWorkbook(sheet);
  self.postMessage(bytes, { transfer: [bytes.buffer] });
});
