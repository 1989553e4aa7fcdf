import type { Day } from "../../../shared/dates.ts";
import { type StatementDocument, statementFileName } from "../../../shared/documents/statement.ts";
import { renderPdf } from "../../documents/pdf.ts";

interface StatementPdfInput {
  statement: StatementDocument;
  /** The society's name, for the letterhead. */
  society: string;
  issuedOn: Day;
}

/** A statement as a PDF file. */
export async function renderStatementPdf({ statement, society, issuedOn }: StatementPdfInput) {
  const { HouseNo, OwnerName, from, to, opening, entries, charged, paid, closing } = statement;
  const document = { HouseNo, OwnerName, from, to, opening, entries, charged, paid, closing };
  const content = await renderPdf({ kind: "statement", document, society, issuedOn });
  return { filename: statementFileName(statement), contentType: "application/pdf", content };
}
