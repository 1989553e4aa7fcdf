import { societyToday } from "../../shared/dates.ts";
import type { Viewer } from "../../shared/permissions.ts";
import type { DiskSpaceGuard } from "../database/disk-space-guard.ts";
import { IdCounters } from "../database/id-counters.ts";
import { SecretStore } from "../database/secret-store.ts";
import type { Doc, Store } from "../database/store.ts";
import type { ChangeStream } from "./change-stream.ts";
import { type Actor, type CommitDoc, commitsCollection } from "./commit.ts";
import { GroupCommit } from "./group-commit.ts";
import { type IdempotencyKey, IdempotencyStore } from "./idempotency.ts";
import type { Transaction } from "./transaction.ts";

/** Rows of one resource that one transaction made. */
export interface InsertedRows {
  first: Doc | undefined;
  count: number;
}

export interface RequestDetails {
  viewer: Viewer;
  by: Actor;
  requestId: string;
  /** Set when the request must not be done twice. */
  idempotencyKey?: IdempotencyKey;
  /** Written also where the disk has no room for anything else. */
  urgent?: boolean;
  /** Takes longer than others should wait for. */
  ungrouped?: boolean;
}

/** Who asks, when, and the one way to write. */
export class RequestContext {
  readonly viewer: Viewer;
  readonly by: Actor;
  readonly now: Date;
  /** Society day. */
  readonly today: string;
  readonly #details: RequestDetails;
  readonly #database: Database;

  constructor(books: Database, asker: RequestDetails) {
    this.#database = books;
    this.#details = asker;
    this.viewer = asker.viewer;
    this.by = asker.by;
    this.now = books.now();
    this.today = societyToday(this.now);
  }

  /** The same, done by somebody else: a sign-in is the act of who signs in. */
  withActor(by: Actor): RequestContext {
    return new RequestContext(this.#database, { ...this.#details, by });
  }

  /** The same for work that goes on after the answer: a repeat of the request need not wait for it. */
  withoutIdempotency(): RequestContext {
    return new RequestContext(this.#database, { ...this.#details, idempotencyKey: undefined });
  }

  /** The same for the few bytes without which nobody could come in or be shown out: they are written while the disk has any room at all. */
  urgent(): RequestContext {
    return new RequestContext(this.#database, { ...this.#details, urgent: true });
  }

  /** The same for work on many rows: it goes on beside what others write and not with them, who would wait for it. */
  ungrouped(): RequestContext {
    return new RequestContext(this.#database, { ...this.#details, ungrouped: true });
  }

  /** Runs the work, then writes its rows and its commit together; all of it happens or nothing. */
  transaction<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    return this.#database.runTransaction(this.#details, work);
  }
}

/** The database behind every Context, and the write path that all of them share. */
export class Database {
  readonly store: Store;
  readonly secretStore: SecretStore;
  readonly idempotency: IdempotencyStore;
  readonly now: () => Date;
  readonly #diskSpace: DiskSpaceGuard;
  readonly #groupCommit: GroupCommit;

  constructor({
    store,
    changeStream,
    diskSpace,
    now,
  }: { store: Store; changeStream: ChangeStream; diskSpace: DiskSpaceGuard; now: () => Date }) {
    this.store = store;
    this.now = now;
    this.#diskSpace = diskSpace;
    this.secretStore = new SecretStore(store.connection);
    this.idempotency = new IdempotencyStore(store.connection);
    const { secretStore, idempotency } = this;
    this.#groupCommit = new GroupCommit({
      store,
      secretStore,
      idempotency,
      idCounters: new IdCounters(store.connection),
      changeStream,
      now,
    });
  }

  async ensureIndexes(): Promise<void> {
    await this.store.ensureIndexes();
    await this.secretStore.ensureIndexes();
    await this.idempotency.ensureIndexes();
    const commits = this.store.connection.collection<CommitDoc>(commitsCollection);
    await commits.createIndexes([
      { key: { at: -1, _id: -1 } },
      { key: { transaction: 1 } },
      { key: { "changes.resource": 1, "changes.id": 1, at: -1, _id: -1 } },
      { key: { "sums.resource": 1, at: -1, _id: -1 } },
      { key: { "changes.after.PlotID": 1, at: -1, _id: -1 } },
      { key: { "changes.before.PlotID": 1, at: -1, _id: -1 } },
    ]);
  }

  /** Runs the work, then writes its rows and its commit together; all of it happens or nothing. Refused while the disk has no room. */
  async runTransaction<Result>(asker: RequestDetails, work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    await this.#diskSpace.assertSpace(asker.urgent === true);
    return this.#groupCommit.run(asker, work);
  }

  /** What a transaction made of a resource, for an answer that was lost. */
  async readInsertedRows(transaction: string, resource: string): Promise<InsertedRows> {
    const made: InsertedRows = { first: undefined, count: 0 };
    const commits = this.store.connection
      .collection<CommitDoc>(commitsCollection)
      .find({ transaction })
      .sort({ part: 1 });
    for await (const { changes } of commits)
      for (const { after } of changes.filter((change) => change.resource === resource && change.type === "insert")) {
        made.first ??= after ?? undefined;
        made.count++;
      }
    return made;
  }
}
