import { jsPDF } from "jspdf";
import { formatDay } from "../dates.ts";
import { formatConsumerNumber } from "../domain/consumer-number.ts";
import { societyName } from "../domain/society-name.ts";
import type { BillCopies } from "../endpoints/bill.ts";
import { billName } from "../resources/bill.ts";
import { type BillDocument, billMonth, billRows, billTotals } from "./bill.ts";
import type { LabeledValue } from "./document-table.ts";
import { englishLocale } from "./locale.ts";
import { formatContactLine, type Letterhead } from "./pdf-document.ts";
import { createPdfParts, pageContents } from "./pdf-parts.ts";
import { colors } from "./pdf-table.ts";
import { createPdfWriter, pageWidth } from "./pdf-writer.ts";

/** In millimetres. A part fills a third of an A4 page; on an A5 page some space is left below it. */
const part = { height: 99, start: 12, end: 198, columnEnd: 112, amountsStart: 118 };
const maxLogo = { width: 20, height: 9 };
/** The QR code, beside the bank accounts. */
const code = { x: 82, top: 46, size: 30 };
/** Where the content below the header begins. */
const contentTop = 24;
const maxRows = 4;
const maxBankAccounts = 2;
const pagesPerPart = 20;

/**
 * Bills, one on each page: one part on A5, or three parts on A4 with lines to cut along. Yields the bytes of the file in
 * their order, `pagesPerPart` bills at a time, with the number of finished bills; no more pages than that are in memory.
 */
export function* createBillsPdf(
  bills: readonly BillDocument[],
  letterhead: Omit<Letterhead, "issuedOn"> & { copies: BillCopies },
): Generator<{ bytes: Uint8Array<ArrayBuffer>; finished: number }, void> {
  const { society, fonts, copies, locale = englishLocale } = letterhead;
  const { t, isRightToLeft } = locale;
  const isSinglePart = copies === "1";
  const format = isSinglePart ? ({ format: "a5", orientation: "landscape" } as const) : ({ format: "a4" } as const);
  const doc = new jsPDF({ unit: "mm", compress: true, ...format });
  const { write, wrapText, mirrorX, drawImage, drawQrCode } = createPdfWriter(doc, { fonts, isRightToLeft });
  const name = societyName(society, isRightToLeft);
  const copyLabels = isSinglePart ? [""] : [t("Bank copy"), t("Office copy"), t("Payer's copy")];
  doc.setProperties({ title: t("Bills"), author: name });
  const parts = createPdfParts(doc);
  for (const [index, bill] of bills.entries()) {
    if (index > 0) doc.addPage();
    drawPart(bill);
    repeatPart(copyLabels.length);
    for (const [copy, label] of copyLabels.entries()) {
      const top = copy * part.height;
      const text = label === "" ? billName(bill) : `${billName(bill)} · ${label}`;
      write({ text, x: part.end, y: top + 14.5, size: 8.5, color: colors.textMuted, align: "end" });
      if (copy > 0) drawCutLine(top);
    }
    const finished = index + 1;
    if (finished % pagesPerPart === 0) yield { bytes: parts.takePages(), finished };
  }
  yield { bytes: parts.takePages(), finished: bills.length };
  yield { bytes: parts.end(), finished: bills.length };

  /** Copies the drawn part below itself, because drawing each part again would take most of the time. */
  function repeatPart(copies: number): void {
    const content = pageContents(doc)[doc.getNumberOfPages()] ?? [];
    const drawn = content.join("\n");
    // One text needs less memory than many instructions.
    content.splice(0, content.length, drawn);
    for (let copy = 1; copy < copies; copy++)
      content.push(`q 1 0 0 1 0 ${-copy * part.height * doc.internal.scaleFactor} cm`, drawn, "Q");
  }

  function drawPart(bill: BillDocument): void {
    drawHeader(bill);
    drawStamp(bill);
    drawDetails(bill);
    drawAmounts(bill);
    drawQrCode(bill.codeUrl, code);
    const y = 92;
    doc.setDrawColor(colors.borderStrong).setLineWidth(0.2);
    for (const [x, text] of [
      [part.start, t("Stamp")],
      [part.amountsStart + 10, t("Received by")],
    ] as const) {
      doc.line(mirrorX(x), y - 4, mirrorX(x + 60), y - 4);
      write({ text, x, y, size: 7.5, color: colors.textSubtle });
    }
  }

  function drawHeader(bill: BillDocument): void {
    const logoWidth = drawImage(society.Logo, { alias: "logo", x: part.start, bottom: 13, max: maxLogo });
    const x = part.start + (logoWidth && logoWidth + 3);
    write({ text: name, x, y: 10, size: 11, bold: true });
    const title = t("Bill of {month}", { month: billMonth(bill, t) });
    write({ text: title, x: part.end, y: 10, size: 11, bold: true, align: "end" });
    const [contact = ""] = wrapText(formatContactLine(society, t), { size: 7.5, width: 130 });
    write({ text: contact, x, y: 14.5, size: 7.5, color: colors.textSubtle });
    doc.setDrawColor(colors.accent).setLineWidth(0.4).line(part.start, 17, part.end, 17);
  }

  /** Prints a large notice across a part that must not be paid any more. */
  function drawStamp({ State }: BillDocument): void {
    if (State === "issued") return;
    const text = State === "paid" ? t("PAID") : t("WITHDRAWN");
    write({ text, x: 105, y: 68, size: 44, bold: true, color: colors.voided, align: "center", angle: 15 });
  }

  function drawDetails(bill: BillDocument): void {
    const top = contentTop;
    const consumerNo = formatConsumerNumber(bill.ConsumerNo);
    write({ text: t("Consumer No"), x: part.start, y: top, size: 8.5, color: colors.textSubtle });
    write({ text: consumerNo, x: part.start + 28, y: top, size: 12, bold: true });
    const details = [
      { label: t("House"), value: bill.HouseNo },
      { label: t("Owner"), value: bill.OwnerName },
      { label: t("Issued on"), value: formatDay(bill.IssuedOn) },
    ];
    drawPairs(details, { top: top + 6, x: part.start, step: 5.2 });
    const accounts = society.BankAccounts.slice(0, maxBankAccounts);
    if (accounts.length === 0) return;
    write({ text: t("Bank accounts"), x: part.start, y: top + 26, size: 8.5, color: colors.textSubtle });
    for (const [index, { Title, Bank, IBAN }] of accounts.entries()) {
      const y = top + 31 + index * 9;
      write({ text: IBAN, x: part.start, y, size: 9, bold: true });
      const [line = ""] = wrapText(`${Title}, ${Bank}`, { size: 8.5, width: code.x - part.start - 2 });
      write({ text: line, x: part.start, y: y + 4, size: 8.5 });
    }
  }

  function drawPairs(pairs: readonly LabeledValue[], { top, x, step }: { top: number; x: number; step: number }): void {
    for (const [index, { label, value }] of pairs.entries()) {
      const y = top + index * step;
      write({ text: label, x, y, size: 8.5, color: colors.textSubtle });
      const [line = ""] = wrapText(value, { size: 9.5, bold: true, width: part.columnEnd - x - 28 });
      write({ text: line, wholeText: value, x: x + 28, y, size: 9.5, bold: true });
    }
  }

  function drawAmounts(bill: BillDocument): void {
    let y = contentTop;
    for (const row of billRows(bill, t, maxRows)) y = drawAmount(row, { y, size: 9 });
    doc.setDrawColor(colors.borderStrong).setLineWidth(0.25);
    doc.line(mirrorX(part.amountsStart), y - 3, mirrorX(part.end), y - 3);
    y += 2;
    for (const row of billTotals(bill, t)) y = drawAmount(row, { y, size: 10.5, bold: true }) + 1;
    const words = locale.amountInWords(bill.AmountWithin);
    const style = { size: 8, width: part.end - part.amountsStart };
    for (const [index, line] of wrapText(words, style).slice(0, 2).entries())
      write({ text: line, wholeText: words, x: part.amountsStart, y: y + index * 4, size: 8, color: colors.textMuted });
  }

  /** Draws a row of label and amount. Returns the y coordinate of the next row. */
  function drawAmount(
    { label, value }: LabeledValue,
    { y, ...style }: { y: number; size: number; bold?: boolean },
  ): number {
    const [line = ""] = wrapText(label, { ...style, width: 54 });
    write({ ...style, text: line, wholeText: label, x: part.amountsStart, y });
    write({ ...style, text: value, x: part.end, y, align: "end" });
    return y + 5.4;
  }

  function drawCutLine(y: number): void {
    doc.setDrawColor(colors.borderStrong).setLineWidth(0.2).setLineDashPattern([2, 1.6], 0);
    doc.line(0, y, pageWidth, y).setLineDashPattern([], 0);
  }
}
