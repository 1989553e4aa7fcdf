import type { Sheet } from "../shared/paper/sheet.ts";
import { saveFile } from "./saveFile.ts";
import { speaksFromRight } from "./sayPaper.ts";

export type SheetKind = "xlsx" | "csv";

/** What is told to the worker: rows, piece by piece, and at last what to make of them. */
export type SheetOrder = { rows: Sheet["rows"] } | { kind: SheetKind; head: Omit<Sheet, "rows"> };

interface SheetInput {
  /** The file's, without its ending. */
  name: string;
  kind: SheetKind;
  sheet: Sheet;
}

/** Saves a sheet as an Excel workbook or as CSV, its columns in the order of the screens' language. Throws when it cannot be made. */
export async function saveSheet({ name, kind, sheet }: SheetInput): Promise<void> {
  const worker = new Worker(new URL("./exportWorker.ts", import.meta.url), { type: "module" });
  try {
    const made = answerOf(worker);
    const [bytes] = await Promise.all([made, handOver({ worker, kind, sheet })]);
    saveFile({ name: `${name}.${kind}`, type: types[kind], bytes });
  } finally {
    worker.terminate();
  }
}

const types: Record<SheetKind, string> = {
  csv: "text/csv;charset=utf-8",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
};

function answerOf(worker: Worker): Promise<Uint8Array<ArrayBuffer>> {
  return new Promise((resolve, reject) => {
    worker.addEventListener("message", ({ data }: MessageEvent<Uint8Array<ArrayBuffer>>) => resolve(data));
    worker.addEventListener("error", ({ message }) => reject(new Error(message || "The worker did not start")));
  });
}

const piece = 2_000;

/** Copying a long table takes a second or more, so the window draws and listens between the pieces. */
async function handOver({ worker, kind, sheet }: Omit<SheetInput, "name"> & { worker: Worker }): Promise<void> {
  const { rows, ...rest } = sheet;
  const head = { ...rest, rightToLeft: speaksFromRight() };
  for (let at = 0; at < rows.length; at += piece) {
    tell(worker, { rows: rows.slice(at, at + piece) });
    await new Promise((resolve) => setTimeout(resolve));
  }
  tell(worker, { kind, head });
}

function tell(worker: Worker, order: SheetOrder): void {
  worker.postMessage(order);
}
