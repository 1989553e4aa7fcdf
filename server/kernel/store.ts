import mongoose from "mongoose";
import type { FieldKind } from "../../shared/fields.ts";
import type { AnyResource, Resource, StoredRow } from "../../shared/registry.ts";

export type Doc = Readonly<Record<string, unknown>>;
export type Numbered = { _id: number; _holds?: string; [field: string]: unknown };
export type Filter = Readonly<Record<string, unknown>>;
export type Session = mongoose.ClientSession;

/** Ids and house numbers are told apart without regard to case, in every script. */
const collation = { locale: "en", strength: 2 } as const;

const types: Readonly<Record<FieldKind, unknown>> = {
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
export function among(values: readonly unknown[]): unknown {
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
  readonly #models = new Map<string, mongoose.Model<Doc>>();

  constructor(connection: mongoose.Connection, resources: readonly AnyResource[]) {
    this.connection = connection;
    for (const resource of resources)
      if (!resource.viewOf) this.#models.set(resource.name, modelOf(connection, resource));
  }

  /** Makes collections and indexes; to be awaited before the first request. */
  async prepare(): Promise<void> {
    await Promise.all([...this.#models.values()].map(prepareModel));
  }

  model(name: string): mongoose.Model<Doc> {
    const model = this.#models.get(name);
    if (!model) throw new Error(`No resource is named ${name}`);
    return model;
  }

  /** The bare collection, for the write path. */
  collection(resource: { name: string }): mongoose.mongo.Collection<Numbered> {
    return this.connection.getClient().db(this.connection.name).collection<Numbered>(resource.name);
  }

  /** The rows that match, by id unless `sort` says otherwise. */
  find<Row extends StoredRow>(resource: Resource<Row>, filter: Filter, options: FindOptions = {}): Promise<Row[]> {
    return this.#query(resource, filter, options).lean<Row[]>().exec();
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
  async *batches(resource: AnyResource, filter: Filter, options: FindOptions = {}): AsyncGenerator<Doc[]> {
    yield* batchesOf(this.#cursor(resource, filter, options));
  }

  /** The same in batches of rows as they are stored, of which nothing was made. */
  async *rawBatches(resource: AnyResource, filter: Filter, options: FindOptions = {}): AsyncGenerator<Buffer[]> {
    const cursor: mongoose.mongo.FindCursor<unknown> = this.#cursor(resource, filter, { ...options, raw: true });
    for await (const rows of batchesOf(cursor)) yield rows.map(asBuffer);
  }

  async get<Row extends StoredRow>(resource: Resource<Row>, id: number, session?: Session): Promise<Row | undefined> {
    const [row] = await this.find(resource, { [resource.id]: id }, { session, limit: 1 });
    return row;
  }

  /** How many of these ids exist. */
  count(resource: AnyResource, filter: Filter, session?: Session): Promise<number> {
    return this.model(resource.name)
      .countDocuments({ ...filter }, { session })
      .exec();
  }

  #cursor<Row extends Doc>(
    resource: AnyResource,
    filter: Filter,
    { session, limit, sort, raw = false }: FindOptions & { raw?: boolean },
  ): mongoose.mongo.FindCursor<Row> {
    const cursor = this.collection(resource)
      .find<Row>({ ...filter }, { projection: { _id: 0, _holds: 0 }, batchSize: 2000, session, raw })
      .sort({ ...(sort ?? { [resource.id]: 1 }) });
    return limit === undefined ? cursor : cursor.limit(limit);
  }

  #query(resource: AnyResource, filter: Filter, { session, limit, sort, caseFolded }: FindOptions) {
    const query = this.model(resource.name)
      .find({ ...filter }, { _id: 0, _holds: 0 }, { session: session ?? null })
      .sort(sort ?? { [resource.id]: 1 });
    if (caseFolded) query.collation(collation);
    return limit === undefined ? query : query.limit(limit);
  }
}

interface FindOptions {
  session?: Session;
  limit?: number;
  sort?: Readonly<Record<string, 1 | -1>>;
  /** Compare text as the unique indexes do. */
  caseFolded?: boolean;
}

/** What has come is taken without waiting for each row. */
async function* batchesOf<Row>(cursor: mongoose.mongo.FindCursor<Row>): AsyncGenerator<Row[]> {
  try {
    while (await cursor.hasNext()) yield cursor.readBufferedDocuments();
  } finally {
    await cursor.close();
  }
}

function asBuffer(row: unknown): Buffer {
  if (!(row instanceof Uint8Array)) throw new Error("A row that came as it is stored is not bytes");
  return Buffer.from(row.buffer, row.byteOffset, row.byteLength);
}

function modelOf(connection: mongoose.Connection, resource: AnyResource): mongoose.Model<Doc> {
  const definition: Record<string, unknown> = { _id: Number };
  for (const [name, { kind }] of resource.fields) definition[name] = types[kind];
  const schema = new mongoose.Schema<Doc>(definition, { versionKey: false, autoIndex: false, autoCreate: false });
  schema.index({ [resource.id]: 1 }, { unique: true });
  for (const keys of resource.unique)
    schema.index(ascending(keys), { unique: true, collation, name: `unique ${keys.join(" ")}` });
  for (const keys of resource.indexes) schema.index(ascending(keys));
  if (resource.own !== undefined && resource.own !== resource.id) schema.index({ [resource.own]: 1 });
  return connection.model<Doc>(resource.name, schema, resource.name);
}

function ascending(keys: readonly string[]): Record<string, 1> {
  return Object.fromEntries(keys.map((key): [string, 1] => [key, 1]));
}

async function prepareModel(model: mongoose.Model<Doc>): Promise<void> {
  await model.createCollection();
  await model.ensureIndexes();
}
