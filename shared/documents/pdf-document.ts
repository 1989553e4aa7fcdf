import { jsPDF } from "jspdf";
import { autoTable, type CellHookData } from "jspdf-autotable";
import { type Day, formatDay } from "../dates.ts";
import type { DocumentTable, LabeledValue } from "./document-table.ts";
import { bidiOptions, createFontEmbedder, type DocumentFonts, type FontPicker, shapeText } from "./fonts.ts";
import { type DocumentLocale, english } from "./locale.ts";

/** What every document of an office has. */
export interface Letterhead {
  society: string;
  fonts: DocumentFonts;
  /** The day that the foot of each page names. */
  issuedOn: Day;
  /** English where it is left out. */
  locale?: DocumentLocale;
}

interface PdfDocumentOptions extends Letterhead {
  title: string;
  /** Below the title. */
  subtitle?: string;
  /** Names the document in the head of each page. */
  label: string;
  /** Stands across the first page, under everything else. */
  watermark?: string;
}

/** An A4 document that is filled from top to bottom; pages, heads and numbers come by themselves. */
export function createPdfDocument({
  society,
  fonts,
  issuedOn,
  locale = english,
  title,
  subtitle,
  label,
  watermark,
}: PdfDocumentOptions) {
  const { t, rightToLeft } = locale;
  const doc = new jsPDF({ unit: "mm", format: "a4", compress: true });
  const pickFont = createFontEmbedder(doc, fonts);
  doc.setProperties({ title, author: society });
  let top = margins.top;
  if (watermark) {
    write({ text: watermark, x: 105, y: 175, size: 120, color: colors.voided, bold: true, align: "center", angle: 35 });
  }
  top = paragraph(title, { size: 17, bold: true, gap: subtitle ? 1.5 : 4 });
  if (subtitle) top = paragraph(subtitle, { size: 9.5, color: colors.textMuted, gap: 4 });

  return {
    /** Names what follows; stays on one page with the beginning of it. */
    heading(text: string): void {
      keepTogether(24);
      top += 3;
      top = paragraph(text, { size: 11, bold: true, gap: 1 });
    },
    note(text: string): void {
      top = paragraph(text, { size: 9.5, color: colors.textMuted, gap: 3 });
    },
    /** One large figure, and what it says in words. */
    figure({ value, words }: { value: string; words: string }): void {
      top += 3;
      top = paragraph(value, { size: 22, bold: true, color: colors.accent, gap: 0.5 });
      top = paragraph(words, { size: 9.5, color: colors.textMuted, gap: 3 });
    },
    /** Labels and values, two pairs a line. */
    facts(facts: readonly LabeledValue[]): void {
      for (let at = 0; at < facts.length; at += 2) line(facts.slice(at, at + 2), margins.width / 2);
      top += 1;
    },
    /** A label and a longer text over the whole width. */
    remark(fact: LabeledValue): void {
      line([fact], margins.width);
    },
    table(table: DocumentTable): void {
      top = drawTable(doc, { table, top: top + 1, rightToLeft, pickFont }) + 4;
    },
    /** Room for a stamp and for a name written by hand. */
    signatures(stamp: string, signed: string): void {
      keepTogether(48);
      const y = top + 40;
      doc.setDrawColor(colors.borderStrong).setLineWidth(0.2).setLineDashPattern([1.2, 1.2], 0);
      doc.roundedRect(rightToLeft ? margins.end - 52 : margins.start, top + 8, 52, 32, 1, 1);
      doc.setLineDashPattern([], 0).line(mirrored(margins.end - 70), y, mirrored(margins.end), y);
      write({ text: stamp, x: margins.start, y: y + 5, size: 9, color: colors.textSubtle });
      write({ text: signed, x: margins.end - 70, y: y + 5, size: 9, color: colors.textSubtle });
      top = y + 9;
    },
    /** The finished document. */
    toBytes(): Uint8Array<ArrayBuffer> {
      const pages = doc.getNumberOfPages();
      for (let page = 1; page <= pages; page++) {
        doc.setPage(page);
        drawHead();
        write({
          text: t("Made on {day}", { day: formatDay(issuedOn) }),
          x: margins.start,
          y: 286,
          size: 8.5,
          color: colors.textSubtle,
        });
        write({
          text: t("Page {page} of {pages}", { page, pages }),
          x: margins.end,
          y: 286,
          size: 8.5,
          color: colors.textSubtle,
          align: "end",
        });
      }
      return new Uint8Array(doc.output("arraybuffer"));
    },
  };

  function drawHead(): void {
    write({ text: society, x: margins.start, y: 15, size: 10, bold: true });
    write({ text: label, x: margins.end, y: 15, size: 9, color: colors.textMuted, align: "end" });
    doc.setDrawColor(colors.accent).setLineWidth(0.4).line(margins.start, 18, margins.end, 18);
  }

  /** Places are told as from the left; a document that is read from the right has them on the other side. */
  function mirrored(x: number): number {
    return rightToLeft ? margins.start + margins.end - x : x;
  }

  function keepTogether(height: number): void {
    if (top + height <= margins.bottom) return;
    doc.addPage();
    top = margins.top;
  }

  function line(facts: readonly LabeledValue[], room: number): void {
    const look = { size: 10.5, bold: true, width: room - labelWidth - 4 };
    const values = facts.map(({ value }) => ({ value, lines: wrapped(value, look) }));
    const lines = Math.max(...values.map((each) => each.lines.length));
    keepTogether(2 + lines * 5);
    for (const [place, { label }] of facts.entries())
      write({ text: label, x: margins.start + place * room, y: top + 4.2, size: 9.5, color: colors.textSubtle });
    for (const [place, { value, lines }] of values.entries())
      for (const [at, text] of lines.entries())
        write({ ...look, text, wholeText: value, x: margins.start + place * room + labelWidth, y: top + 4.2 + at * 5 });
    top += 2 + lines * 5;
  }

  /** Answers where the text ends. */
  function paragraph(text: string, { gap, ...look }: Omit<TextStyle, "width"> & { gap: number }): number {
    const height = look.size * lineHeight;
    let y = top;
    for (const line of wrapped(text, { ...look, width: margins.width })) {
      write({ ...look, text: line, wholeText: text, x: margins.start, y: y + height * 0.8 });
      y += height;
    }
    return y + gap;
  }

  function wrapped(text: string, { size, bold = false, width }: TextStyle): string[] {
    doc.setFont(pickFont(text), bold ? "bold" : "normal").setFontSize(size);
    const lines: string[] = doc.splitTextToSize(shapeText(doc, text), width);
    return lines;
  }

  function write({
    text,
    wholeText = text,
    x,
    y,
    size,
    bold = false,
    color = colors.text,
    align = "start",
    angle = 0,
  }: PositionedText): void {
    doc
      .setFont(pickFont(wholeText), bold ? "bold" : "normal")
      .setFontSize(size)
      .setTextColor(color);
    const side = align === "center" ? align : (align === "end") === rightToLeft ? "left" : "right";
    doc.text(shapeText(doc, text), mirrored(x), y, { align: side, angle, ...bidiOptions(wholeText) });
  }
}

interface TextStyle {
  /** In points. */
  size: number;
  bold?: boolean;
  color?: string;
  width: number;
}

interface PositionedText extends Omit<TextStyle, "width"> {
  text: string;
  /** What the text is a line of. */
  wholeText?: string;
  x: number;
  y: number;
  align?: "start" | "end" | "center";
  angle?: number;
}

const labelWidth = 32;

/** Millimetres a line takes for each point of its letters. */
const lineHeight = 0.48;

/** Where a page's contents begin and end, in millimetres as all places on the page; of an A4 sheet. */
export const margins = { start: 18, end: 192, width: 174, top: 26, bottom: 276 };

/** The few colours that documents are printed in; the same as the portal's light theme has. */
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
