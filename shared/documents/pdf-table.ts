import type { jsPDF } from "jspdf";
import { autoTable, type CellHookData } from "jspdf-autotable";
import { colors } from "./colors.ts";
import type { DocumentTable } from "./document-table.ts";
import { bidiOptions, type FontPicker, shapeText } from "./fonts.ts";
import { margins } from "./margins.ts";

interface DrawTableOptions {
  table: DocumentTable;
  top: number;
  /** The first column stands at the right. */
  rightToLeft: boolean;
  pickFont: FontPicker;
}

/** Draws a table over as many pages as it needs; answers where it ends, in millimetres. */
export function drawTable(doc: jsPDF, { table, top, rightToLeft, pickFont }: DrawTableOptions): number {
  const ordered = <Item>(items: readonly Item[]) => (rightToLeft ? items.toReversed() : items);
  const columns = ordered(table.columns);
  const { rows } = table;
  const all = columns.reduce((sum, { widthShare }) => sum + widthShare, 0);
  let end = top;
  autoTable(doc, {
    startY: top,
    theme: "plain",
    margin: { left: margins.start, right: 210 - margins.end, top: margins.top, bottom: 297 - margins.bottom },
    head: [columns.map(({ title }) => shapeText(doc, title))],
    body: rows.map(({ cells }) => ordered(cells).map((cell) => shapeText(doc, cell))),
    rowPageBreak: "avoid",
    styles: {
      fontStyle: "normal",
      fontSize: 9.5,
      textColor: colors.text,
      lineColor: colors.border,
      lineWidth: { bottom: 0.15 },
      cellPadding: { vertical: 1.5, horizontal: 2 },
    },
    headStyles: {
      fontStyle: "normal",
      textColor: colors.textMuted,
      lineColor: colors.borderStrong,
      lineWidth: { bottom: 0.25 },
    },
    columnStyles: Object.fromEntries(
      columns.map(({ widthShare }, at) => [at, { cellWidth: (margins.width * widthShare) / all }]),
    ),
    didParseCell: ({ cell, column, row, section }) => {
      const text = cell.text.join(" ");
      cell.styles.font = pickFont(text);
      cell.styles.textOptions = bidiOptions(text);
      // Figures end below each other in either direction.
      cell.styles.halign = rightToLeft || columns[column.index]?.isNumeric ? "right" : "left";
      if (section !== "body" || !rows[row.index]?.isTotal) return;
      cell.styles.fontStyle = "bold";
      cell.styles.lineColor = colors.text;
      cell.styles.lineWidth = { top: 0.2, bottom: 0.2 };
    },
    didDrawCell: (data) => {
      if (data.section === "body" && rows[data.row.index]?.isTotal) drawDoubleRule(doc, data);
    },
    didDrawPage: ({ cursor }) => {
      end = cursor?.y ?? end;
    },
  });
  return end;
}

function drawDoubleRule(doc: jsPDF, { cell }: CellHookData): void {
  const y = cell.y + cell.height + 0.6;
  doc
    .setDrawColor(colors.text)
    .setLineWidth(0.2)
    .line(cell.x, y, cell.x + cell.width, y);
}
