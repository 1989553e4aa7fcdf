import { minColumnRows } from "../../shared/columns.ts";
import type { AnyResource } from "../../shared/registry.ts";
import type { ReferenceCache } from "../database/reference-cache.ts";
import type { Doc, RowChange } from "../database/store.ts";

/** A resource, its presenter and the names of its joined resources. */
export interface SerializableResource {
  resource: AnyResource;
  present: (row: Doc) => Doc;
  joinedNames: readonly string[];
}

interface CacheEntry {
  /** Version of the joined resources. An entry with another version is discarded. */
  version: number;
  jsonByRow: Map<Doc, string>;
  /** Undefined before the first use, null if there are too few rows. */
  columns: ColumnSerializer | null | undefined;
}

/** The rows of one commit as JSON. Each row is serialized once for all subscriber groups. */
export class SerializationCache {
  readonly #referenceCache: Pick<ReferenceCache, "versionOf">;
  readonly #entries = new Map<SerializableResource, CacheEntry>();

  constructor(referenceCache: Pick<ReferenceCache, "versionOf">) {
    this.#referenceCache = referenceCache;
  }

  /** The row as JSON, as the API presents it. */
  serialize(serializable: SerializableResource, row: Doc): string {
    const { jsonByRow } = this.#entryOf(serializable);
    const cached = jsonByRow.get(row);
    if (cached !== undefined) return cached;
    const json = JSON.stringify(serializable.present(row));
    jsonByRow.set(row, json);
    return json;
  }

  /** The columns of the resource's rows in `changes`, all changes of the commit; undefined if there are few rows. */
  columnsOf(serializable: SerializableResource, changes: readonly RowChange[]): ColumnSerializer | undefined {
    if (changes.length < minColumnRows) return undefined;
    const entry = this.#entryOf(serializable);
    if (entry.columns === undefined) {
      const { name } = serializable.resource;
      const rows = changes.flatMap(({ resource, after }) => (resource === name && after ? [after] : []));
      entry.columns = rows.length < minColumnRows ? null : new ColumnSerializer(serializable, rows);
    }
    return entry.columns ?? undefined;
  }

  #entryOf(serializable: SerializableResource): CacheEntry {
    const version = this.#referenceCache.versionOf(serializable.joinedNames);
    const cached = this.#entries.get(serializable);
    if (cached?.version === version) return cached;
    const entry: CacheEntry = { version, jsonByRow: new Map(), columns: undefined };
    this.#entries.set(serializable, entry);
    return entry;
  }
}

/** Rows of one resource as columns. */
class ColumnSerializer {
  /** The JSON of the set up to its first row. */
  readonly head: string;
  readonly #present: (row: Doc) => Doc;
  readonly #fields: readonly string[];
  /** Null for rows that have not been serialized yet. */
  readonly #jsonByRow: Map<Doc, string | null>;

  constructor({ resource, present }: SerializableResource, rows: readonly Doc[]) {
    const [first = {}] = rows;
    const record = present(first);
    const constants = findConstants(rows);
    const isCommon = (name: string) => name !== resource.idField && constants.has(storedFieldOf(resource, name));
    const names = Object.keys(record);
    const common = Object.fromEntries(names.filter(isCommon).map((name) => [name, record[name]]));
    const others = names.filter((name) => name !== resource.idField && !isCommon(name));
    this.#fields = [resource.idField, ...others];
    this.#present = present;
    this.#jsonByRow = new Map(rows.map((row) => [row, null]));
    const columns = `"common":${JSON.stringify(common)},"fields":${JSON.stringify(this.#fields)},"rows":[`;
    this.head = `{"resource":"${resource.name}","type":"upsert",${columns}`;
  }

  /**
   * The values of the row as a JSON array. Undefined if the row is not one of those that the common values were
   * determined from, or lacks a value.
   */
  serializeRow(row: Doc): string | undefined {
    const cached = this.#jsonByRow.get(row);
    if (cached !== null) return cached;
    const record = this.#present(row);
    const values = this.#fields.map((field) => record[field]);
    if (values.includes(undefined)) {
      this.#jsonByRow.delete(row);
      return undefined;
    }
    const json = JSON.stringify(values);
    this.#jsonByRow.set(row, json);
    return json;
  }
}

/** The stored fields with the same value in all rows. */
function findConstants(rows: readonly Doc[]): Set<string> {
  const [first = {}] = rows;
  const names = new Set(Object.keys(first));
  for (const row of rows) for (const name of names) if (row[name] !== first[name]) names.delete(name);
  return names;
}

/** The stored field from which the value of a record's field is computed. */
function storedFieldOf({ joins, derivedTexts }: AnyResource, name: string): string {
  return joins[name]?.via ?? derivedTexts[name]?.via ?? name;
}
