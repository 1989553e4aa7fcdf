import { jsPDF } from "jspdf";
import { type Day, formatDay } from "../dates.ts";
import { societyName } from "../domain/society-name.ts";
import type { RecordOf } from "../registry.ts";
import type { society as societyResource } from "../resources/society.ts";
import type { DocumentTable, LabeledValue } from "./document-table.ts";
import type { DocumentFonts } from "./fonts.ts";
import { type DocumentLocale, type DocumentTranslate, englishLocale } from "./locale.ts";
import { colors, contentArea, drawTable } from "./pdf-table.ts";
import { createPdfWriter, type TextStyle } from "./pdf-writer.ts";

/** The fields of the society's record that its documents show. */
export type SocietyLetterhead = Pick<
  RecordOf<typeof societyResource>,
  "Name" | "NameUrdu" | "Address" | "Phone" | "Email" | "NTN" | "ReceiptFooter" | "BankAccounts" | "Logo"
>;

/** Everything that a document of the society needs beside its content. */
export interface DocumentContext {
  society: SocietyLetterhead;
  fonts: DocumentFonts;
  /** Shown in the footer of each page. */
  issuedOn: Day;
  /** Defaults to English. */
  locale?: DocumentLocale;
}

interface PdfDocumentOptions extends DocumentContext {
  title: string;
  /** Below the title. */
  subtitle?: string;
  /** What the document is, or whose, on the right of each page's header. */
  headerText: string;
  /** Printed diagonally across the first page, behind everything else. */
  watermark?: string;
}

/**
 * An A4 document that is filled from top to bottom. Page breaks, headers, footers and page numbers are added
 * automatically.
 */
export function createPdfDocument({
  society,
  fonts,
  issuedOn,
  locale = englishLocale,
  title,
  subtitle,
  headerText,
  watermark,
}: PdfDocumentOptions) {
  const { t, isRightToLeft } = locale;
  const doc = new jsPDF({ unit: "mm", format: "a4", compress: true });
  const { pickFont, mirrorX, wrapText, write, drawImage, drawQrCode } = createPdfWriter(doc, { fonts, isRightToLeft });
  const name = societyName(society, isRightToLeft);
  doc.setProperties({ title, author: name });
  /** Where the next content begins, in millimetres from the top of the page. */
  let top = contentArea.top;
  if (watermark) {
    write({ text: watermark, x: 105, y: 175, size: 120, color: colors.voided, bold: true, align: "center", angle: 35 });
  }
  top = writeParagraph(title, { size: 17, bold: true, gap: subtitle ? 1.5 : 4 });
  if (subtitle) top = writeParagraph(subtitle, { size: 9.5, color: colors.textMuted, gap: 4 });

  return {
    /** The heading of a section; kept on one page with the section's first lines. */
    heading(text: string): void {
      keepTogether(24);
      top += 3;
      top = writeParagraph(text, { size: 11, bold: true, gap: 1 });
    },
    /** A paragraph of the main text. */
    paragraph(text: string): void {
      const style = { size: 12 };
      keepTogether(wrapText(text, { ...style, width: contentArea.width }).length * style.size * lineHeight);
      top = writeParagraph(text, { ...style, gap: 5 });
    },
    /** A small paragraph. */
    note(text: string): void {
      const style = { size: 9.5, color: colors.textMuted };
      keepTogether(wrapText(text, { ...style, width: contentArea.width }).length * style.size * lineHeight);
      top = writeParagraph(text, { ...style, gap: 3 });
    },
    /** A large amount with the amount in words below. */
    amount({ value, words }: { value: string; words: string }): void {
      top += 3;
      top = writeParagraph(value, { size: 22, bold: true, color: colors.accent, gap: 0.5 });
      top = writeParagraph(words, { size: 9.5, color: colors.textMuted, gap: 3 });
    },
    /** Labels and values, two pairs per line. */
    details(details: readonly LabeledValue[]): void {
      for (let start = 0; start < details.length; start += 2)
        drawDetails(details.slice(start, start + 2), contentArea.width / 2);
      top += 1;
    },
    /** A label and a longer text over the whole width. */
    wideDetail(detail: LabeledValue): void {
      drawDetails([detail], contentArea.width);
    },
    table(table: DocumentTable): void {
      top = drawTable(doc, { table, top: top + 1, isRightToLeft, pickFont }) + 4;
    },
    /** Lines for two signatures side by side, with their labels. */
    signatureLines(labels: readonly [string, string]): void {
      keepTogether(26);
      const y = top + 18;
      doc.setDrawColor(colors.borderStrong).setLineWidth(0.2);
      for (const [index, label] of labels.entries()) {
        const x = index === 0 ? contentArea.start : contentArea.end - 70;
        doc.line(mirrorX(x), y, mirrorX(x + 70), y);
        write({ text: label, x, y: y + 5, size: 9, color: colors.textSubtle });
      }
      top = y + 8;
    },
    /** A box for the stamp and a line for the signature, with their labels, and a QR code between them. */
    stampSignatureAndCode(stampLabel: string, signatureLabel: string, code?: { url: string; label: string }): void {
      keepTogether(48);
      if (code) {
        const x = contentArea.start + 60;
        drawQrCode(code.url, { x, top: top + 8, size: 32 });
        write({ text: code.label, x, y: top + 45, size: 9, color: colors.textSubtle });
      }
      const lineY = top + 40;
      doc.setDrawColor(colors.borderStrong).setLineWidth(0.2).setLineDashPattern([1.2, 1.2], 0);
      doc.roundedRect(isRightToLeft ? contentArea.end - 52 : contentArea.start, top + 8, 52, 32, 1, 1);
      doc.setLineDashPattern([], 0).line(mirrorX(contentArea.end - 70), lineY, mirrorX(contentArea.end), lineY);
      write({ text: stampLabel, x: contentArea.start, y: lineY + 5, size: 9, color: colors.textSubtle });
      write({ text: signatureLabel, x: contentArea.end - 70, y: lineY + 5, size: 9, color: colors.textSubtle });
      top = lineY + 9;
    },
    /** Adds header and footer to every page and returns the file. */
    toBytes(): Uint8Array<ArrayBuffer> {
      const pages = doc.getNumberOfPages();
      for (let page = 1; page <= pages; page++) {
        doc.setPage(page);
        drawHeader();
        write({
          text: t("Created on {day}", { day: formatDay(issuedOn) }),
          x: contentArea.start,
          y: 286,
          size: 8.5,
          color: colors.textSubtle,
        });
        write({
          text: t("Page {page} of {pages}", { page, pages }),
          x: contentArea.end,
          y: 286,
          size: 8.5,
          color: colors.textSubtle,
          align: "end",
        });
      }
      return new Uint8Array(doc.output("arraybuffer"));
    },
  };

  function drawHeader(): void {
    const logoWidth = drawImage(society.Logo, { alias: "logo", x: contentArea.start, bottom: 17, max: maxLogo });
    write({ text: name, x: contentArea.start + (logoWidth && logoWidth + 3), y: 15, size: 10, bold: true });
    write({ text: headerText, x: contentArea.end, y: 15, size: 9, color: colors.textMuted, align: "end" });
    doc.setDrawColor(colors.accent).setLineWidth(0.4).line(contentArea.start, 18, contentArea.end, 18);
    const [contact = ""] = wrapText(formatContactLine(society, t), { size: 8, width: contentArea.width });
    write({ text: contact, x: contentArea.start, y: 22, size: 8, color: colors.textSubtle });
  }

  /** Starts a new page when the height does not fit on this one. */
  function keepTogether(height: number): void {
    if (top + height <= contentArea.bottom) return;
    doc.addPage();
    top = contentArea.top;
  }

  /** Labels and values side by side, each pair in `width` millimetres. */
  function drawDetails(details: readonly LabeledValue[], width: number): void {
    const style = { size: 10.5, bold: true, width: width - labelWidth - 4 };
    const values = details.map(({ value }) => ({ value, lines: wrapText(value, style) }));
    const lineCount = Math.max(...values.map(({ lines }) => lines.length));
    keepTogether(2 + lineCount * 5);
    for (const [column, { label }] of details.entries())
      write({ text: label, x: contentArea.start + column * width, y: top + 4.2, size: 9.5, color: colors.textSubtle });
    for (const [column, { value, lines }] of values.entries())
      for (const [row, text] of lines.entries())
        write({
          ...style,
          text,
          wholeText: value,
          x: contentArea.start + column * width + labelWidth,
          y: top + 4.2 + row * 5,
        });
    top += 2 + lineCount * 5;
  }

  /**
   * Writes wrapped text at `top`. Returns the end of the text plus the gap, in millimetres from the top of the page.
   */
  function writeParagraph(text: string, { gap, ...style }: Omit<TextStyle, "width"> & { gap: number }): number {
    const height = style.size * lineHeight;
    let y = top;
    for (const line of wrapText(text, { ...style, width: contentArea.width })) {
      write({ ...style, text: line, wholeText: text, x: contentArea.start, y: y + height * 0.8 });
      y += height;
    }
    return y + gap;
  }
}

/** Of the labels of details, in millimetres. */
const labelWidth = 32;

/** In millimetres. */
const maxLogo = { width: 26, height: 10 };

/** Address, phone, email and tax number in one line. */
export function formatContactLine({ Address, Phone, Email, NTN }: SocietyLetterhead, t: DocumentTranslate): string {
  const parts = [Address, Phone, Email, NTN && `${t("NTN")} ${NTN}`];
  return parts
    .filter((part) => part !== "")
    .join(" · ")
    .replace(/\s+/g, " ");
}

/** Line height in millimetres per point of font size. */
const lineHeight = 0.48;
