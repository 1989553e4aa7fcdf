import { createHash } from "node:crypto";
import { once } from "node:events";
import { forkModule } from "../../jobs/child-process.ts";
import type { FileHint } from "./parse-spreadsheet.ts";
import { responseSchema, SpreadsheetError, type SpreadsheetRow, tooLarge } from "./spreadsheet.ts";

const maxBytes = 10 * 1024 * 1024;
const processLimits = { megabytes: 512, timeout: 10_000, killSignal: "SIGKILL" } as const;
const cacheMs = 120_000;

/**
 * The rows of an xlsx or CSV file that hold anything. Read in a process of its own: whatever the file is made of, it costs the
 * portal neither its time nor its memory. Throws SheetError, whose message says what is wrong with the file.
 */
export async function readSpreadsheet(file: Uint8Array, hint: FileHint): Promise<{ rows: SpreadsheetRow[] }> {
  if (file.length === 0) throw new SpreadsheetError("The file is empty.");
  if (file.length > maxBytes) throw new SpreadsheetError("The file is larger than 10 MB.");
  const print = createHash("sha256").update(JSON.stringify(hint)).update(file).digest("base64url");
  if (cachedRead?.print === print) return { rows: cachedRead.rows };
  // One at a time: a process is cheap, twenty of them are not.
  const reading = lastJob.then(() => readInChildProcess(file, hint));
  lastJob = reading.catch(() => undefined);
  const { rows } = await reading;
  cacheRead({ print, rows });
  return { rows };
}

let lastJob: Promise<unknown> = Promise.resolve();
let cachedRead: { print: string; rows: SpreadsheetRow[] } | undefined;
let evictionTimer: NodeJS.Timeout | undefined;

/** A person looks at a file, has it checked and then takes it in: what was read last is kept for that long. */
function cacheRead(read: { print: string; rows: SpreadsheetRow[] }): void {
  cachedRead = read;
  clearTimeout(evictionTimer);
  evictionTimer = setTimeout(() => {
    cachedRead = undefined;
  }, cacheMs).unref();
}

async function readInChildProcess(file: Uint8Array, hint: FileHint): Promise<{ rows: SpreadsheetRow[] }> {
  const reader = forkModule(new URL("./spreadsheet-process.ts", import.meta.url), processLimits);
  const answered = Promise.race([once(reader, "message"), once(reader, "disconnect")]);
  reader.send({ bytes: file, hint }, () => undefined);
  const [message] = await answered;
  const answer = responseSchema.safeParse(message);
  // It ended without an answer: out of time or out of memory.
  if (!answer.success) throw new SpreadsheetError(tooLarge);
  if ("refusal" in answer.data) throw new SpreadsheetError(answer.data.refusal);
  return answer.data;
}
