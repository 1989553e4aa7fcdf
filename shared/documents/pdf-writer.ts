import type { jsPDF } from "jspdf";
import { encode } from "uqr";
import { bidiOptions, createFontPicker, type DocumentFonts, reverseHyphenatedNumbers, shapeText } from "./fonts.ts";
import { colors } from "./pdf-table.ts";

/** In millimetres: A4 portrait and A5 landscape are equally wide. */
export const pageWidth = 210;

export interface TextStyle {
  /** Font size in points. */
  size: number;
  bold?: boolean;
  color?: string;
  /** In millimetres. */
  width: number;
}

interface PositionedText extends Omit<TextStyle, "width"> {
  text: string;
  /** The paragraph of which `text` is one line. It decides about font and direction. */
  wholeText?: string;
  x: number;
  y: number;
  align?: "start" | "end" | "center";
  angle?: number;
}

/** Writes Latin and Urdu texts. In a right-to-left document, x counts from the right edge of the page. */
export function createPdfWriter(
  doc: jsPDF,
  { fonts, isRightToLeft }: { fonts: DocumentFonts; isRightToLeft: boolean },
) {
  const pickFont = createFontPicker(doc, fonts);
  return { pickFont, mirrorX, wrapText, write, drawImage, drawQrCode };

  /** The x coordinate, mirrored in a right-to-left document. */
  function mirrorX(x: number): number {
    return isRightToLeft ? pageWidth - x : x;
  }

  function wrapText(text: string, { size, bold = false, width }: TextStyle): string[] {
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
    const alignedSide = align === "center" ? align : (align === "end") === isRightToLeft ? "left" : "right";
    const line = reverseHyphenatedNumbers(shapeText(doc, text));
    doc.text(line, mirrorX(x), y, { align: alignedSide, angle, ...bidiOptions(wholeText) });
  }

  /**
   * Draws the image, a data URL, with its lower edge at `bottom` and at most as large as `max`. Returns its width in
   * millimetres; 0 for "". The file contains images with the same alias only once.
   */
  function drawImage(
    url: string,
    { alias, x, bottom, max }: { alias: string; x: number; bottom: number; max: { width: number; height: number } },
  ): number {
    if (url === "") return 0;
    const { width: pixelWidth, height: pixelHeight, fileType } = doc.getImageProperties(url);
    const scale = Math.min(max.width / pixelWidth, max.height / pixelHeight);
    const [width, height] = [pixelWidth * scale, pixelHeight * scale];
    doc.addImage(url, fileType, isRightToLeft ? pageWidth - x - width : x, bottom - height, width, height, alias);
    return width;
  }

  /** Draws a QR code of `size` millimetres. Up to 15 percent of it may be unreadable. */
  function drawQrCode(text: string, { x, top, size }: { x: number; top: number; size: number }): void {
    const { data } = encode(text, { ecc: "M", border: 0 });
    const left = isRightToLeft ? pageWidth - x - size : x;
    // The types of jsPDF lack this function, which its own plugins use.
    const internal = doc.internal as typeof doc.internal & { write: (instruction: string) => void };
    const { scaleFactor, pageSize } = internal;
    const scale = (size / data.length) * scaleFactor;
    const origin = [left * scaleFactor, (pageSize.getHeight() - top) * scaleFactor].map((value) => value.toFixed(3));
    // The unit is one module of the QR code: the instructions are a third as long as those of `doc.rect`.
    const rectangles = data.flatMap((cells, row) =>
      listRuns(cells).map(([from, to]) => `${from} ${row} ${to - from} 1 re`),
    );
    doc.setFillColor(colors.text);
    internal.write(
      `q ${scale.toFixed(5)} 0 0 ${(-scale).toFixed(5)} ${origin.join(" ")} cm ${rectangles.join(" ")} f Q`,
    );
  }
}

/** The runs of dark modules in a row: the column of the first module, and the column after the last. */
function listRuns(cells: readonly boolean[]): [from: number, to: number][] {
  const runs: [number, number][] = [];
  for (const [column, isDark] of cells.entries()) {
    const last = runs.at(-1);
    if (isDark && last?.[1] === column) last[1]++;
    else if (isDark) runs.push([column, column + 1]);
  }
  return runs;
}
