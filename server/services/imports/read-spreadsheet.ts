import { createHash } from "node:crypto";
import { once } from "node:events";
import { z } from "zod";
import { type MessageCode, messages } from "../../../shared/messages.ts";
import { forkModule } from "../../jobs/child-process.ts";
import { limitConcurrency } from "../../jobs/limit-concurrency.ts";
import type { FileHint } from "./parse-spreadsheet.ts";
import { SpreadsheetError, type SpreadsheetRow, tooLarge } from "./spreadsheet.ts";

const maxFileBytes = 10 * 1024 * 1024;
const processLimits = { maxHeapMegabytes: 512, timeout: 10_000, killSignal: "SIGKILL" } as const;
const cacheMs = 120_000;

/**
 * The rows of an xlsx or CSV file. The file is parsed in a child process with limits, so that a malicious file does not
 * use the server's time and memory. Throws SpreadsheetError.
 */
export async function readSpreadsheet(file: Uint8Array, hint: FileHint): Promise<SpreadsheetRow[]> {
  if (file.length === 0) throw new SpreadsheetError("The file is empty.");
  if (file.length > maxFileBytes) throw new SpreadsheetError("The file is larger than 10 MB.");
  const hash = createHash("sha256").update(JSON.stringify(hint)).update(file).digest("base64url");
  if (cachedFile?.hash === hash) return cachedFile.rows;
  const rows = await runSerially(() => readInChildProcess(file, hint));
  cacheRows({ hash, rows });
  return rows;
}

/** Runs one child process at a time, to limit memory. */
const runSerially = limitConcurrency(1);
let cachedFile: { hash: string; rows: SpreadsheetRow[] } | undefined;
let evictionTimer: NodeJS.Timeout | undefined;

/** Caches the rows for two minutes, because the same file is sent for the preview, the dry run and the import. */
function cacheRows(file: { hash: string; rows: SpreadsheetRow[] }): void {
  cachedFile = file;
  clearTimeout(evictionTimer);
  evictionTimer = setTimeout(() => {
    cachedFile = undefined;
  }, cacheMs).unref();
}

async function readInChildProcess(file: Uint8Array, hint: FileHint): Promise<SpreadsheetRow[]> {
  const reader = forkModule(new URL("./spreadsheet-process.ts", import.meta.url), processLimits);
  const response = Promise.race([once(reader, "message"), once(reader, "disconnect")]);
  const request: SpreadsheetRequest = { bytes: file, hint };
  reader.send(request, () => undefined);
  const [message] = await response;
  const parsed = responseSchema.safeParse(message);
  // Without a response, the process exceeded its limit of time or memory.
  if (!parsed.success) throw new SpreadsheetError(tooLarge);
  if ("refusal" in parsed.data) throw new SpreadsheetError(parsed.data.refusal);
  return parsed.data.rows;
}

const refusalSchema = z.union([
  z.string(),
  z.object({
    message: z.string(),
    code: z.custom<MessageCode>((code) => typeof code === "string" && code in messages),
    values: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  }),
]);
const rowSchema = z.object({ rowNumber: z.int(), cells: z.array(z.string()) });
const responseSchema = z.union([z.object({ rows: z.array(rowSchema) }), z.object({ refusal: refusalSchema })]);

export interface SpreadsheetRequest {
  bytes: Uint8Array;
  hint: FileHint;
}

/** The response of the process that parses a file. */
export type SpreadsheetResponse = z.output<typeof responseSchema>;
