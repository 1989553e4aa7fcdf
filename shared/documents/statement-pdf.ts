import { english } from "./locale.ts";
import { createPdfDocument, type Letterhead } from "./pdf-document.ts";
import { type StatementDocument, statementFacts, statementTable } from "./statement.ts";

/** The account of one house over a period. */
export function createStatementPdf(statement: StatementDocument, letterhead: Letterhead): Uint8Array<ArrayBuffer> {
  const { t } = letterhead.locale ?? english;
  const paper = createPdfDocument({
    ...letterhead,
    title: t("Statement of account"),
    label: t("House {house}", { house: statement.HouseNo }),
  });
  paper.facts(statementFacts(statement, t));
  paper.table(statementTable(statement, t));
  return paper.toBytes();
}
