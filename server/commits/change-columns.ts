import { minColumnRows } from "../../shared/columns.ts";
import { groupBy } from "../../shared/grouping.ts";
import type { Doc, RowChange } from "../database/store.ts";

/**
 * The changes of many rows of one resource and one type, as a commit stores them. They have the form of a single
 * change, so that the same queries and indexes find single changes and columns. But `id` and the fields named in
 * `columns` are arrays with one value for each row. The other fields are equal in all rows and are stored once.
 */
export interface ChangeColumns {
  resource: string;
  id: number[];
  type: RowChange["type"];
  before: Doc | null;
  after: Doc | null;
  columns: { before: string[]; after: string[] };
}

/** A change as a commit stores it. `toRowChanges` converts it to the changes of single rows. */
export type StoredChange = RowChange | ChangeColumns;

/**
 * The changes as they are stored. At least `minColumnRows` changes of the same resource, type and fields become
 * columns. The groups are in the order of their first changes.
 */
export function toStoredChanges(changes: readonly RowChange[]): StoredChange[] {
  if (changes.length < minColumnRows) return [...changes];
  const groups = groupBy(changes, layoutOf);
  return [...groups.values()].flatMap(toColumns);
}

export function toRowChanges(stored: readonly StoredChange[]): RowChange[] {
  return stored.flatMap((change) => ("columns" in change ? fromColumns(change) : [change]));
}

/** The number of rows that were changed. */
export function countRows(stored: readonly StoredChange[]): number {
  return stored.reduce((sum, change) => sum + ("columns" in change ? change.id.length : 1), 0);
}

/**
 * Equal for changes that can share columns. The field names are part of it, because rows of earlier releases lack some.
 */
function layoutOf({ resource, type, before, after }: RowChange): string {
  return [resource, type, ...Object.keys(before ?? {}), "", ...Object.keys(after ?? {})].join(" ");
}

/** Converts changes with the same layout to columns, unless there are fewer than `minColumnRows`. */
function toColumns(changes: readonly RowChange[]): readonly StoredChange[] {
  const [first] = changes;
  if (!first || changes.length < minColumnRows) return changes;
  const { resource, type } = first;
  const before = mergeRows(changes.map((change) => change.before));
  const after = mergeRows(changes.map((change) => change.after));
  const columns = { before: before.columns, after: after.columns };
  return [{ resource, id: changes.map(({ id }) => id), type, before: before.row, after: after.row, columns }];
}

function mergeRows(rows: readonly (Doc | null)[]): { row: Doc | null; columns: string[] } {
  const [first] = rows;
  if (!first) return { row: null, columns: [] };
  const columns = Object.keys(first).filter((name) => rows.some((row) => row?.[name] !== first[name]));
  const values = columns.map((name) => [name, rows.map((row) => row?.[name])]);
  return { row: { ...first, ...Object.fromEntries(values) }, columns };
}

function fromColumns({ resource, id: ids, type, before, after, columns }: ChangeColumns): RowChange[] {
  return ids.map((id, index) => ({
    resource,
    id,
    type,
    before: before && rowAt(before, columns.before, index),
    after: after && rowAt(after, columns.after, index),
  }));
}

/** The row at this index. The fields in `columns` are arrays, which `mergeRows` created. */
function rowAt(merged: Doc, columns: readonly string[], index: number): Doc {
  const row: Record<string, unknown> = { ...merged };
  for (const name of columns) row[name] = (merged[name] as readonly unknown[])[index];
  return row;
}
