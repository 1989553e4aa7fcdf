import type { jsPDF } from "jspdf";

/** TrueType files of one face that has Latin and Urdu. */
export interface PaperFonts {
  regular: Uint8Array;
  bold: Uint8Array;
}

export const paperFace = "Paper";

/** Puts both weights into the document; only the letters that are used travel in it. */
export function embedFonts(doc: jsPDF, fonts: PaperFonts): void {
  embed(doc, { bytes: fonts.regular, style: "normal" });
  embed(doc, { bytes: fonts.bold, style: "bold" });
  doc.setFont(paperFace, "normal");
}

/**
 * The text with its Urdu letters in the forms that they take beside each other. Word by word: the library would join a
 * letter to the comma that follows, or to a vowel sign, so that those signs, which names do without, are left out. Line
 * breaks, tabs and other signs that no paper shows become spaces.
 */
export function shaped(doc: jsPDF, text: string): string {
  const clean = text
    .normalize("NFC")
    .replace(/[\p{C}\p{Z}]+/gu, " ")
    .replace(vowelSigns, "");
  return clean.replace(/[\p{L}\p{M}]+/gu, (word) => (urdu.test(word) ? doc.processArabic(word) : word));
}

/** How the library is to lay a text out: from the right when its first letter is Urdu, and brackets turned with what they hold. */
export function readingOrder(text: string) {
  const first = /\p{L}/u.exec(text)?.[0] ?? "";
  return { isInputVisual: false, isOutputVisual: true, isInputRtl: urdu.test(first), isSymmetricSwapping: true };
}

const vowelSigns = /[\u064B-\u0653\u0656-\u065F\u0670]/gu;
const urdu = /\p{Script=Arabic}/u;

function embed(doc: jsPDF, { bytes, style }: { bytes: Uint8Array; style: "normal" | "bold" }): void {
  const file = `${paperFace}-${style}.ttf`;
  doc.addFileToVFS(file, binaryText(bytes));
  doc.addFont(file, paperFace, style);
}

/** One character a byte, as the library wants its files; in pieces, since a call takes only so many arguments. */
function binaryText(bytes: Uint8Array): string {
  const piece = 8_192;
  let text = "";
  for (let at = 0; at < bytes.length; at += piece) text += String.fromCharCode(...bytes.subarray(at, at + piece));
  return text;
}
