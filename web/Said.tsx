import { Fragment, type ReactNode } from "react";
import { type Gaps, sayOpen, type Words } from "./lib/language.ts";

interface SaidProps<Text extends Words> {
  text: Text;
  /** What stands in the gaps. */
  with: Readonly<Record<Gaps<Text>, ReactNode>>;
}

/** A text of the screens whose gaps hold more than words: a link, a name kept apart, an amount. */
export function Said<Text extends Words>({ text, with: values }: SaidProps<Text>) {
  const pieces = sayOpen(text).split(/\{(\w+)\}/);
  const filling = new Map<string, ReactNode>(Object.entries(values));
  return pieces.map((piece, at) => {
    const key = `${at} ${piece}`;
    return <Fragment key={key}>{at % 2 === 1 ? filling.get(piece) : piece}</Fragment>;
  });
}
