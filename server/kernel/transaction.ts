import { randomUUID } from "node:crypto";
import mongoose from "mongoose";
import type { Target } from "../../shared/fields.ts";
import { groupBy } from "../../shared/group.ts";
import { messages } from "../../shared/messages.ts";
import { mayHold, type Viewer } from "../../shared/permissions.ts";
import { type AnyResource, isRowOf, type Resource, type StoredRow } from "../../shared/registry.ts";
import { type Actor, type CommitDoc, commitsCollection, type RowChange } from "./commit.ts";
import type { Ids } from "./ids.ts";
import { conflict, invalid, notFound } from "./refusal.ts";
import type { Doc, Filter, Numbered, Session, Store } from "./store.ts";
import type { Vault } from "./vault.ts";

type Values<Row> = Readonly<Partial<Row>>;

interface Staged {
  resource: AnyResource;
  id: number;
  before: Doc | null;
  after: Doc | null;
}

export interface TransactionParts {
  store: Store;
  ids: Ids;
  vault: Vault;
  session: Session;
  viewer: Viewer;
  by: Actor;
  now: Date;
  today: string;
}

/**
 * One unit of work. Reads see the database as it was when it began; writes are gathered here and go out together at the
 * end, so the work may run again from the start when another writer came first: no mail, event or counter inside.
 */
export class Transaction {
  readonly by: Actor;
  readonly now: Date;
  /** Society day. */
  readonly today: string;
  readonly viewer: Viewer;
  readonly #parts: TransactionParts;
  readonly #staged = new Map<string, Staged>();

  constructor(parts: TransactionParts) {
    this.#parts = parts;
    this.by = parts.by;
    this.now = parts.now;
    this.today = parts.today;
    this.viewer = parts.viewer;
  }

  /** The record, as this unit of work has left it. Refused as unknown when the viewer may not know of it. */
  async get<Row extends StoredRow>(resource: Resource<Row>, id: number): Promise<Row> {
    const staged = this.#staged.get(keyOf(resource, id));
    const row = staged ? staged.after : await this.#parts.store.get(resource, id, this.#parts.session);
    if (!row || !isRowOf(resource, row) || !mayHold(this.viewer, resource, row)) throw notFound(resource.label);
    return row;
  }

  /** The rows that match in the database, whoever asks; those changed in this unit of work come as they are now. */
  async find<Row extends StoredRow>(
    resource: Resource<Row>,
    filter: Filter,
    options: { limit?: number; caseFolded?: boolean } = {},
  ): Promise<Row[]> {
    const rows = await this.#parts.store.find(resource, filter, { ...options, session: this.#parts.session });
    return rows.flatMap((row) => {
      const staged = this.#staged.get(keyOf(resource, idOf(resource, row)));
      if (!staged) return [row];
      return staged.after && isRowOf(resource, staged.after) ? [staged.after] : [];
    });
  }

  /** The rows that match as this unit of work has left them; `filter` tells the database what `matches` tells of a row. */
  async findNow<Row extends StoredRow>(
    resource: Resource<Row>,
    filter: Filter,
    matches: (row: Row) => boolean,
  ): Promise<Row[]> {
    const rows = new Map<number, Row>();
    for (const row of await this.find(resource, filter)) rows.set(idOf(resource, row), row);
    for (const { resource: of, id, after } of this.#staged.values())
      if (of.name === resource.name && after && isRowOf(resource, after)) rows.set(id, after);
    return [...rows.values()].filter(matches);
  }

  /** The first of `count` numbers of a series that has no gaps. Whoever else takes one at this moment has to try again. */
  number(series: string, count = 1): Promise<number> {
    return this.#parts.ids.takeWithoutGap(series, { count, session: this.#parts.session });
  }

  async insert<Row extends StoredRow>(resource: Resource<Row>, values: Values<Row>): Promise<Row> {
    const [row] = await this.insertMany(resource, [values]);
    if (!row) throw new Error("An insert of one row made none");
    return row;
  }

  insertMany<Row extends StoredRow>(resource: Resource<Row>, list: readonly Values<Row>[]): Promise<Row[]> {
    return this.insertParsed(resource, list);
  }

  /** The same for values that the resource's own schema has parsed. */
  async insertParsed<Row extends StoredRow>(resource: Resource<Row>, list: readonly Doc[]): Promise<Row[]> {
    if (list.length === 0) return [];
    const first = await this.#parts.ids.take(resource, list.length);
    return list.map((values, index) => {
      const id = first + index;
      const row: Doc = { [resource.id]: id, ...values, Version: 1 };
      if (!isRowOf(resource, row)) throw new Error(`A ${resource.name} lacks one of its fields`);
      this.#staged.set(keyOf(resource, id), { resource, id, before: null, after: row });
      return row;
    });
  }

  update<Row extends StoredRow>(resource: Resource<Row>, row: Row, patch: Values<Row>): Row {
    return this.updateParsed(resource, row, patch);
  }

  /** The same for values that the resource's own schema has parsed. */
  updateParsed<Row extends StoredRow>(resource: Resource<Row>, row: Row, patch: Doc): Row {
    const id = idOf(resource, row);
    const staged = this.#staged.get(keyOf(resource, id));
    const before = staged ? staged.before : row;
    const after = { ...row, ...patch, Version: staged ? row.Version : row.Version + 1 };
    this.#staged.set(keyOf(resource, id), { resource, id, before, after });
    return after;
  }

  remove<Row extends StoredRow>(resource: Resource<Row>, row: Row): void {
    const id = idOf(resource, row);
    const staged = this.#staged.get(keyOf(resource, id));
    if (staged?.before === null) this.#staged.delete(keyOf(resource, id));
    else this.#staged.set(keyOf(resource, id), { resource, id, before: staged?.before ?? row, after: null });
  }

  /** Refuses unless all these records exist and the viewer may know of them, and keeps others from deleting them until this unit of work is done. */
  async hold(resource: Target, ids: readonly number[], field: string): Promise<void> {
    const message = messages.unknownReference(resource.label);
    const unknown = invalid(message, { [field]: message });
    const isForeign = (id: number) => !mayHold(this.viewer, resource, { [resource.id]: id });
    if (resource.own === resource.id && ids.some(isForeign)) throw unknown;
    const stored = [...new Set(ids)].filter((id) => !this.#staged.has(keyOf(resource, id)));
    if (stored.length === 0) return;
    const { matchedCount } = await this.#parts.store
      .collection(resource)
      .updateMany(
        { [resource.id]: { $in: stored } },
        { $set: { _holds: randomUUID() } },
        { session: this.#parts.session },
      );
    if (matchedCount !== stored.length) throw unknown;
  }

  /** Who last gave a field of the row this value, and when, before this unit of work began. */
  async whoSet(
    resource: { name: string },
    { id, field, value }: { id: number; field: string; value: unknown },
  ): Promise<{ by: Actor; at: Date } | undefined> {
    const change = { resource: resource.name, id, [`after.${field}`]: value, [`before.${field}`]: { $ne: value } };
    const commit = await this.#parts.store.connection
      .collection<CommitDoc>(commitsCollection)
      .findOne({ changes: { $elemMatch: change } }, { sort: { at: -1, _id: -1 }, session: this.#parts.session });
    return commit ? { by: commit.by, at: commit.at } : undefined;
  }

  /** One row that matches in the database. */
  async first<Row extends StoredRow>(resource: Resource<Row>, filter: Filter): Promise<Row | undefined> {
    const [row] = await this.find(resource, filter, { limit: 1 });
    return row;
  }

  /** Keeps something that no record or event may hold. */
  async keepSecret({ key, value, expires }: { key: string; value: unknown; expires?: Date }): Promise<void> {
    await this.#parts.vault.write({ key, value, expires, session: this.#parts.session });
  }

  /** What was kept under the key when this unit of work began. */
  secret(key: string): Promise<unknown> {
    return this.#parts.vault.read(key, this.#parts.session);
  }

  /** Forgets what was kept. Of several that do so at the same moment, all but one have to try again. */
  async dropSecret(key: string): Promise<void> {
    await this.#parts.vault.remove(key, this.#parts.session);
  }

  /** Writes all that was gathered and returns it as changes, in the order in which it was first touched. */
  async flush(): Promise<RowChange[]> {
    const staged = [...this.#staged.values()].filter(hasEffect);
    const byResource = groupBy(staged, (item) => item.resource);
    for (const [resource, items] of byResource) await this.#write(resource, items);
    return staged.map(asChange);
  }

  async #write(resource: AnyResource, items: readonly Staged[]): Promise<void> {
    const collection = this.#parts.store.collection(resource);
    const { session } = this.#parts;
    let touched = 0;
    // Whole lists of rows go at once: one by one, many thousands would outlast the transaction.
    for (const [Version, rows] of groupBy(items.filter(isRemoval), ({ before }) => before?.Version)) {
      const filter = { _id: { $in: rows.map(({ id }) => id) }, Version };
      touched += (await collection.deleteMany(filter, { session })).deletedCount;
    }
    const kept = items.filter((item) => !isRemoval(item));
    if (kept.length > 0) {
      try {
        const result = await collection.bulkWrite(kept.map(asWrite), { session, ordered: true });
        touched += result.insertedCount + result.matchedCount;
      } catch (error) {
        throw asDuplicate(error, resource, kept);
      }
    }
    if (touched !== items.length)
      throw new Error(`${items.length - touched} rows of ${resource.name} changed within a transaction`);
  }
}

/** The id of a row. */
export function idOf(resource: { id: string; name: string }, row: Doc): number {
  const id = row[resource.id];
  if (typeof id !== "number") throw new Error(`A ${resource.name} without ${resource.id}`);
  return id;
}

function keyOf(resource: { name: string }, id: number): string {
  return `${resource.name}:${id}`;
}

function hasEffect({ before, after }: Staged): boolean {
  return before !== null || after !== null;
}

function asChange({ resource, id, before, after }: Staged): RowChange {
  const type = before === null ? "insert" : after === null ? "delete" : "update";
  return { resource: resource.name, id, type, before, after };
}

function isRemoval({ after }: Staged): boolean {
  return after === null;
}

function asWrite({ id, before, after }: Staged): mongoose.mongo.AnyBulkWriteOperation<Numbered> {
  if (before === null) return { insertOne: { document: { _id: id, ...after } } };
  return { updateOne: { filter: { _id: id, Version: before.Version }, update: { $set: { ...after } } } };
}

/** A broken unique index, said in the words of the record; any other error as it is. */
function asDuplicate(error: unknown, resource: AnyResource, items: readonly Staged[]): unknown {
  if (!(error instanceof mongoose.mongo.MongoServerError) || error.code !== 11000) return error;
  const keys = /index: unique (.+?) (?:collation|dup key)/.exec(error.message)?.[1]?.split(" ") ?? [];
  const index =
    error instanceof mongoose.mongo.MongoBulkWriteError && Array.isArray(error.writeErrors)
      ? error.writeErrors[0]?.index
      : 0;
  const values = keys.map((key) => items[index ?? 0]?.after?.[key]);
  return conflict(messages.exists(resource.label, values.join(", ")));
}
