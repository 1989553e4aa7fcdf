import { jsPDF } from "jspdf";
import { formatDay } from "../dates.ts";
import { formatConsumerNumber } from "../domain/consumer-number.ts";
import { societyName } from "../domain/society-name.ts";
import type { BillCopies } from "../endpoints/bill.ts";
import { billName } from "../resources/bill.ts";
import { type BillDocument, billRows, billTotals } from "./bill.ts";
import type { LabeledValue } from "./document-table.ts";
import { englishLocale, formatMonth } from "./locale.ts";
import { type DocumentContext, formatContactLine } from "./pdf-document.ts";
import { createPdfParts, pageContents } from "./pdf-parts.ts";
import { colors } from "./pdf-table.ts";
import { createPdfWriter, pageWidth } from "./pdf-writer.ts";

/**
 * In millimetres. A copy fills a third of an A4 page; on an A5 page some space is left below it. The details end at
 * `columnEnd`, and the amounts begin at `amountsStart`.
 */
const copyArea = { height: 99, start: 12, end: 198, columnEnd: 112, amountsStart: 118 };
const maxLogo = { width: 20, height: 9 };
/** The QR code, beside the bank accounts. */
const qrCode = { x: 82, top: 46, size: 30 };
/** Where the content below the header begins. */
const contentTop = 24;
const maxChargeRows = 4;
const maxBankAccounts = 2;
const pagesPerPart = 20;

/**
 * Bills, one on each page: one copy on A5, or three copies on A4 with lines to cut along. Yields the file in parts of
 * `pagesPerPart` bills, so that only these pages are in memory, each with the number of bills finished so far.
 */
export function* createBillsPdf(
  bills: readonly BillDocument[],
  context: Omit<DocumentContext, "issuedOn"> & { copies: BillCopies },
): Generator<{ bytes: Uint8Array<ArrayBuffer>; finished: number }, void> {
  const { society, fonts, copies, locale = englishLocale } = context;
  const { t, isRightToLeft } = locale;
  const isSingleCopy = copies === "1";
  const format = isSingleCopy ? ({ format: "a5", orientation: "landscape" } as const) : ({ format: "a4" } as const);
  const doc = new jsPDF({ unit: "mm", compress: true, ...format });
  const { write, wrapText, mirrorX, drawImage, drawQrCode } = createPdfWriter(doc, { fonts, isRightToLeft });
  const name = societyName(society, isRightToLeft);
  const copyLabels = isSingleCopy ? [""] : [t("Bank copy"), t("Office copy"), t("Payer's copy")];
  doc.setProperties({ title: t("Bills"), author: name });
  const parts = createPdfParts(doc);
  for (const [index, bill] of bills.entries()) {
    if (index > 0) doc.addPage();
    drawCopy(bill);
    repeatCopy(copyLabels.length);
    for (const [copy, label] of copyLabels.entries()) {
      const top = copy * copyArea.height;
      const text = label === "" ? billName(bill) : `${billName(bill)} · ${label}`;
      write({ text, x: copyArea.end, y: top + 14.5, size: 8.5, color: colors.textMuted, align: "end" });
      if (copy > 0) drawCutLine(top);
    }
    const finished = index + 1;
    if (finished % pagesPerPart === 0) yield { bytes: parts.takePages(), finished };
  }
  yield { bytes: parts.takePages(), finished: bills.length };
  yield { bytes: parts.end(), finished: bills.length };

  /**
   * Repeats the drawn copy below itself, so that there are `count` of it, because drawing each copy anew would take
   * most of the time.
   */
  function repeatCopy(count: number): void {
    const content = pageContents(doc)[doc.getNumberOfPages()] ?? [];
    const drawn = content.join("\n");
    // One string needs less memory than many.
    content.splice(0, content.length, drawn);
    for (let copy = 1; copy < count; copy++)
      content.push(`q 1 0 0 1 0 ${-copy * copyArea.height * doc.internal.scaleFactor} cm`, drawn, "Q");
  }

  function drawCopy(bill: BillDocument): void {
    drawHeader(bill);
    drawWatermark(bill);
    drawDetails(bill);
    drawAmounts(bill);
    drawQrCode(bill.codeUrl, qrCode);
    const y = 92;
    doc.setDrawColor(colors.borderStrong).setLineWidth(0.2);
    for (const [x, text] of [
      [copyArea.start, t("Stamp")],
      [copyArea.amountsStart + 10, t("Received by")],
    ] as const) {
      doc.line(mirrorX(x), y - 4, mirrorX(x + 60), y - 4);
      write({ text, x, y, size: 7.5, color: colors.textSubtle });
    }
  }

  function drawHeader(bill: BillDocument): void {
    const logoWidth = drawImage(society.Logo, { alias: "logo", x: copyArea.start, bottom: 13, max: maxLogo });
    const x = copyArea.start + (logoWidth && logoWidth + 3);
    write({ text: name, x, y: 10, size: 11, bold: true });
    const month = formatMonth({ month: bill.Month, year: bill.Year }, t);
    const title = t("Bill of {month}", { month });
    write({ text: title, x: copyArea.end, y: 10, size: 11, bold: true, align: "end" });
    const [contact = ""] = wrapText(formatContactLine(society, t), { size: 7.5, width: 130 });
    write({ text: contact, x, y: 14.5, size: 7.5, color: colors.textSubtle });
    doc.setDrawColor(colors.accent).setLineWidth(0.4).line(copyArea.start, 17, copyArea.end, 17);
  }

  /** Prints a large notice across a bill that must not be paid any more. */
  function drawWatermark({ State }: BillDocument): void {
    if (State === "issued") return;
    const text = State === "paid" ? t("PAID") : t("WITHDRAWN");
    write({ text, x: 105, y: 68, size: 44, bold: true, color: colors.voided, align: "center", angle: 15 });
  }

  function drawDetails(bill: BillDocument): void {
    const top = contentTop;
    const consumerNo = formatConsumerNumber(bill.ConsumerNo);
    write({ text: t("Consumer No"), x: copyArea.start, y: top, size: 8.5, color: colors.textSubtle });
    write({ text: consumerNo, x: copyArea.start + 28, y: top, size: 12, bold: true });
    const details = [
      { label: t("House"), value: bill.HouseNo },
      { label: t("Owner"), value: bill.OwnerName },
      { label: t("Issued on"), value: formatDay(bill.IssuedOn) },
    ];
    drawPairs(details, { top: top + 6, x: copyArea.start, step: 5.2 });
    const accounts = society.BankAccounts.slice(0, maxBankAccounts);
    if (accounts.length === 0) return;
    write({ text: t("Bank accounts"), x: copyArea.start, y: top + 26, size: 8.5, color: colors.textSubtle });
    for (const [index, { Title, Bank, IBAN }] of accounts.entries()) {
      const y = top + 31 + index * 9;
      write({ text: IBAN, x: copyArea.start, y, size: 9, bold: true });
      const [line = ""] = wrapText(`${Title}, ${Bank}`, { size: 8.5, width: qrCode.x - copyArea.start - 2 });
      write({ text: line, x: copyArea.start, y: y + 4, size: 8.5 });
    }
  }

  function drawPairs(pairs: readonly LabeledValue[], { top, x, step }: { top: number; x: number; step: number }): void {
    for (const [index, { label, value }] of pairs.entries()) {
      const y = top + index * step;
      write({ text: label, x, y, size: 8.5, color: colors.textSubtle });
      const [line = ""] = wrapText(value, { size: 9.5, bold: true, width: copyArea.columnEnd - x - 28 });
      write({ text: line, wholeText: value, x: x + 28, y, size: 9.5, bold: true });
    }
  }

  function drawAmounts(bill: BillDocument): void {
    let y = contentTop;
    for (const row of billRows(bill, t, maxChargeRows)) y = drawAmount(row, { y, size: 9 });
    doc.setDrawColor(colors.borderStrong).setLineWidth(0.25);
    doc.line(mirrorX(copyArea.amountsStart), y - 3, mirrorX(copyArea.end), y - 3);
    y += 2;
    for (const row of billTotals(bill, t)) y = drawAmount(row, { y, size: 10.5, bold: true }) + 1;
    const words = locale.amountInWords(bill.AmountWithin);
    const style = { size: 8, width: copyArea.end - copyArea.amountsStart };
    for (const [index, line] of wrapText(words, style).slice(0, 2).entries())
      write({
        text: line,
        wholeText: words,
        x: copyArea.amountsStart,
        y: y + index * 4,
        size: 8,
        color: colors.textMuted,
      });
  }

  /** Draws a row of label and amount. Returns the y coordinate of the next row. */
  function drawAmount(
    { label, value }: LabeledValue,
    { y, ...style }: { y: number; size: number; bold?: boolean },
  ): number {
    const [line = ""] = wrapText(label, { ...style, width: 54 });
    write({ ...style, text: line, wholeText: label, x: copyArea.amountsStart, y });
    write({ ...style, text: value, x: copyArea.end, y, align: "end" });
    return y + 5.4;
  }

  function drawCutLine(y: number): void {
    doc.setDrawColor(colors.borderStrong).setLineWidth(0.2).setLineDashPattern([2, 1.6], 0);
    doc.line(0, y, pageWidth, y).setLineDashPattern([], 0);
  }
}
