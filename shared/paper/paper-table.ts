import type { jsPDF } from "jspdf";
import { autoTable, type CellHookData } from "jspdf-autotable";
import { type FaceOf, readingOrder, shaped } from "./fonts.ts";
import { ink } from "./ink.ts";
import { edge } from "./sides.ts";
import type { PaperTable } from "./table.ts";

interface TableInput {
  table: PaperTable;
  top: number;
  /** The first column stands at the right. */
  rightToLeft: boolean;
  faceOf: FaceOf;
}

/** Draws a table over as many pages as it needs; answers where it ends, in millimetres. */
export function drawTable(doc: jsPDF, { table, top, rightToLeft, faceOf }: TableInput): number {
  const ordered = <Item>(items: readonly Item[]) => (rightToLeft ? items.toReversed() : items);
  const columns = ordered(table.columns);
  const { rows } = table;
  const all = columns.reduce((sum, { share }) => sum + share, 0);
  let end = top;
  autoTable(doc, {
    startY: top,
    theme: "plain",
    margin: { left: edge.start, right: 210 - edge.end, top: edge.top, bottom: 297 - edge.bottom },
    head: [columns.map(({ title }) => shaped(doc, title))],
    body: rows.map(({ cells }) => ordered(cells).map((cell) => shaped(doc, cell))),
    rowPageBreak: "avoid",
    styles: {
      fontStyle: "normal",
      fontSize: 9.5,
      textColor: ink.text,
      lineColor: ink.line,
      lineWidth: { bottom: 0.15 },
      cellPadding: { vertical: 1.5, horizontal: 2 },
    },
    headStyles: { fontStyle: "normal", textColor: ink.quiet, lineColor: ink.rule, lineWidth: { bottom: 0.25 } },
    columnStyles: Object.fromEntries(columns.map(({ share }, at) => [at, { cellWidth: (edge.width * share) / all }])),
    didParseCell: ({ cell, column, row, section }) => {
      const text = cell.text.join(" ");
      cell.styles.font = faceOf(text);
      cell.styles.textOptions = readingOrder(text);
      // Figures end below each other in either direction.
      cell.styles.halign = rightToLeft || columns[column.index]?.figure ? "right" : "left";
      if (section !== "body" || !rows[row.index]?.closing) return;
      cell.styles.fontStyle = "bold";
      cell.styles.lineColor = ink.text;
      cell.styles.lineWidth = { top: 0.2, bottom: 0.2 };
    },
    didDrawCell: (data) => {
      if (data.section === "body" && rows[data.row.index]?.closing) drawSecondRule(doc, data);
    },
    didDrawPage: ({ cursor }) => {
      end = cursor?.y ?? end;
    },
  });
  return end;
}

function drawSecondRule(doc: jsPDF, { cell }: CellHookData): void {
  const y = cell.y + cell.height + 0.6;
  doc
    .setDrawColor(ink.text)
    .setLineWidth(0.2)
    .line(cell.x, y, cell.x + cell.width, y);
}
