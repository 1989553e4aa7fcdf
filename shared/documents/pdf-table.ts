import type { jsPDF } from "jspdf";
import { autoTable, type CellHookData } from "jspdf-autotable";
import type { DocumentTable } from "./document-table.ts";
import { bidiOptions, type FontPicker, reverseHyphenatedNumbers, shapeText } from "./fonts.ts";

/** The area for content on an A4 page, in millimetres from its top left corner. */
export const contentArea = { start: 18, end: 192, width: 174, top: 26, bottom: 276 };

/** Colours of documents: those of the portal's light theme. */
export const colors = {
  text: "#14201A",
  textMuted: "#48564E",
  textSubtle: "#5F6C65",
  border: "#DCE2DE",
  borderStrong: "#A9B5AE",
  accent: "#0B5D3B",
  voided: "#F2B8B3",
} as const;

interface DrawTableOptions {
  table: DocumentTable;
  top: number;
  /** Puts the first column at the right. */
  isRightToLeft: boolean;
  pickFont: FontPicker;
}

/**
 * Draws a table over as many pages as it needs. Returns the end of the table in millimetres from the top of its last
 * page.
 */
export function drawTable(doc: jsPDF, { table, top, isRightToLeft, pickFont }: DrawTableOptions): number {
  const inReadingOrder = <Item>(items: readonly Item[]) => (isRightToLeft ? items.toReversed() : items);
  const columns = inReadingOrder(table.columns);
  const { rows } = table;
  const totalShare = columns.reduce((sum, { widthShare }) => sum + widthShare, 0);
  let end = top;
  autoTable(doc, {
    startY: top,
    theme: "plain",
    margin: {
      left: contentArea.start,
      right: 210 - contentArea.end,
      top: contentArea.top,
      bottom: 297 - contentArea.bottom,
    },
    head: [columns.map(({ title }) => shapeText(doc, title))],
    body: rows.map(({ cells }) => inReadingOrder(cells).map((cell) => shapeText(doc, cell))),
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
      fontStyle: "bold",
      textColor: colors.textMuted,
      lineColor: colors.borderStrong,
      lineWidth: { bottom: 0.25 },
    },
    columnStyles: Object.fromEntries(
      columns.map(({ widthShare }, index) => [index, { cellWidth: (contentArea.width * widthShare) / totalShare }]),
    ),
    didParseCell: ({ cell, column, row, section }) => {
      const text = cell.text.join(" ");
      cell.styles.font = pickFont(text);
      cell.styles.textOptions = bidiOptions(text);
      // Numbers are right-aligned in both directions, so that their digits line up.
      cell.styles.halign = isRightToLeft || columns[column.index]?.isNumeric ? "right" : "left";
      if (section !== "body" || !rows[row.index]?.isTotal) return;
      cell.styles.fontStyle = "bold";
      cell.styles.lineColor = colors.text;
      cell.styles.lineWidth = { top: 0.2, bottom: 0.2 };
    },
    willDrawCell: ({ cell, section }) => {
      // Not in column titles: they have no such numbers, and the same cell is drawn on each page.
      if (section === "body") cell.text = cell.text.map(reverseHyphenatedNumbers);
    },
    didDrawCell: (data) => {
      if (data.section === "body" && rows[data.row.index]?.isTotal) drawSecondRule(doc, data);
    },
    didDrawPage: ({ cursor }) => {
      end = cursor?.y ?? end;
    },
  });
  return end;
}

/** Draws a second line below the bottom border of a cell in a total row. */
function drawSecondRule(doc: jsPDF, { cell }: CellHookData): void {
  const y = cell.y + cell.height + 0.6;
  doc
    .setDrawColor(colors.text)
    .setLineWidth(0.2)
    .line(cell.x, y, cell.x + cell.width, y);
}
