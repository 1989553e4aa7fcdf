import type { jsPDF } from "jspdf";

/** TrueType files of the two faces that documents are set in. */
export interface DocumentFonts {
  latin: FontFace;
  /** Has Latin letters as well, for texts that mix both. */
  urdu: FontFace;
}

export interface FontFace {
  regular: Uint8Array;
  bold: Uint8Array;
}

/** Tells the name of the face that has every letter of a text. */
export type FontPicker = (text: string) => keyof DocumentFonts;

/** Puts a face into the document when the first text needs it; only the letters that are used travel in it. */
export function createFontEmbedder(doc: jsPDF, fonts: DocumentFonts): FontPicker {
  const embedded = new Set<keyof DocumentFonts>();
  return (text) => {
    const name = arabicScript.test(text) ? "urdu" : "latin";
    if (!embedded.has(name)) embed(doc, { name, face: fonts[name] });
    embedded.add(name);
    return name;
  };
}

/**
 * The text with its Urdu letters in the forms that they take beside each other. Word by word: the library would join a
 * letter to the comma that follows, or to a vowel sign, so that those signs, which names do without, are left out. Line
 * breaks, tabs and other signs that no paper shows become spaces.
 */
export function shapeText(doc: jsPDF, text: string): string {
  const clean = text
    .normalize("NFC")
    .replace(/[\p{C}\p{Z}]+/gu, " ")
    .replace(vowelSigns, "");
  return clean.replace(/[\p{L}\p{M}]+/gu, (word) => (arabicScript.test(word) ? doc.processArabic(word) : word));
}

/** How the library is to lay a text out: from the right when its first letter is Urdu, and brackets turned with what they hold. */
export function bidiOptions(text: string) {
  const first = /\p{L}/u.exec(text)?.[0] ?? "";
  return {
    isInputVisual: false,
    isOutputVisual: true,
    isInputRtl: arabicScript.test(first),
    isSymmetricSwapping: true,
  };
}

const vowelSigns = /[\u064B-\u0653\u0656-\u065F\u0670]/gu;
const arabicScript = /\p{Script=Arabic}/u;

function embed(doc: jsPDF, { name, face }: { name: string; face: FontFace }): void {
  const styles = { normal: face.regular, bold: face.bold };
  for (const [style, bytes] of Object.entries(styles)) {
    const file = `${name}-${style}.ttf`;
    doc.addFileToVFS(file, binaryText(bytes));
    doc.addFont(file, name, style);
  }
}

/** One character a byte, as the library wants its files; in pieces, since a call takes only so many arguments. */
function binaryText(bytes: Uint8Array): string {
  const piece = 8_192;
  let text = "";
  for (let at = 0; at < bytes.length; at += piece) text += String.fromCharCode(...bytes.subarray(at, at + piece));
  return text;
}
