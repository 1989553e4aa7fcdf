import type { jsPDF } from "jspdf";

/** TrueType files of the two fonts of documents. */
export interface DocumentFonts {
  latin: FontFace;
  /** Has Latin letters too, for texts that mix Urdu and English. */
  urdu: FontFace;
}

export interface FontFace {
  regular: Uint8Array;
  bold: Uint8Array;
}

/** Returns the name of a font that has every letter of the text, and embeds it in the document on first use. */
export type FontPicker = (text: string) => keyof DocumentFonts;

/** Creates a picker that embeds a font only when a text needs it, so that a document without Urdu has no Urdu font. */
export function createFontPicker(doc: jsPDF, fonts: DocumentFonts): FontPicker {
  const embedded = new Set<keyof DocumentFonts>();
  return (text) => {
    const name = arabicScript.test(text) ? "urdu" : "latin";
    if (!embedded.has(name)) embedFont(doc, { name, face: fonts[name] });
    embedded.add(name);
    return name;
  };
}

/**
 * Replaces Urdu letters with their joined forms, which the PDF library does not do by itself. Each word is shaped
 * separately and without vowel signs, because the library joins letters to commas and vowel signs too. Control
 * characters, line breaks included, become spaces.
 */
export function shapeText(doc: jsPDF, text: string): string {
  const cleanedText = text
    .normalize("NFC")
    .replace(/[\p{C}\p{Z}]+/gu, " ")
    .replace(vowelSigns, "");
  return cleanedText.replace(/[\p{L}\p{M}]+/gu, (word) => (arabicScript.test(word) ? doc.processArabic(word) : word));
}

/**
 * Reverses the parts of hyphenated numbers, such as phone numbers, that follow Urdu letters in a shaped line. The
 * Unicode bidirectional algorithm prints the parts from right to left (rules W2 and N1), so that reversed parts are
 * printed in their original order.
 */
export function reverseHyphenatedNumbers(line: string): string {
  let followsUrdu = false;
  return line.replace(/\p{L}+|\d+(?:-\d+)+/gu, (token) => {
    if (/\d/.test(token)) return followsUrdu ? token.split("-").toReversed().join("-") : token;
    followsUrdu = arabicScript.test(token);
    return token;
  });
}

/** Text direction options of jsPDF: right to left when the first letter is Urdu, with mirrored brackets. */
export function bidiOptions(text: string) {
  const firstLetter = /\p{L}/u.exec(text)?.[0] ?? "";
  return {
    isInputVisual: false,
    isOutputVisual: true,
    isInputRtl: arabicScript.test(firstLetter),
    isSymmetricSwapping: true,
  };
}

const vowelSigns = /[\u064B-\u0653\u0656-\u065F\u0670]/gu;
const arabicScript = /\p{Script=Arabic}/u;

function embedFont(doc: jsPDF, { name, face }: { name: string; face: FontFace }): void {
  const styles = { normal: face.regular, bold: face.bold };
  for (const [style, bytes] of Object.entries(styles)) {
    const file = `${name}-${style}.ttf`;
    doc.addFileToVFS(file, binaryText(bytes));
    doc.addFont(file, name, style);
  }
}

/**
 * One character per byte, the format of jsPDF's virtual files. In chunks, because a function call has a limit of
 * arguments.
 */
function binaryText(bytes: Uint8Array): string {
  const chunkSize = 8_192;
  let text = "";
  for (let start = 0; start < bytes.length; start += chunkSize)
    text += String.fromCharCode(...bytes.subarray(start, start + chunkSize));
  return text;
}
