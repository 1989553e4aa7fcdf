import mongoose from "mongoose";
import type { FieldKind } from "../../shared/fields.ts";
import type { AnyResource, Resource, StoredRow } from "../../shared/registry.ts";
import { unavailable } from "../errors.ts";
import { isDatabaseError } from "./connection.ts";

export type Doc = Readonly<Record<string, unknown>>;
export type StoredDoc = { _id: number; _holds?: string; [field: string]: unknown };
export type Filter = Readonly<Record<string, unknown>>;
export type Session = mongoose.ClientSession;

/** A row as it is stored: where in these bytes it begins. */
export interface RawRow {
  bytes: Buffer;
  offset: number;
}

/** What the portal keeps in a row for itself. */
const internalFields = { _id: 0, _holds: 0 } as const;

/** Ids and house numbers are told apart without regard to case, in every script. */
const collation = { locale: "en", strength: 2 } as const;

const mongooseTypes: Readonly<Record<FieldKind, unknown>> = {
  text: String,
  integer: Number,
  money: Number,
  day: String,
  instant: String,
  bit: Number,
  yesNo: Boolean,
  ref: Number,
  list: Array,
};

/** A filter value: one of these. */
export function inArray(values: readonly unknown[]): unknown {
  return mongoose.trusted({ $in: [...values] });
}

/** A filter value: from `from` to `to`, both included. */
export function between(from: unknown, to: unknown): unknown {
  return mongoose.trusted({ $gte: from, $lte: to });
}

/** A filter value built from operators by the portal's own code, never from a request. */
export function where(operators: Doc): unknown {
  return mongoose.trusted({ ...operators });
}

/** The rows of all resources in one database. Reads only; every write goes through Context. */
export class Store {
  readonly connection: mongoose.Connection;
  readonly #resources: readonly AnyResource[];
  readonly #models = new Map<string, mongoose.Model<Doc>>();

  constructor(connection: mongoose.Connection, resources: readonly AnyResource[]) {
    this.connection = connection;
    this.#resources = resources;
    for (const resource of resources)
      if (!resource.derivedFrom) this.#models.set(resource.name, createModel(connection, resource));
  }

  /** Makes collections and indexes; to be awaited before the first request. */
  async ensureIndexes(): Promise<void> {
    await Promise.all(
      this.#resources
        .filter(({ derivedFrom }) => !derivedFrom)
        .map((resource) => ensureCollection(this.model(resource.name), resource)),
    );
  }

  model(name: string): mongoose.Model<Doc> {
    const model = this.#models.get(name);
    if (!model) throw new Error(`No resource is named ${name}`);
    return model;
  }

  /** The bare database, for the write path. */
  get db(): mongoose.mongo.Db {
    const { db } = this.connection;
    if (!db) throw unavailable();
    return db;
  }

  /** The bare collection of a resource. */
  collection(resource: { name: string }): mongoose.mongo.Collection<StoredDoc> {
    return this.db.collection<StoredDoc>(resource.name);
  }

  /** The rows that match, by id unless `sort` says otherwise. */
  find<Row extends StoredRow>(resource: Resource<Row>, filter: Filter, options: FindOptions = {}): Promise<Row[]> {
    return this.#cursor<Row>(resource, filter, options).toArray();
  }

  /** The same as a stream straight from the driver, for lists of any length. */
  stream<Row extends StoredRow>(
    resource: Resource<Row>,
    filter: Filter,
    options: FindOptions = {},
  ): AsyncIterable<Row> {
    return this.#cursor<Row>(resource, filter, options);
  }

  /** The same in batches, as they come. */
  async *findBatches(resource: AnyResource, filter: Filter, options: FindOptions = {}): AsyncGenerator<Doc[]> {
    yield* readBatches(this.#cursor(resource, filter, options));
  }

  /** The same in batches of rows as they are stored, of which nothing was made. */
  async *findRawBatches(resource: AnyResource, filter: Filter, options: FindOptions = {}): AsyncGenerator<RawRow[]> {
    const cursor: mongoose.mongo.FindCursor<unknown> = this.#cursor(resource, filter, { ...options, raw: true });
    for await (const rows of readBatches(cursor)) yield toRawRows(rows);
  }

  async get<Row extends StoredRow>(resource: Resource<Row>, id: number, session?: Session): Promise<Row | undefined> {
    const [row] = await this.find(resource, { [resource.idField]: id }, { session, limit: 1 });
    return row;
  }

  /** The rows with these ids; the few that it mostly is by one command without a cursor, as nothing is read as often. */
  async findByIds<Row extends StoredRow>(
    resource: Resource<Row>,
    ids: readonly number[],
    session: Session,
  ): Promise<Row[]> {
    const filter = { _id: { $in: ids } };
    const command = {
      find: resource.name,
      filter,
      projection: internalFields,
      limit: ids.length,
      batchSize: ids.length + 1,
    };
    const { cursor } = await this.db.command(command, { session });
    const isWhole = String(cursor.id) === "0";
    return isWhole ? cursor.firstBatch : this.find(resource, { [resource.idField]: inArray(ids) }, { session });
  }

  /** The rows that match, put together by the database as `group` says. */
  aggregate(
    resource: AnyResource,
    filter: Filter,
    { group, session }: { group: Doc; session?: Session },
  ): AsyncIterable<Doc> {
    const stages = [{ $match: toMongoFilter(resource, filter) }, { $group: group }];
    return this.collection(resource).aggregate<Doc>(stages, { session, allowDiskUse: true });
  }

  /** How many rows match. */
  count(resource: AnyResource, filter: Filter, session?: Session): Promise<number> {
    return this.collection(resource).countDocuments(toMongoFilter(resource, filter), { session });
  }

  #cursor<Row extends Doc>(
    resource: AnyResource,
    filter: Filter,
    { session, limit, sort, caseFolded, raw = false }: FindOptions & { raw?: boolean },
  ): mongoose.mongo.FindCursor<Row> {
    const how = { projection: internalFields, batchSize: 2000, session, raw, ...(caseFolded ? { collation } : {}) };
    const cursor = this.collection(resource)
      .find<Row>(toMongoFilter(resource, filter), how)
      .sort(withStoredId(resource, sort ?? { [resource.idField]: 1 }));
    return limit === undefined ? cursor : cursor.limit(limit);
  }
}

interface FindOptions {
  session?: Session;
  limit?: number;
  sort?: Readonly<Record<string, 1 | -1>>;
  /** Compare text as the unique indexes do. */
  caseFolded?: boolean;
}

/** What the database is asked for. An operator that the portal's own code has not built is looked for as a value. */
function toMongoFilter(resource: { idField: string }, filter: Filter): Filter {
  return mongoose.sanitizeFilter(withStoredId(resource, filter));
}

/** The same as the database is asked it: a row's id is also its `_id`, and no other index is kept of it. */
function withStoredId<Value>(
  { idField }: { idField: string },
  asked: Readonly<Record<string, Value>>,
): Record<string, Value>;
function withStoredId(resource: { idField: string }, asked: Filter): Filter {
  const parts = (value: unknown) => (Array.isArray(value) ? value.map((part) => withStoredId(resource, part)) : value);
  return Object.fromEntries(
    Object.entries(asked).map(([name, value]) =>
      name === "$and" || name === "$or" ? [name, parts(value)] : [name === resource.idField ? "_id" : name, value],
    ),
  );
}

/** What has come is taken without waiting for each row; while it is made use of, the database already looks for what follows. */
async function* readBatches<Row>(cursor: mongoose.mongo.FindCursor<Row>): AsyncGenerator<Row[]> {
  let more = cursor.hasNext();
  try {
    while (await more) {
      const rows = cursor.readBufferedDocuments();
      more = cursor.hasNext();
      // Should it fail, it is heard of where it is waited for; whoever needs no more of the rows need not hear.
      more.catch(() => undefined);
      yield rows;
    }
  } finally {
    await cursor.close();
  }
}

/** The rows of one answer mostly stand in the same bytes: making a buffer for each would cost as much as reading it. */
function toRawRows(rows: readonly unknown[]): RawRow[] {
  let bytes: Buffer | undefined;
  return rows.map((row) => {
    if (!(row instanceof Uint8Array)) throw new Error("A row that came as it is stored is not bytes");
    if (row.buffer !== bytes?.buffer) bytes = Buffer.from(row.buffer);
    return { bytes, offset: row.byteOffset };
  });
}

function createModel(connection: mongoose.Connection, resource: AnyResource): mongoose.Model<Doc> {
  const definition: Record<string, unknown> = { _id: Number };
  for (const [name, { kind }] of resource.fields) definition[name] = mongooseTypes[kind];
  const schema = new mongoose.Schema<Doc>(definition, { versionKey: false, autoIndex: false, autoCreate: false });
  return connection.model<Doc>(resource.name, schema, resource.name);
}

function indexesOf(resource: AnyResource): mongoose.mongo.IndexDescription[] {
  return [
    ...resource.unique.map((keys) => ({
      key: ascending(keys),
      unique: true,
      collation,
      name: `unique ${keys.join(" ")}`,
    })),
    ...indexKeys(resource).map((keys) => ({ key: ascending([...keys, "_id"]) })),
  ];
}

function ascending(keys: readonly string[]): Record<string, 1> {
  return Object.fromEntries(keys.map((key): [string, 1] => [key, 1]));
}

/** What its rows are found by; with the id behind them, so that a page in such an order begins where the one before ended, without sorting. */
function indexKeys({ indexes, ownerField, idField }: AnyResource): (readonly string[])[] {
  return ownerField === undefined || ownerField === idField ? [...indexes] : [...indexes, [ownerField]];
}

async function ensureCollection(model: mongoose.Model<Doc>, resource: AnyResource): Promise<void> {
  await model.createCollection();
  const indexes = indexesOf(resource);
  if (indexes.length > 0) await model.collection.createIndexes(indexes);
  // Those of the first releases had no id behind them, and one of the id itself stood beside that of `_id`.
  const replaced = new Set(
    [...indexKeys(resource), [resource.idField]].map((keys) => keys.map((key) => `${key}_1`).join("_")),
  );
  for (const { name } of await model.collection.listIndexes().toArray())
    if (replaced.has(name)) await model.collection.dropIndex(name).catch(ignoreMissingIndex);
}

/** Another server, which starts at the same moment, may have been first. */
function ignoreMissingIndex(error: unknown): void {
  const indexNotFound = 27;
  if (!isDatabaseError(error, indexNotFound)) throw error;
}
