import type { Day } from "../../shared/dates.ts";
import { type HouseStatement, statementFileName } from "../../shared/paper/statement.ts";
import { makePdf } from "./pdf.ts";

interface StatementPdfInput {
  statement: HouseStatement;
  /** The society's name, for the head of the page. */
  society: string;
  madeOn: Day;
}

/** The statement of a house as a file to send. */
export async function statementPdfFile({ statement, society, madeOn }: StatementPdfInput) {
  const { HouseNo, OwnerName, from, to, opening, entries, charged, paid, closing } = statement;
  const paper = { HouseNo, OwnerName, from, to, opening, entries, charged, paid, closing };
  const content = await makePdf({ kind: "statement", paper, society, madeOn });
  return { filename: statementFileName(statement), contentType: "application/pdf", content };
}
