import type { DocumentLocale } from "../../shared/documents/locale.ts";
import { interpolate } from "./interpolate.ts";
import { translateMessage } from "./t.ts";

/** A text of a document in the language of the screens. */
export const translateDocumentText: DocumentLocale["t"] = (text, values) => interpolate(translateMessage(text), values);

/** Whether the screens, and so what is taken out of them, are read from the right. */
export function isPageRightToLeft(): boolean {
  return document.documentElement.dir === "rtl";
}
