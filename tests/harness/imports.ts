import { expect } from "vitest";
import type { SpreadsheetRow } from "../../server/services/imports/spreadsheet.ts";
import type { ImportOutcome } from "../../shared/endpoints/import.ts";
import { type MessageCode, messages } from "../../shared/messages.ts";
import { interpolate } from "../../shared/placeholders.ts";
import type { Person } from "./person.ts";
import { assertOk, type Reply } from "./reply.ts";

/** Sends a CSV file. `path` is the kind of the import with its query, for example `receipts?dryRun=1`. */
export function postImport(person: Person, path: string, body: string): Promise<Reply> {
  return person.send({ method: "POST", path: `/import/${path}`, body, headers: { "content-type": "text/csv" } });
}

/** Imports a CSV file, or previews the import, asserts success and returns the outcome. */
export async function runImport(person: Person, path: string, body: string): Promise<ImportOutcome> {
  // A successful reply of the endpoint has this type.
  return assertOk(await postImport(person, path, body)).body.data as ImportOutcome;
}

/** The rows of a spreadsheet, numbered from 1. */
export function toSpreadsheetRows(...rows: string[][]): SpreadsheetRow[] {
  return rows.map((cells, index) => ({ rowNumber: index + 1, cells }));
}

/** Returns a function that builds a row: the valid row with other cells, by column title. */
export function createRowBuilder(titles: readonly string[], validRow: readonly string[]) {
  return (changed: Readonly<Record<string, string>>): string[] =>
    titles.map((title, index) => changed[title] ?? validRow[index] ?? "");
}

type RefusedRow = ImportOutcome["refused"][number];

/** The refused rows with their texts. Expects each reason with a code to have the text of its code and values. */
export function checkRefusalTexts(refused: readonly RefusedRow[] | undefined): { row: number; reason: string }[] {
  return (refused ?? []).map(({ row, reason, reasons }) => {
    expect(reason).toBe(reasons.map(({ message }) => message).join("; "));
    for (const { message, code, values } of reasons)
      if (code !== undefined) expect(message).toBe(interpolate(messages[code as MessageCode], values));
    return { row, reason };
  });
}
