import { type Dictionary, interpolate, lookUp, placeholder } from "./interpolate.ts";

/** A template with placeholders, split so that a filled text can be matched against it. */
export interface MessagePattern {
  /** The text before, between and after the placeholders. */
  literals: readonly string[];
  placeholders: readonly string[];
  translation: string;
}

/** The names of a text's placeholders, in order. */
export function placeholdersOf(text: string): string[] {
  return text.split(placeholder).filter((_, index) => index % 2 === 1);
}

/** The patterns of all templates in the dictionary; the one with the most literal text comes first, as the most specific. */
export function compilePatterns(dictionary: Dictionary): MessagePattern[] {
  const patterns = Object.entries(dictionary)
    .filter(([text]) => placeholder.test(text))
    .map(([text, translation]) => ({
      literals: text.split(placeholder).filter((_, index) => index % 2 === 0),
      placeholders: placeholdersOf(text),
      translation,
    }));
  return patterns.toSorted((one, other) => other.literals.join("").length - one.literals.join("").length);
}

/** Translates a text without a code: by lookup, or by the pattern it matches, with its values translated too. */
export function translateByPattern(
  text: string,
  { dictionary, patterns }: { dictionary: Dictionary; patterns: readonly MessagePattern[] },
): string {
  return translate(text);

  function translate(part: string): string {
    const exact = lookUp(dictionary, part);
    if (exact !== undefined) return exact;
    for (const pattern of patterns) {
      const values = bestMatch(part, pattern, dictionary);
      if (!values) continue;
      const entries = pattern.placeholders.map((name, index) => [name, translate(values[index] ?? "")]);
      return interpolate(pattern.translation, Object.fromEntries(entries));
    }
    return part;
  }
}

/** The match with the longest known values: in "Plot type A exists" the label is "Plot type", not "Plot" with value "type A". */
function bestMatch(text: string, pattern: MessagePattern, dictionary: Dictionary): readonly string[] | undefined {
  let best: { values: readonly string[]; known: number } | undefined;
  for (const values of matches(text, pattern.literals)) {
    const known = values.filter((value) => lookUp(dictionary, value) !== undefined).join("").length;
    if (!best || known > best.known) best = { values, known };
  }
  return best?.values;
}

/** Every way to fill the gaps between the literals with non-empty values so that the text results. */
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
