import { groupBy } from "../../../shared/domain/collections.ts";
import type { AlikeRow } from "../../../shared/endpoints/import.ts";
import { contentImportKey, contentKeyIn, isOfficeNumberKey, type KeyedRow } from "./keyed-rows.ts";

/** A record that a row may repeat. */
export interface AlikeCandidate extends Omit<AlikeRow, "row"> {
  ImportKey: string;
  /** Identifies the record's present values, see `KeyedRow.contentKey`. */
  contentKey: string;
  /** Further keys that are equal for the same payment or expense only. */
  otherKeys?: readonly string[];
}

/** A row that no record has the key of. */
export type NewRow = Pick<KeyedRow<unknown>, "rowNumber" | "key" | "contentKey"> & Pick<AlikeCandidate, "otherKeys">;

/** The ImportKeys of records that were imported from these rows when they had no office numbers. */
export function possibleContentKeys(rows: readonly NewRow[]): string[] {
  return [...groupBy(rows, (row) => row.contentKey)].flatMap(([contentKey, equalRows]) =>
    equalRows.map((_, index) => contentImportKey(contentKey, index + 1)),
  );
}

/**
 * The rows that look like records which are there already, although their keys differ: the record was typed, or one of
 * the two has an office number and the other has not. Each record is alike one row at most, and records with different
 * office numbers are not alike.
 */
export function findAlikeRows(rows: readonly NewRow[], candidates: readonly AlikeCandidate[]): AlikeRow[] {
  const candidatesByKey = new Map<string, AlikeCandidate[]>();
  for (const candidate of candidates)
    for (const key of candidateKeys(candidate)) {
      const sameKey = candidatesByKey.get(key);
      if (sameKey) sameKey.push(candidate);
      else candidatesByKey.set(key, [candidate]);
    }
  const used = new Set<AlikeCandidate>();
  return rows.flatMap((row) => {
    const { key, contentKey, otherKeys = [] } = row;
    const isPossible = (candidate: AlikeCandidate) => !used.has(candidate) && !hasOtherOfficeNumber(row, candidate);
    const match = [key, ...otherKeys, contentKey]
      .flatMap((rowKey) => candidatesByKey.get(rowKey)?.find(isPossible) ?? [])
      .at(0);
    if (!match) return [];
    used.add(match);
    const { id, name, deleted } = match;
    return [{ row: row.rowNumber, id, name, deleted }];
  });
}

function candidateKeys({ ImportKey, contentKey, otherKeys = [] }: AlikeCandidate): string[] {
  return [ImportKey, contentKey, contentKeyIn(ImportKey) ?? "", ...otherKeys].filter((key) => key !== "");
}

/** Two payments with different office numbers are two payments, unless they have the same reference. */
function hasOtherOfficeNumber(row: NewRow, { ImportKey, otherKeys = [] }: AlikeCandidate): boolean {
  if (row.key === ImportKey || row.otherKeys?.some((key) => otherKeys.includes(key))) return false;
  return isOfficeNumberKey(row.key) && isOfficeNumberKey(ImportKey);
}
