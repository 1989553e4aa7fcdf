import { Fragment, type ReactNode } from "react";
import { type Placeholders, type TranslationKey, template } from "./t.ts";

interface TransProps<Text extends TranslationKey> {
  text: Text;
  /** What stands in the gaps. */
  with: Readonly<Record<Placeholders<Text>, ReactNode>>;
}

/** A text of the screens whose gaps hold more than words: a link, a name kept apart, an amount. */
export function Trans<Text extends TranslationKey>({ text, with: values }: TransProps<Text>) {
  const pieces = template(text).split(/\{(\w+)\}/);
  const filling = new Map<string, ReactNode>(Object.entries(values));
  return pieces.map((piece, at) => {
    const key = `${at} ${piece}`;
    return <Fragment key={key}>{at % 2 === 1 ? filling.get(piece) : piece}</Fragment>;
  });
}
