import type { Day } from "../../../shared/dates.ts";
import { type StatementDocument, statementFileName } from "../../../shared/documents/statement.ts";
import { renderPdf } from "../../documents/pdf.ts";

interface StatementPdfInput {
  statement: StatementDocument;
  /** The society's name, for the head of the page. */
  society: string;
  madeOn: Day;
}

/** The statement of a house as a file to send. */
export async function renderStatementPdf({ statement, society, madeOn }: StatementPdfInput) {
  const { HouseNo, OwnerName, from, to, opening, entries, charged, paid, closing } = statement;
  const document = { HouseNo, OwnerName, from, to, opening, entries, charged, paid, closing };
  const content = await renderPdf({ kind: "statement", document, society, madeOn });
  return { filename: statementFileName(statement), contentType: "application/pdf", content };
}
