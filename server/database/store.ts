import mongoose from "mongoose";
import type { AnyResource, Resource, StoredRow } from "../../shared/registry.ts";
import { unavailable } from "../errors.ts";
import { collation } from "./indexes.ts";
import { findRaw } from "./raw-cursor.ts";

/** A row as stored: money in paisa, without joined names. */
export type Doc = Readonly<Record<string, unknown>>;
/**
 * A row with its internal fields. A transaction locks the row by writing a random value to the stored field `_holds`.
 * `_words` has the search words of the texts that `q` searches.
 */
export type StoredDoc = { _id: number; _holds?: string; _words?: readonly string[]; [field: string]: unknown };
/** Conditions by field, as for MongoDB. Values that are not from `inArray`, `between` or `where` match by equality. */
export type Filter = Readonly<Record<string, unknown>>;
export type Sorting = Readonly<Record<string, 1 | -1>>;
export type Session = mongoose.ClientSession;

/** The change of one row. `before` is null for an insert, and `after` for a delete. */
export interface RowChange {
  resource: string;
  id: number;
  type: "insert" | "update" | "delete";
  before: Doc | null;
  after: Doc | null;
}

/**
 * The rows of `resource` that match the filter and share the value of `field` with a row of `of`. When a row of `of` is
 * read by id, the same command looks up whether it has any related row.
 */
export interface RelatedRows {
  of: { name: string };
  resource: { name: string; idField: string };
  field: string;
  filter: Filter;
}

/** A row as BSON, which begins at `offset` in `bytes`. */
export interface RawRow {
  bytes: Buffer;
  offset: number;
}

/** Excludes the fields of a document that are not part of the row. */
const rowProjection = { _id: 0, _holds: 0, _words: 0 } as const;

/** Filter value: equal to one of these values. */
export function inArray(values: readonly unknown[]): unknown {
  return mongoose.trusted({ $in: [...values] });
}

/** Less than every other value in an order of MongoDB. */
export const minKey = new mongoose.mongo.MinKey();

/** Filter value: from `from` to `to`, both inclusive. */
export function between(from: unknown, to: unknown): unknown {
  return mongoose.trusted({ $gte: from, $lte: to });
}

/** Filter value: MongoDB operators. Never pass operators from a request. */
export function where(operators: Doc): unknown {
  return mongoose.trusted({ ...operators });
}

/** The id of the row. Throws if the row has none. */
export function idOf(resource: { idField: string; name: string }, row: Doc): number {
  const id = row[resource.idField];
  if (typeof id !== "number") throw new Error(`A row of ${resource.name} has no ${resource.idField}`);
  return id;
}

/** Reads the rows of all resources. All writes go through `RequestContext.transaction`. */
export class Store {
  readonly connection: mongoose.Connection;

  constructor(connection: mongoose.Connection) {
    this.connection = connection;
  }

  /** The driver's database. Throws 503 if the connection is not open. */
  get db(): mongoose.mongo.Db {
    const { db } = this.connection;
    if (!db) throw unavailable();
    return db;
  }

  /** The driver's collection of a resource. */
  collection(resource: { name: string }): mongoose.mongo.Collection<StoredDoc> {
    return this.db.collection<StoredDoc>(resource.name);
  }

  /** The matching rows, sorted by id by default. */
  find<Row extends StoredRow>(resource: Resource<Row>, filter: Filter, options: FindOptions = {}): Promise<Row[]> {
    return this.#cursor<Row>(resource, filter, options).toArray();
  }

  /** Like `find`, as a stream. */
  stream<Row extends StoredRow>(
    resource: Resource<Row>,
    filter: Filter,
    options: FindOptions = {},
  ): AsyncIterable<Row> {
    return this.#cursor<Row>(resource, filter, options);
  }

  /** Like `find`, in batches as the driver receives them. */
  async *findBatches(resource: AnyResource, filter: Filter, options: FindOptions = {}): AsyncGenerator<Doc[]> {
    yield* readBatches(this.#cursor(resource, filter, { ...options, batchSize: listBatchSize }));
  }

  /** Like `find`, in batches of undecoded BSON. */
  findRawBatches(resource: AnyResource, filter: Filter, { sort, limit }: FindOptions = {}): AsyncGenerator<RawRow[]> {
    const command = {
      collection: resource.name,
      filter: toMongoFilter(resource, filter),
      projection: rowProjection,
      sort: withStoredId(resource, sort ?? { [resource.idField]: 1 }),
      limit,
      batchSize: listBatchSize,
    };
    return findRaw({ db: this.db, client: this.connection.getClient() }, command);
  }

  /** The row with this id; undefined if there is none. */
  async get<Row extends StoredRow>(resource: Resource<Row>, id: number, session?: Session): Promise<Row | undefined> {
    const [row] = await this.find(resource, { [resource.idField]: id }, { session, limit: 1 });
    return row;
  }

  /**
   * The rows with these ids, in any order, and the values of the related field for which a lookup found no related row; a
   * value that is not listed may have none either. A raw command avoids the overhead of a cursor, because this is the most
   * frequent read.
   */
  async findByIds<Row extends StoredRow>(
    resource: Resource<Row>,
    ids: readonly number[],
    { session, related }: { session: Session; related: RelatedRows | undefined },
  ): Promise<{ rows: Row[]; valuesWithoutRelatedRow: unknown[] }> {
    const filter = { _id: { $in: ids } };
    const batchSize = ids.length + 1;
    const command = related
      ? {
          aggregate: resource.name,
          pipeline: [{ $match: filter }, { $project: rowProjection }, { $lookup: toLookup(related) }],
          cursor: { batchSize },
        }
      : { find: resource.name, filter, projection: rowProjection, limit: ids.length, batchSize };
    const { cursor } = await this.db.command(command, { session });
    // The rows do not fit into one reply.
    if (String(cursor.id) !== "0") {
      const rows = await this.find(resource, { [resource.idField]: inArray(ids) }, { session });
      return { rows, valuesWithoutRelatedRow: [] };
    }
    if (!related) return { rows: cursor.firstBatch, valuesWithoutRelatedRow: [] };
    const valuesWithoutRelatedRow: unknown[] = [];
    const rows = cursor.firstBatch.map(({ [relatedField]: found, ...row }: Doc) => {
      if (Array.isArray(found) && found.length === 0) valuesWithoutRelatedRow.push(row[related.field]);
      return row;
    });
    return { rows, valuesWithoutRelatedRow };
  }

  /** Groups the matching rows with a `$group` stage. */
  aggregate(
    resource: AnyResource,
    filter: Filter,
    { group, session }: { group: Doc; session?: Session },
  ): AsyncIterable<Doc> {
    const stages = [{ $match: toMongoFilter(resource, filter) }, { $group: group }];
    return this.collection(resource).aggregate<Doc>(stages, { session, allowDiskUse: true });
  }

  count(resource: AnyResource, filter: Filter): Promise<number> {
    return this.collection(resource).countDocuments(toMongoFilter(resource, filter));
  }

  #cursor<Row extends Doc>(
    resource: AnyResource,
    filter: Filter,
    { session, limit, sort, ignoreCase, batchSize = 2000 }: FindOptions,
  ): mongoose.mongo.FindCursor<Row> {
    const options = { projection: rowProjection, batchSize, session, ...(ignoreCase ? { collation } : {}) };
    const cursor = this.collection(resource)
      .find<Row>(toMongoFilter(resource, filter), options)
      .sort(withStoredId(resource, sort ?? { [resource.idField]: 1 }));
    return limit === undefined ? cursor : cursor.limit(limit);
  }
}

export interface FindOptions {
  session?: Session;
  limit?: number;
  sort?: Sorting;
  /** Compares texts like the unique indexes and `ignoreCaseIndexes`, which ignore case. */
  ignoreCase?: boolean;
  /** Rows per reply of the database. */
  batchSize?: number;
}

/**
 * With larger batches, rows outlive the young generation of the heap, and a long list needs 100 MB more at its peak.
 */
const listBatchSize = 500;

/**
 * Converts a filter for MongoDB. Only operators from `inArray`, `between` and `where` take effect; others are values.
 */
export function toMongoFilter(resource: { idField: string }, filter: Filter): Filter {
  return mongoose.sanitizeFilter(withStoredId(resource, filter));
}

/** Replaces the name of the id field with `_id`, which holds the same value and is indexed. */
export function withStoredId<Value>(
  resource: { idField: string },
  filterOrSort: Readonly<Record<string, Value>>,
): Record<string, Value> {
  const replaced = Object.entries(filterOrSort).map(([name, value]): [string, unknown] => {
    if (Array.isArray(value) && (name === "$and" || name === "$or"))
      return [name, value.map((condition) => withStoredId(resource, condition))];
    return [name === resource.idField ? "_id" : name, value];
  });
  // Object.fromEntries loses the type of the values.
  return Object.fromEntries(replaced) as Record<string, Value>;
}

const relatedField = "_related";

/** A `$lookup` stage that finds one related row. */
function toLookup({ resource, field, filter }: RelatedRows): object {
  const pipeline = [{ $match: toMongoFilter(resource, filter) }, { $limit: 1 }, { $project: { _id: 1 } }];
  return { from: resource.name, localField: field, foreignField: field, pipeline, as: relatedField };
}

/** Reads in batches. Requests the next batch while one is processed. */
async function* readBatches<Row>(cursor: mongoose.mongo.FindCursor<Row>): AsyncGenerator<Row[]> {
  let hasMore = cursor.hasNext();
  try {
    while (await hasMore) {
      const rows = cursor.readBufferedDocuments();
      hasMore = cursor.hasNext();
      // The next `await hasMore` throws the error. Without this handler, it would be unhandled if the reader stops
      // before.
      hasMore.catch(() => undefined);
      yield rows;
    }
  } finally {
    await cursor.close();
  }
}
