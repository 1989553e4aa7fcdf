import { societyToday } from "../../shared/dates.ts";
import type { Viewer } from "../../shared/permissions.ts";
import { type Actor, type CommitDoc, commitsCollection } from "./commit.ts";
import type { DiskRoom } from "./disk-room.ts";
import type { Feed } from "./feed.ts";
import { type Once, Repeats } from "./idempotency.ts";
import { Ids } from "./ids.ts";
import type { Doc, Store } from "./store.ts";
import type { Transaction } from "./transaction.ts";
import { Vault } from "./vault.ts";
import { Writer } from "./writer.ts";

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
  /** Written also where the disk has no room for anything else. */
  urgent?: boolean;
  /** Takes longer than others should wait for. */
  alone?: boolean;
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

  /** The same for the few bytes without which nobody could come in or be shown out: they are written while the disk has any room at all. */
  urgent(): Context {
    return new Context(this.#books, { ...this.#asker, urgent: true });
  }

  /** The same for work on many rows: it goes on beside what others write and not with them, who would wait for it. */
  alone(): Context {
    return new Context(this.#books, { ...this.#asker, alone: true });
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
  readonly #room: DiskRoom;
  readonly #writer: Writer;

  constructor({ store, feed, room, now }: { store: Store; feed: Feed; room: DiskRoom; now: () => Date }) {
    this.store = store;
    this.now = now;
    this.#room = room;
    this.vault = new Vault(store.connection);
    this.repeats = new Repeats(store.connection);
    const { vault, repeats } = this;
    this.#writer = new Writer({ store, vault, repeats, ids: new Ids(store.connection), feed, now });
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
      { key: { "sums.resource": 1, at: -1, _id: -1 } },
      { key: { "changes.after.PlotID": 1, at: -1, _id: -1 } },
      { key: { "changes.before.PlotID": 1, at: -1, _id: -1 } },
    ]);
  }

  /** Runs the work, then writes its rows and its commit together; all of it happens or nothing. Refused while the disk has no room. */
  async write<Result>(asker: Asker, work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    await this.#room.refuseWithout(asker.urgent === true);
    return this.#writer.write(asker, work);
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
}
