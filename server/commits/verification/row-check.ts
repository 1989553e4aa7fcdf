import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type { Difference } from "../../../shared/domain/verification.ts";
import type { Doc, RowChange, StoredDoc } from "../../database/store.ts";

const digestBytes = 8;
/** Rows for which a new table has space. */
const initialCapacity = 1024;
/*
 * The names of a row's fields are stored as an index into `#fieldLists`. Two indexes are reserved for rows that are not
 * compared.
 */
/** The last change deleted the row. */
const deletedIndex = 0;
/** The last change of the row is in a commit that was changed outside the portal. */
const untrustedIndex = 1;

/**
 * The state of each row of a resource after its last change in the commits: 19 bytes per row (rank, field list, found
 * flag and digest) in typed arrays, whose capacity doubles when they are full, and an entry in the map of ids.
 */
class RowTable {
  readonly #indexes = new Map<number, number>();
  #ranks = new Float64Array(initialCapacity);
  #fieldListIndexes = new Uint16Array(initialCapacity);
  #isFound = new Uint8Array(initialCapacity);
  #digests = Buffer.alloc(initialCapacity * digestBytes);

  /** Sets the state unless a later one is set already. `rank` is higher for later changes of the row. */
  set(
    id: number,
    { rank, fieldListIndex, digest }: { rank: number; fieldListIndex: number; digest: Buffer | undefined },
  ): void {
    let index = this.#indexes.get(id);
    if (index === undefined) {
      index = this.#indexes.size;
      this.#indexes.set(id, index);
      if (index >= this.#ranks.length) this.#grow();
    } else if (rank <= (this.#ranks[index] ?? 0)) return;
    this.#ranks[index] = rank;
    this.#fieldListIndexes[index] = fieldListIndex;
    digest?.copy(this.#digests, index * digestBytes);
  }

  /** Marks a row as present in the database and returns its state; undefined if no commit has written it. */
  markFound(id: number): { fieldListIndex: number; digest: Buffer } | undefined {
    const index = this.#indexes.get(id);
    if (index === undefined) return undefined;
    this.#isFound[index] = 1;
    const digest = this.#digests.subarray(index * digestBytes, (index + 1) * digestBytes);
    return { fieldListIndex: this.#fieldListIndexes[index] ?? deletedIndex, digest };
  }

  /** The ids of the rows that should be in the database and were not found. */
  *missingIds(): Generator<number> {
    for (const [id, index] of this.#indexes)
      if (this.#isFound[index] === 0 && (this.#fieldListIndexes[index] ?? 0) > untrustedIndex) yield id;
  }

  #grow(): void {
    const size = this.#ranks.length * 2;
    this.#ranks = copyInto(new Float64Array(size), this.#ranks);
    this.#fieldListIndexes = copyInto(new Uint16Array(size), this.#fieldListIndexes);
    this.#isFound = copyInto(new Uint8Array(size), this.#isFound);
    this.#digests = copyInto(Buffer.alloc(size * digestBytes), this.#digests);
  }
}

/**
 * Compares each row with its last change in the commits. Fields that the commit does not have are not compared, because
 * a later release has added them to the row.
 */
export class RowCheck {
  readonly #tables = new Map<string, RowTable>();
  readonly #fieldListIndexes = new Map<string, number>();
  readonly #fieldLists: (readonly string[])[] = [[], []];

  /** Applies a change, in any order. `isTrusted`: the hash of its commit is right. */
  apply({ resource, id, before, after }: RowChange, isTrusted: boolean): void {
    const table = this.#tables.get(resource) ?? new RowTable();
    this.#tables.set(resource, table);
    const rank = versionRankOf({ before, after });
    if (!isTrusted) table.set(id, { rank, fieldListIndex: untrustedIndex, digest: undefined });
    else if (after === null) table.set(id, { rank, fieldListIndex: deletedIndex, digest: undefined });
    else {
      const fields = Object.keys(after);
      table.set(id, { rank, fieldListIndex: this.#fieldListIndexOf(fields), digest: digestRow(after, fields) });
    }
  }

  /**
   * How a row of the database differs from its last change in the commits; undefined if it does not. Marks the row as
   * found, for `missingIds`.
   */
  compare(resource: string, row: StoredDoc): Difference["what"] | undefined {
    const state = this.#tables.get(resource)?.markFound(row._id);
    if (!state || state.fieldListIndex === deletedIndex) return "Row added";
    const fields = this.#fieldLists[state.fieldListIndex] ?? [];
    if (state.fieldListIndex === untrustedIndex || digestRow(row, fields).equals(state.digest)) return undefined;
    return "Row changed";
  }

  /** The ids of the rows that are missing in the database. Call it after all rows have been compared. */
  missingIds(resource: string): Iterable<number> {
    return this.#tables.get(resource)?.missingIds() ?? [];
  }

  #fieldListIndexOf(fields: readonly string[]): number {
    const key = fields.join(" ");
    const existing = this.#fieldListIndexes.get(key);
    if (existing !== undefined) return existing;
    const index = this.#fieldLists.push(fields) - 1;
    this.#fieldListIndexes.set(key, index);
    return index;
  }
}

/** Higher for later changes of the same row. A delete has no version of its own, only that of the change before it. */
export function versionRankOf({ before, after }: Pick<RowChange, "before" | "after">): number {
  const version = Number((after ?? before)?.Version ?? 0);
  return after ? version : version + 0.5;
}

/** Whether the row has all values of `expected`; it may have more fields. */
export function containsValues(row: unknown, expected: unknown): boolean {
  if (!isPlainObject(row) || !isPlainObject(expected)) return isDeepStrictEqual(row, expected);
  return Object.entries(expected).every(([name, value]) => containsValues(row[name], value));
}

function isPlainObject(value: unknown): value is Doc {
  return typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

function digestRow(row: Doc, fields: readonly string[]): Buffer {
  const values = fields.map((name) => toDistinctValue(row[name]));
  return createHash("sha256").update(JSON.stringify(values)).digest().subarray(0, digestBytes);
}

/** Marks undefined, non-finite numbers and dates, because their plain JSON is equal to that of null or of a text. */
function toDistinctValue(value: unknown): unknown {
  if (value === undefined || value instanceof Date) return { type: typeof value, value };
  return typeof value === "number" && !Number.isFinite(value) ? { value: String(value) } : value;
}

function copyInto<Target extends { set(source: Source): void }, Source>(target: Target, source: Source): Target {
  target.set(source);
  return target;
}
