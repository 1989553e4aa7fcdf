import { english } from "./language.ts";
import { type Letterhead, openPaper } from "./paper.ts";
import { type HouseStatement, statementFacts, statementTable } from "./statement.ts";

/** The account of one house over a period. */
export function makeStatementPdf(statement: HouseStatement, letterhead: Letterhead): Uint8Array<ArrayBuffer> {
  const { say } = letterhead.language ?? english;
  const paper = openPaper({
    ...letterhead,
    title: say("Statement of account"),
    label: say("House {house}", { house: statement.HouseNo }),
  });
  paper.facts(statementFacts(statement, say));
  paper.table(statementTable(statement, say));
  return paper.bytes();
}
