import type { PossibleDuplicate } from "../../../shared/endpoints/import.ts";
import { groupBy } from "../../../shared/grouping.ts";
import { contentImportKey, contentKeyIn, documentNumberKey, isDocumentNumberKey, type KeyedRow } from "./keyed-rows.ts";

/** A record that can be the same payment or expense as a row. */
export interface DuplicateCandidate extends Omit<PossibleDuplicate, "row" | "id"> {
  id: number;
  ImportKey: string;
  /** Identifies the record's current values, see `KeyedRow.contentKey`. */
  contentKey: string;
  /** Further keys. A row and a record with one in common are the same payment or expense. */
  otherKeys?: readonly string[];
}

/** A row whose key no existing record has. */
export interface NewRow
  extends Pick<KeyedRow<unknown>, "rowNumber" | "key" | "contentKey">,
    Pick<DuplicateCandidate, "otherKeys"> {
  /** The number of another row of the file that is the same payment. */
  samePaymentRow?: number | undefined;
}

/**
 * The ImportKeys that these rows would have without document numbers. If an earlier file had the same rows without
 * document numbers, its records have these keys, even if they were edited later.
 */
export function listKeysWithoutDocumentNumber(rows: readonly NewRow[]): string[] {
  return [...groupBy(rows, (row) => row.contentKey)].flatMap(([contentKey, equalRows]) =>
    equalRows.map((_, index) => contentImportKey(contentKey, index + 1)),
  );
}

/** The rows to add, and the possible duplicates, which are added only in the mode `add`. */
export function separateDuplicates<Row extends NewRow>(
  rows: readonly Row[],
  { candidates, duplicatesMode }: { candidates: readonly DuplicateCandidate[]; duplicatesMode: "skip" | "add" },
): { added: Row[]; possibleDuplicates: PossibleDuplicate[] } {
  const possibleDuplicates = findPossibleDuplicates(rows, candidates);
  const duplicateRows = new Set(possibleDuplicates.map(({ row }) => row));
  const added = rows.filter(({ rowNumber }) => duplicatesMode === "add" || !duplicateRows.has(rowNumber));
  return { added, possibleDuplicates };
}

/**
 * The rows that look like existing records, although their keys differ: the record was entered on screen, or only the
 * row or only the record has a document number. Each record is matched with at most one row. Also the rows that are the
 * same payment as another row.
 */
function findPossibleDuplicates(
  rows: readonly NewRow[],
  candidates: readonly DuplicateCandidate[],
): PossibleDuplicate[] {
  const candidatesByKey = new Map<string, DuplicateCandidate[]>();
  for (const candidate of candidates)
    for (const key of listCandidateKeys(candidate)) {
      const sameKey = candidatesByKey.get(key);
      if (sameKey) sameKey.push(candidate);
      else candidatesByKey.set(key, [candidate]);
    }
  const matched = new Set<DuplicateCandidate>();
  return rows.flatMap((row): PossibleDuplicate[] => {
    const { rowNumber, key, contentKey, otherKeys = [], samePaymentRow } = row;
    const isPossible = (candidate: DuplicateCandidate) =>
      !matched.has(candidate) && !haveDifferentDocumentNumbers(row, candidate);
    const match = [key, ...otherKeys, contentKey]
      .flatMap((rowKey) => candidatesByKey.get(rowKey)?.find(isPossible) ?? [])
      .at(0);
    if (match) {
      matched.add(match);
      const { id, name, deleted } = match;
      return [{ row: rowNumber, id, name, deleted }];
    }
    return samePaymentRow === undefined
      ? []
      : [{ row: rowNumber, id: null, name: String(samePaymentRow), deleted: false }];
  });
}

function listCandidateKeys({ ImportKey, contentKey, otherKeys = [] }: DuplicateCandidate): string[] {
  return [ImportKey, contentKey, contentKeyIn(ImportKey) ?? "", ...otherKeys].filter((key) => key !== "");
}

/**
 * Whether the row and the record are different payments, because their document numbers differ and they have none of
 * `otherKeys` in common. A row whose number is the record's name, such as R-12, does not differ: lists that the portal has
 * exported have the name in the column of the numbers.
 */
function haveDifferentDocumentNumbers(row: NewRow, { ImportKey, name, otherKeys = [] }: DuplicateCandidate): boolean {
  if (row.key === ImportKey || row.key === documentNumberKey(name)) return false;
  if (row.otherKeys?.some((key) => otherKeys.includes(key))) return false;
  return isDocumentNumberKey(row.key) && isDocumentNumberKey(ImportKey);
}
