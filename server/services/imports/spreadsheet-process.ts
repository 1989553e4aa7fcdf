import { parseSpreadsheet } from "./parse-spreadsheet.ts";
import type { SpreadsheetRequest, SpreadsheetResponse } from "./read-spreadsheet.ts";
import { notASpreadsheet, SpreadsheetError } from "./spreadsheet.ts";

// Entry point of the child process that read-spreadsheet.ts starts for each file. It loads no package that it does not
// need, because loading takes longer than reading most files.
process.once("message", async (request: SpreadsheetRequest) => {
  const response = await handleRequest(request);
  process.send?.(response, () => process.disconnect());
});

async function handleRequest({ bytes, hint }: SpreadsheetRequest): Promise<SpreadsheetResponse> {
  try {
    return { rows: await parseSpreadsheet(bytes, hint) };
  } catch (error) {
    return { refusal: error instanceof SpreadsheetError ? error.refusal : notASpreadsheet };
  }
}
