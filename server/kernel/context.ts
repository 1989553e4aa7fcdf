import { randomUUID } from "node:crypto";
import { societyToday } from "../../shared/dates.ts";
import type { Viewer } from "../../shared/permissions.ts";
import { type Actor, type CommitDoc, changesPerCommit, commitsCollection, type RowChange } from "./commit.ts";
import type { Feed } from "./feed.ts";
import { Ids } from "./ids.ts";
import type { Store } from "./store.ts";
import { Transaction } from "./transaction.ts";
import { Vault } from "./vault.ts";

const longestTransactionMs = 30_000;

export interface Asker {
  viewer: Viewer;
  by: Actor;
  requestId: string;
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

  /** Runs the work, then writes its rows and its commit together; all of it happens or nothing. */
  transaction<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    return this.#books.write(this.#asker, work);
  }
}

/** The database behind every Context, and the write path that all of them share. */
export class Books {
  readonly store: Store;
  readonly vault: Vault;
  readonly now: () => Date;
  readonly #ids: Ids;
  readonly #feed: Feed;

  constructor({ store, feed, now }: { store: Store; feed: Feed; now: () => Date }) {
    this.store = store;
    this.now = now;
    this.vault = new Vault(store.connection);
    this.#ids = new Ids(store.connection);
    this.#feed = feed;
  }

  async prepare(): Promise<void> {
    await this.store.prepare();
    await this.vault.prepare();
    await this.store.connection.collection<CommitDoc>(commitsCollection).createIndex({ at: 1 });
  }

  async write<Result>(asker: Asker, work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    const transaction = randomUUID();
    const session = await this.store.connection.startSession();
    let touched: RowChange[] = [];
    try {
      const result = await session.withTransaction(
        async () => {
          const now = this.now();
          const { store, vault } = this;
          const tx = new Transaction({ store, vault, ids: this.#ids, session, ...asker, now, today: societyToday(now) });
          const made = await work(tx);
          touched = await tx.flush();
          const commits = commitsOf({ transaction, at: now, by: asker.by, requestId: asker.requestId }, touched);
          if (commits.length > 0) await store.connection.collection<CommitDoc>(commitsCollection).insertMany(commits, { session });
          return made;
        },
        { readConcern: { level: "snapshot" }, writeConcern: { w: "majority" }, timeoutMS: longestTransactionMs },
      );
      this.#feed.expect(transaction, new Set(touched.map((change) => change.resource)));
      return result;
    } finally {
      await session.endSession();
    }
  }
}

function commitsOf(head: Pick<CommitDoc, "transaction" | "at" | "by" | "requestId">, changes: readonly RowChange[]): CommitDoc[] {
  const parts = Math.ceil(changes.length / changesPerCommit);
  return Array.from({ length: parts }, (_, part) => ({
    ...head,
    part,
    parts,
    changes: changes.slice(part * changesPerCommit, (part + 1) * changesPerCommit),
  }));
}
