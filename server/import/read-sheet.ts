import { createHash } from "node:crypto";
import { once } from "node:events";
import { openBeside } from "../beside.ts";
import type { SheetHint } from "./parse-sheet.ts";
import { answerSchema, SheetError, type SheetRow, tooLarge } from "./sheet.ts";

const maxBytes = 10 * 1024 * 1024;
const bounds = { megabytes: 512, timeout: 10_000, killSignal: "SIGKILL" } as const;
const rememberMs = 120_000;

/**
 * The rows of an xlsx or CSV file that hold anything. Read in a process of its own: whatever the file is made of, it costs the
 * portal neither its time nor its memory. Throws SheetError, whose message says what is wrong with the file.
 */
export async function readSheet(file: Uint8Array, hint: SheetHint): Promise<{ rows: SheetRow[] }> {
  if (file.length === 0) throw new SheetError("The file is empty.");
  if (file.length > maxBytes) throw new SheetError("The file is larger than 10 MB.");
  const print = createHash("sha256").update(JSON.stringify(hint)).update(file).digest("base64url");
  if (last?.print === print) return { rows: last.rows };
  // One at a time: a process is cheap, twenty of them are not.
  const reading = previous.then(() => readAside(file, hint));
  previous = reading.catch(() => undefined);
  const { rows } = await reading;
  remember({ print, rows });
  return { rows };
}

let previous: Promise<unknown> = Promise.resolve();
let last: { print: string; rows: SheetRow[] } | undefined;
let forgetting: NodeJS.Timeout | undefined;

/** A person looks at a file, has it checked and then takes it in: what was read last is kept for that long. */
function remember(read: { print: string; rows: SheetRow[] }): void {
  last = read;
  clearTimeout(forgetting);
  forgetting = setTimeout(() => {
    last = undefined;
  }, rememberMs).unref();
}

async function readAside(file: Uint8Array, hint: SheetHint): Promise<{ rows: SheetRow[] }> {
  const reader = openBeside(new URL("./sheet-process.ts", import.meta.url), bounds);
  const answered = Promise.race([once(reader, "message"), once(reader, "disconnect")]);
  reader.send({ bytes: file, hint }, () => undefined);
  const [message] = await answered;
  const answer = answerSchema.safeParse(message);
  // It ended without an answer: out of time or out of memory.
  if (!answer.success) throw new SheetError(tooLarge);
  if ("refusal" in answer.data) throw new SheetError(answer.data.refusal);
  return answer.data;
}
