import type { AnyResource } from "./registry.ts";
import { foldTerms, foldText } from "./text.ts";

/** Words and terms are cut to this length, so that a long text without spaces takes little storage. */
const maxWordLength = 40;

/**
 * The folded words by which a search finds the text: a term matches the words that begin with it. The rest of a word
 * after a dash or another sign is also a word, and so is the word without dashes and commas: "B-203" has the words
 * b-203, 203 and b203.
 */
export function wordsOfText(text: string): string[] {
  const words = new Set<string>();
  for (const word of foldText(text).split(/\s+/)) {
    if (word === "") continue;
    words.add(truncate(word));
    for (const { index } of word.matchAll(/(?<=[^\p{L}\p{N}])[\p{L}\p{N}]/gu)) words.add(truncate(word.slice(index)));
    words.add(truncate(word.replace(/[-,]/g, "")));
  }
  words.delete("");
  return [...words];
}

/**
 * The folded terms of a search text, each once. A record must match each. Commas that group the digits of an amount are
 * removed.
 */
export function searchTerms(text: string): string[] {
  const terms = foldTerms(text).map((term) => (/^\d[\d,]*(\.\d*)?$/.test(term) ? term.replaceAll(",", "") : term));
  return [...new Set(terms.map(truncate))];
}

/** The word of a number, which for an amount has two decimals. */
export function numberWord(value: number, kind: "integer" | "money"): string {
  return kind === "money" ? value.toFixed(2) : String(value);
}

/** The words of a record, in the fields that `q` searches. Amounts are in rupees. */
export function wordsOfRecord({ searchFields, titleField, namePrefix, fields }: AnyResource, record: object): string[] {
  return searchFields.flatMap((name) => {
    const value: unknown = Reflect.get(record, name);
    if (typeof value === "string") return cachedWordsOfText(value);
    // Negative amounts have no word, because a term with a minus is meant for dates and house numbers.
    if (typeof value !== "number" || value < 0) return [];
    const word = numberWord(value, fields.get(name)?.kind === "money" ? "money" : "integer");
    return name === titleField && namePrefix !== "" ? [word, foldText(namePrefix) + word] : [word];
  });
}

const cachedWords = new Map<string, readonly string[]>();
const maxCachedTexts = 10_000;

/** The words of texts such as names and house numbers, which many records have in common. */
function cachedWordsOfText(text: string): readonly string[] {
  const cached = cachedWords.get(text);
  if (cached) return cached;
  const words = wordsOfText(text);
  if (cachedWords.size >= maxCachedTexts) cachedWords.clear();
  cachedWords.set(text, words);
  return words;
}

/** Words as one text in which `hasWordStartingWith` searches. */
export function joinWords(words: readonly string[]): string {
  return `\n${words.join("\n")}`;
}

/** Whether one of the joined words begins with the term. */
export function hasWordStartingWith(joinedWords: string, term: string): boolean {
  return joinedWords.includes(`\n${term}`);
}

/**
 * The fields whose search words are stored with the row: texts of the row itself. Cached resources are searched in
 * memory; a query compares numbers themselves, and for joined names the ids of the matching records.
 */
export function storedSearchFields({ searchFields, fields, cached, verbs }: AnyResource): string[] {
  if (cached || !verbs.includes("list")) return [];
  return searchFields.filter((name) => fields.get(name)?.kind === "text");
}

function truncate(word: string): string {
  return word.slice(0, maxWordLength);
}
