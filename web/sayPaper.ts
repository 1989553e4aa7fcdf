import type { PaperLanguage } from "../shared/paper/language.ts";
import { filled } from "./lib/dictionary.ts";
import { sayMessage } from "./lib/language.ts";

/** A text of a document in the language of the screens. */
export const sayPaper: PaperLanguage["say"] = (text, values) => filled(sayMessage(text), values);

/** Whether the screens, and so what is taken out of them, are read from the right. */
export function speaksFromRight(): boolean {
  return document.documentElement.dir === "rtl";
}
