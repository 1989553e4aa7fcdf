import { jsPDF } from "jspdf";
import { type Day, formatDay } from "../dates.ts";
import { openFaces, type PaperFonts, readingOrder, shaped } from "./fonts.ts";
import { ink } from "./ink.ts";
import { english, type PaperLanguage } from "./language.ts";
import { drawTable } from "./paper-table.ts";
import { edge } from "./sides.ts";
import type { PaperFact, PaperTable } from "./table.ts";

/** What every document of an office has. */
export interface Letterhead {
  society: string;
  fonts: PaperFonts;
  /** The day that the foot of each page names. */
  madeOn: Day;
  /** English where it is left out. */
  language?: PaperLanguage;
}

interface PaperInput extends Letterhead {
  title: string;
  /** Below the title. */
  subtitle?: string;
  /** Names the document in the head of each page. */
  label: string;
  /** Stands across the first page, under everything else. */
  across?: string;
}

/** An A4 document that is filled from top to bottom; pages, heads and numbers come by themselves. */
export function openPaper({ society, fonts, madeOn, language = english, title, subtitle, label, across }: PaperInput) {
  const { say, rightToLeft } = language;
  const doc = new jsPDF({ unit: "mm", format: "a4", compress: true });
  const faceOf = openFaces(doc, fonts);
  doc.setProperties({ title, author: society });
  let top = edge.top;
  if (across) {
    write({ text: across, x: 105, y: 175, size: 120, color: ink.voided, bold: true, align: "center", angle: 35 });
  }
  top = paragraph(title, { size: 17, bold: true, gap: subtitle ? 1.5 : 4 });
  if (subtitle) top = paragraph(subtitle, { size: 9.5, color: ink.quiet, gap: 4 });

  return {
    /** Names what follows; stays on one page with the beginning of it. */
    heading(text: string): void {
      keepTogether(24);
      top += 3;
      top = paragraph(text, { size: 11, bold: true, gap: 1 });
    },
    note(text: string): void {
      top = paragraph(text, { size: 9.5, color: ink.quiet, gap: 3 });
    },
    /** One large figure, and what it says in words. */
    figure({ value, words }: { value: string; words: string }): void {
      top += 3;
      top = paragraph(value, { size: 22, bold: true, color: ink.accent, gap: 0.5 });
      top = paragraph(words, { size: 9.5, color: ink.quiet, gap: 3 });
    },
    /** Labels and values, two pairs a line. */
    facts(facts: readonly PaperFact[]): void {
      for (let at = 0; at < facts.length; at += 2) line(facts.slice(at, at + 2), edge.width / 2);
      top += 1;
    },
    /** A label and a longer text over the whole width. */
    remark(fact: PaperFact): void {
      line([fact], edge.width);
    },
    table(table: PaperTable): void {
      top = drawTable(doc, { table, top: top + 1, rightToLeft, faceOf }) + 4;
    },
    /** Room for a stamp and for a name written by hand. */
    signatures(stamp: string, signed: string): void {
      keepTogether(48);
      const y = top + 40;
      doc.setDrawColor(ink.rule).setLineWidth(0.2).setLineDashPattern([1.2, 1.2], 0);
      doc.roundedRect(rightToLeft ? edge.end - 52 : edge.start, top + 8, 52, 32, 1, 1);
      doc.setLineDashPattern([], 0).line(mirrored(edge.end - 70), y, mirrored(edge.end), y);
      write({ text: stamp, x: edge.start, y: y + 5, size: 9, color: ink.hint });
      write({ text: signed, x: edge.end - 70, y: y + 5, size: 9, color: ink.hint });
      top = y + 9;
    },
    /** The finished document. */
    bytes(): Uint8Array<ArrayBuffer> {
      const pages = doc.getNumberOfPages();
      for (let page = 1; page <= pages; page++) {
        doc.setPage(page);
        drawHead();
        write({
          text: say("Made on {day}", { day: formatDay(madeOn) }),
          x: edge.start,
          y: 286,
          size: 8.5,
          color: ink.hint,
        });
        write({
          text: say("Page {page} of {pages}", { page, pages }),
          x: edge.end,
          y: 286,
          size: 8.5,
          color: ink.hint,
          align: "end",
        });
      }
      return new Uint8Array(doc.output("arraybuffer"));
    },
  };

  function drawHead(): void {
    write({ text: society, x: edge.start, y: 15, size: 10, bold: true });
    write({ text: label, x: edge.end, y: 15, size: 9, color: ink.quiet, align: "end" });
    doc.setDrawColor(ink.accent).setLineWidth(0.4).line(edge.start, 18, edge.end, 18);
  }

  /** Places are told as from the left; a document that is read from the right has them on the other side. */
  function mirrored(x: number): number {
    return rightToLeft ? edge.start + edge.end - x : x;
  }

  function keepTogether(height: number): void {
    if (top + height <= edge.bottom) return;
    doc.addPage();
    top = edge.top;
  }

  function line(facts: readonly PaperFact[], room: number): void {
    const look = { size: 10.5, bold: true, width: room - labelWidth - 4 };
    const values = facts.map(({ value }) => ({ value, lines: wrapped(value, look) }));
    const lines = Math.max(...values.map((each) => each.lines.length));
    keepTogether(2 + lines * 5);
    for (const [place, { label }] of facts.entries())
      write({ text: label, x: edge.start + place * room, y: top + 4.2, size: 9.5, color: ink.hint });
    for (const [place, { value, lines }] of values.entries())
      for (const [at, text] of lines.entries())
        write({ ...look, text, whole: value, x: edge.start + place * room + labelWidth, y: top + 4.2 + at * 5 });
    top += 2 + lines * 5;
  }

  /** Answers where the text ends. */
  function paragraph(text: string, { gap, ...look }: Omit<Look, "width"> & { gap: number }): number {
    const height = look.size * lineHeight;
    let y = top;
    for (const line of wrapped(text, { ...look, width: edge.width })) {
      write({ ...look, text: line, whole: text, x: edge.start, y: y + height * 0.8 });
      y += height;
    }
    return y + gap;
  }

  function wrapped(text: string, { size, bold = false, width }: Look): string[] {
    doc.setFont(faceOf(text), bold ? "bold" : "normal").setFontSize(size);
    const lines: string[] = doc.splitTextToSize(shaped(doc, text), width);
    return lines;
  }

  function write({
    text,
    whole = text,
    x,
    y,
    size,
    bold = false,
    color = ink.text,
    align = "start",
    angle = 0,
  }: Written): void {
    doc
      .setFont(faceOf(whole), bold ? "bold" : "normal")
      .setFontSize(size)
      .setTextColor(color);
    const side = align === "center" ? align : (align === "end") === rightToLeft ? "left" : "right";
    doc.text(shaped(doc, text), mirrored(x), y, { align: side, angle, ...readingOrder(whole) });
  }
}

interface Look {
  /** In points. */
  size: number;
  bold?: boolean;
  color?: string;
  width: number;
}

interface Written extends Omit<Look, "width"> {
  text: string;
  /** What the text is a line of. */
  whole?: string;
  x: number;
  y: number;
  align?: "start" | "end" | "center";
  angle?: number;
}

const labelWidth = 32;

/** Millimetres a line takes for each point of its letters. */
const lineHeight = 0.48;
