import { z } from "zod";
import { parseSheet } from "./parse-sheet.ts";
import { type Answer, notASpreadsheet, SheetError } from "./sheet.ts";

// The body of the process that read-sheet.ts starts for one file.
const jobSchema = z.object({
  bytes: z.instanceof(Uint8Array),
  hint: z.object({ filename: z.string().optional(), contentType: z.string().optional() }),
});

process.once("message", async (message) => {
  const answer = await answerTo(message);
  process.send?.(answer, () => process.disconnect());
});

async function answerTo(message: unknown): Promise<Answer> {
  try {
    const { bytes, hint } = jobSchema.parse(message);
    return { rows: await parseSheet(bytes, hint) };
  } catch (error) {
    return { refusal: error instanceof SheetError ? error.message : notASpreadsheet };
  }
}
