import { Fragment, type ReactNode } from "react";
import type { Placeholder } from "../../shared/placeholders.ts";
import { type TranslationKey, translateTemplate } from "./t.ts";

interface TransProps<Text extends TranslationKey> {
  text: Text;
  /** What fills the placeholders. */
  with: Readonly<Record<Placeholder<Text>, ReactNode>>;
}

/** A translated text whose placeholders are filled with elements: links, amounts, names in `<bdi>`. */
export function Trans<Text extends TranslationKey>({ text, with: values }: TransProps<Text>) {
  const contents: Readonly<Record<string, ReactNode>> = values;
  // Splitting by a capturing expression gives text and placeholder names in turn.
  return translateTemplate(text)
    .split(/\{(\w+)\}/)
    .map((piece, index) => {
      const key = `${index} ${piece}`;
      return <Fragment key={key}>{index % 2 === 1 ? contents[piece] : piece}</Fragment>;
    });
}
