import type { AnyResource } from "../../shared/registry.ts";
import { hasWordStartingWith, joinWords, storedSearchFields, wordsOfText } from "../../shared/search.ts";
import { foldText } from "../../shared/text.ts";
import type { ReferenceCache } from "../database/reference-cache.ts";
import type { Alternative, RangeAlternative } from "../database/search.ts";
import { searchWordField } from "../database/search-words.ts";
import { type Doc, idOf } from "../database/store.ts";

const maxCharacter = "\u{10ffff}";
/** Upper bounds of the stored numbers: of ids, and of Rs 1,000,000,000 in paisa. */
const maxNumbers = { integer: 10 ** 9, money: 10 ** 11 };

/**
 * The ways in which rows can match a search term: joined fields and cached rows by ids, numbers by ranges, other texts
 * by their stored words. Empty if no row can match.
 */
export function findAlternatives(resource: AnyResource, term: string, referenceCache: ReferenceCache): Alternative[] {
  const { searchFields, joins, fields, idField, titleField, namePrefix } = resource;
  const prefix = foldText(namePrefix);
  const alternatives = searchFields.flatMap((field): Alternative[] => {
    const join = joins[field];
    if (join)
      return [{ field: join.via, values: findIdsByWord(join.target, join.targetField, { term, referenceCache }) }];
    const kind = fields.get(field)?.kind;
    if (kind === "integer" || kind === "money") {
      const hasNamePrefix = field === titleField && prefix !== "" && term.startsWith(prefix);
      return listNumberRanges(field, hasNamePrefix ? term.slice(prefix.length) : term, kind);
    }
    return resource.cached
      ? [{ field: idField, values: findIdsByWord(resource, field, { term, referenceCache }) }]
      : [];
  });
  if (storedSearchFields(resource).length > 0)
    alternatives.push({ field: searchWordField, from: term, to: `${term}${maxCharacter}` });
  return alternatives.filter((alternative) => !("values" in alternative) || alternative.values.length > 0);
}

/** Ids of the rows of a cached resource in which a word of the field begins with the term. */
function findIdsByWord(
  resource: AnyResource,
  field: string,
  { term, referenceCache }: { term: string; referenceCache: ReferenceCache },
): number[] {
  const join = resource.joins[field];
  const joinedIds = join && new Set<unknown>(findIdsByWord(join.target, join.targetField, { term, referenceCache }));
  const ids: number[] = [];
  for (const row of referenceCache.all(resource)) {
    const matches = joinedIds ? joinedIds.has(row[join.via]) : hasWordStartingWith(readWords(row, field), term);
    if (matches) ids.push(idOf(resource, row));
  }
  return ids;
}

/**
 * The joined words of cached rows, by row and field. They never get outdated, because a changed row is a new object.
 */
const cachedWords = new WeakMap<Doc, Map<string, string>>();

function readWords(row: Doc, field: string): string {
  const words = cachedWords.get(row) ?? new Map<string, string>();
  cachedWords.set(row, words);
  const cached = words.get(field);
  if (cached !== undefined) return cached;
  const value = row[field];
  const joined = joinWords(typeof value === "string" ? wordsOfText(value) : []);
  words.set(field, joined);
  return joined;
}

/** The ranges of the stored numbers whose word begins with the term; money is stored in paisa. */
function listNumberRanges(field: string, term: string, kind: "integer" | "money"): RangeAlternative[] {
  const [, digits, point, decimals = ""] = /^(0|[1-9]\d{0,12})(\.(\d{0,2}))?$/.exec(term) ?? [];
  if (digits === undefined || (kind === "integer" && point !== undefined)) return [];
  const scale = kind === "money" ? 100 : 1;
  const first = Number(digits) * scale;
  if (point !== undefined) {
    const size = 10 ** (2 - decimals.length);
    const from = first + Number(decimals) * size;
    return [{ field, from, to: from + size - 1 }];
  }
  const ranges: RangeAlternative[] = [];
  for (let from = first, size = scale; from <= maxNumbers[kind]; from *= 10, size *= 10) {
    ranges.push({ field, from, to: from + size - 1 });
    if (from === 0) break;
  }
  return ranges;
}
