import { z } from "zod";
import type { Day } from "../../shared/dates.ts";
import type { ReceiptPaper } from "../../shared/paper/receipt.ts";
import type { HouseStatement } from "../../shared/paper/statement.ts";

interface Head {
  /** For the head of the page. */
  society: string;
  madeOn: Day;
}

/** A document with all that stands in it. */
export type PdfOrder = Head & ({ kind: "receipt"; paper: ReceiptPaper } | { kind: "statement"; paper: HouseStatement });

export const answerSchema = z.union([z.object({ bytes: z.instanceof(Uint8Array) }), z.object({ error: z.string() })]);

export type PdfAnswer = z.output<typeof answerSchema>;
