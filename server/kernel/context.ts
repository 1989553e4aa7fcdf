import { randomUUID } from "node:crypto";
import { societyToday } from "../../shared/dates.ts";
import type { Viewer } from "../../shared/permissions.ts";
import { type Actor, type CommitDoc, changesPerCommit, commitsCollection, type RowChange } from "./commit.ts";
import type { Feed } from "./feed.ts";
import { type Once, Repeats } from "./idempotency.ts";
import { Ids } from "./ids.ts";
import { unavailable } from "./refusal.ts";
import type { Doc, Session, Store } from "./store.ts";
import { Transaction } from "./transaction.ts";
import { Vault } from "./vault.ts";

/** Beyond this, work with which others collide is not begun again. */
const longestTransactionMs = 30_000;

/** Rows of one resource that one transaction made. */
export interface Made {
  first: Doc | undefined;
  count: number;
}

export interface Asker {
  viewer: Viewer;
  by: Actor;
  requestId: string;
  /** Set when the request must not be done twice. */
  once?: Once;
}

/** Who asks, when, and the one way to write. */
export class Context {
  readonly viewer: Viewer;
  readonly by: Actor;
  readonly now: Date;
  /** Society day. */
  readonly today: string;
  readonly #asker: Asker;
  readonly #books: Books;

  constructor(books: Books, asker: Asker) {
    this.#books = books;
    this.#asker = asker;
    this.viewer = asker.viewer;
    this.by = asker.by;
    this.now = books.now();
    this.today = societyToday(this.now);
  }

  /** The same, done by somebody else: a sign-in is the act of who signs in. */
  as(by: Actor): Context {
    return new Context(this.#books, { ...this.#asker, by });
  }

  /** The same for work that goes on after the answer: a repeat of the request need not wait for it. */
  afterwards(): Context {
    return new Context(this.#books, { ...this.#asker, once: undefined });
  }

  /** Runs the work, then writes its rows and its commit together; all of it happens or nothing. */
  transaction<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    return this.#books.write(this.#asker, work);
  }
}

/** The database behind every Context, and the write path that all of them share. */
export class Books {
  readonly store: Store;
  readonly vault: Vault;
  readonly repeats: Repeats;
  readonly now: () => Date;
  readonly #ids: Ids;
  readonly #feed: Feed;

  constructor({ store, feed, now }: { store: Store; feed: Feed; now: () => Date }) {
    this.store = store;
    this.now = now;
    this.vault = new Vault(store.connection);
    this.repeats = new Repeats(store.connection);
    this.#ids = new Ids(store.connection);
    this.#feed = feed;
  }

  async prepare(): Promise<void> {
    await this.store.prepare();
    await this.vault.prepare();
    await this.repeats.prepare();
    const commits = this.store.connection.collection<CommitDoc>(commitsCollection);
    await commits.createIndexes([
      { key: { at: -1, _id: -1 } },
      { key: { transaction: 1 } },
      { key: { "changes.resource": 1, "changes.id": 1, at: -1, _id: -1 } },
      { key: { "changes.after.PlotID": 1, at: -1, _id: -1 } },
      { key: { "changes.before.PlotID": 1, at: -1, _id: -1 } },
    ]);
  }

  async write<Result>(asker: Asker, work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    const transaction = randomUUID();
    const giveUpAt = Date.now() + longestTransactionMs;
    const session = await this.store.connection.startSession();
    try {
      const { result, touched } = await session.withTransaction(
        () => {
          // The driver itself would go on for two minutes.
          if (Date.now() > giveUpAt) throw unavailable();
          return this.#attempt({ asker, work, transaction, session });
        },
        { readConcern: { level: "snapshot" }, writeConcern: { w: "majority" } },
      );
      if (asker.once) asker.once.written = true;
      this.#feed.expect(transaction, touched);
      return result;
    } finally {
      await session.endSession();
    }
  }

  /** What a transaction made of a resource, for an answer that was lost. */
  async madeIn(transaction: string, resource: string): Promise<Made> {
    const made: Made = { first: undefined, count: 0 };
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

  /** One try at the whole unit of work; MongoDB may ask for another. */
  async #attempt<Result>({ asker, work, transaction, session }: Attempt<Result>) {
    const now = this.now();
    const { store, vault } = this;
    if (asker.once && !asker.once.written) await this.repeats.mark(asker.once, { transaction, session });
    const tx = new Transaction({ store, vault, ids: this.#ids, session, ...asker, now, today: societyToday(now) });
    const result = await work(tx);
    const changes = await tx.flush();
    const commits = commitsOf({ transaction, at: now, by: asker.by, requestId: asker.requestId }, changes);
    if (commits.length > 0)
      await store.connection.collection<CommitDoc>(commitsCollection).insertMany(commits, { session });
    return { result, touched: new Set(changes.map(({ resource }) => resource)) };
  }
}

interface Attempt<Result> {
  asker: Asker;
  work: (tx: Transaction) => Promise<Result>;
  transaction: string;
  session: Session;
}

function commitsOf(
  head: Pick<CommitDoc, "transaction" | "at" | "by" | "requestId">,
  changes: readonly RowChange[],
): CommitDoc[] {
  const parts = Math.ceil(changes.length / changesPerCommit);
  return Array.from({ length: parts }, (_, part) => ({
    ...head,
    part,
    parts,
    changes: changes.slice(part * changesPerCommit, (part + 1) * changesPerCommit),
  }));
}
