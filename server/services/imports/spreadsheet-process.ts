import { z } from "zod";
import { parseSpreadsheet } from "./parse-spreadsheet.ts";
import { notASpreadsheet, type ReaderResponse, SpreadsheetError } from "./spreadsheet.ts";

// Entry point of the child process that read-spreadsheet.ts starts for each file.
const jobSchema = z.object({
  bytes: z.instanceof(Uint8Array),
  hint: z.object({ filename: z.string().optional(), contentType: z.string().optional() }),
});

process.once("message", async (message) => {
  const response = await handleJob(message);
  process.send?.(response, () => process.disconnect());
});

async function handleJob(message: unknown): Promise<ReaderResponse> {
  try {
    const { bytes, hint } = jobSchema.parse(message);
    return { rows: await parseSpreadsheet(bytes, hint) };
  } catch (error) {
    return { refusal: error instanceof SpreadsheetError ? error.refusal : notASpreadsheet };
  }
}
