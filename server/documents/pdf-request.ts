import { z } from "zod";
import type { Day } from "../../shared/dates.ts";
import type { ReceiptDocument } from "../../shared/documents/payment-receipt.ts";
import type { StatementDocument } from "../../shared/documents/statement.ts";

interface DocumentHeader {
  /** For the head of the page. */
  society: string;
  madeOn: Day;
}

/** A document with all that stands in it. */
export type PdfRequest = DocumentHeader &
  ({ kind: "receipt"; document: ReceiptDocument } | { kind: "statement"; document: StatementDocument });

export const responseSchema = z.union([z.object({ bytes: z.instanceof(Uint8Array) }), z.object({ error: z.string() })]);

export type PdfResponse = z.output<typeof responseSchema>;
