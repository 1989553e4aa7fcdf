import { expect } from "vitest";
import type { ImportOutcome } from "../../shared/endpoints/import.ts";
import { type MessageCode, messages } from "../../shared/messages.ts";
import { interpolate } from "../../shared/placeholders.ts";
import type { Person } from "./person.ts";
import type { Reply } from "./reply.ts";

/** Imports a CSV file. `path` is the kind of the import with its query, for example `receipts?dryRun=1`. */
export function importSheet(person: Person, path: string, body: string): Promise<Reply> {
  return person.send({ method: "POST", path: `/import/${path}`, body, headers: { "content-type": "text/csv" } });
}

type RefusedRow = ImportOutcome["refused"][number];

/**
 * The refused rows with their text. Expects that its parts are the texts of their codes and values, or have no values.
 */
export function refusalTexts(refused: readonly RefusedRow[] | undefined): { row: number; reason: string }[] {
  return (refused ?? []).map(({ row, reason, reasons }) => {
    expect(reason).toBe(reasons.map(({ message }) => message).join("; "));
    for (const { message, code, values } of reasons)
      if (code !== undefined) expect(message).toBe(interpolate(messages[code as MessageCode], values));
    return { row, reason };
  });
}
