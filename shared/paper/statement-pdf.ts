import { type Letterhead, openPaper } from "./paper.ts";
import { type HouseStatement, statementFacts, statementTable } from "./statement.ts";

/** The account of one house over a period. */
export function makeStatementPdf(statement: HouseStatement, letterhead: Letterhead): Uint8Array<ArrayBuffer> {
  const paper = openPaper({ ...letterhead, title: "Statement of account", label: `House ${statement.HouseNo}` });
  paper.facts(statementFacts(statement));
  paper.table(statementTable(statement));
  return paper.bytes();
}
