import { type Dictionary, interpolate, lookUp, placeholder } from "./interpolate.ts";

/** A text with gaps, taken apart so that it can be recognised once it has been filled. */
export interface MessagePattern {
  /** What stands before, between and after the gaps. */
  literals: readonly string[];
  placeholders: readonly string[];
  translation: string;
}

/** The names of a text's gaps, in order. */
export function placeholdersOf(text: string): string[] {
  return text.split(placeholder).filter((_, index) => index % 2 === 1);
}

/** The texts with gaps, those with the most words of their own first: they say best what was meant. */
export function compilePatterns(dictionary: Dictionary): MessagePattern[] {
  const phrases = Object.entries(dictionary)
    .filter(([text]) => placeholder.test(text))
    .map(([text, said]) => ({
      literals: text.split(placeholder).filter((_, index) => index % 2 === 0),
      placeholders: placeholdersOf(text),
      translation: said,
    }));
  return phrases.toSorted((one, other) => other.literals.join("").length - one.literals.join("").length);
}

/** A text made elsewhere, in the dictionary's language: looked up, or recognised as a filled phrase whose values are then looked up too. */
export function translateByPattern(
  text: string,
  { dictionary, patterns }: { dictionary: Dictionary; patterns: readonly MessagePattern[] },
) {
  return translate(text);

  function translate(words: string): string {
    const exact = lookUp(dictionary, words);
    if (exact !== undefined) return exact;
    for (const phrase of patterns) {
      const values = bestMatch(words, phrase, dictionary);
      if (values) return interpolate(phrase.translation, zipValues(phrase.placeholders, values.map(translate)));
    }
    return words;
  }
}

/** Of all ways to read the phrase in the text, the one of which most is known: "Plot type A exists" is about a plot type A, not a plot "type A". */
function bestMatch(text: string, phrase: MessagePattern, dictionary: Dictionary): readonly string[] | undefined {
  let best: { values: readonly string[]; known: number } | undefined;
  for (const values of matches(text, phrase.literals)) {
    const known = values.filter((value) => lookUp(dictionary, value) !== undefined).join("").length;
    if (!best || known > best.known) best = { values, known };
  }
  return best?.values;
}

/** Every way to fill the gaps between `fixed` so that the text results, no gap left empty. */
function* matches(text: string, [head = "", ...rest]: readonly string[]): Generator<readonly string[]> {
  if (!text.startsWith(head)) return;
  const after = text.slice(head.length);
  const [next] = rest;
  if (next === undefined) {
    if (after === "") yield [];
    return;
  }
  if (rest.length === 1) {
    const end = after.length - next.length;
    if (end > 0 && after.endsWith(next)) yield [after.slice(0, end)];
    return;
  }
  for (let end = 1; end < after.length; end++)
    for (const others of matches(after.slice(end), rest)) yield [after.slice(0, end), ...others];
}

function zipValues(names: readonly string[], values: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name, index) => [name, values[index] ?? ""]));
}
