import { randomUUID } from "node:crypto";
import type mongoose from "mongoose";
import { societyToday } from "../../shared/dates.ts";
import { write } from "./commands.ts";
import { commandsOf, commitsCollection, commitsOf } from "./commit.ts";
import type { Asker } from "./context.ts";
import type { Feed } from "./feed.ts";
import type { Repeats } from "./idempotency.ts";
import { type Ids, OwnIds } from "./ids.ts";
import { unavailable } from "./refusal.ts";
import { type Line, SharedSession } from "./shared-session.ts";
import type { Session, Store } from "./store.ts";
import { Transaction } from "./transaction.ts";
import type { Vault } from "./vault.ts";
import { asChange, writeOut } from "./write-out.ts";

/** Beyond this, work with which others collide is not begun again. */
const longestTransactionMs = 30_000;
/** Work that takes longer than this would keep the others waiting. */
const patienceMs = 50;
const mostTogether = 64;
/** After so many tries in company a unit of work goes on alone. */
const triesTogether = 2;
const options: mongoose.mongo.TransactionOptions = {
  readConcern: { level: "snapshot" },
  writeConcern: { w: "majority" },
};

interface Parts {
  store: Store;
  vault: Vault;
  repeats: Repeats;
  ids: Ids;
  feed: Feed;
  now: () => Date;
}

/** Work that waits to be done and written; it may be begun several times. */
interface Unit {
  asker: Asker;
  transaction: string;
  /** Does the work and returns how to tell its result once that is written. */
  work: (tx: Transaction) => Promise<() => void>;
  refuse: (error: unknown) => void;
  ids: OwnIds;
  giveUpAt: number;
  tries: number;
}

/** One unit of work under way. */
interface Attempt {
  unit: Unit;
  line: Line;
  tx: Transaction;
  ended: Promise<void>;
  outcome: { tell: () => void } | { error: unknown } | undefined;
}

/** What a transaction came to. */
interface Written {
  done: readonly Attempt[];
  /** Stood in each other's way or took too long. */
  again: readonly Attempt[];
  /** Refused or failed. */
  failed: readonly Attempt[];
}

/** Something went wrong among several, before anything was written. */
class Apart extends Error {}

/**
 * Writes whatever waits at the same moment in one transaction: each unit of work sees the books as they were at its
 * beginning, and only those that touch nothing in common go out together, as if each had a transaction of its own. What is
 * refused in company, takes long or collides is done alone, where its failure is only its own.
 */
export class Writer {
  readonly #parts: Parts;
  #waiting: Unit[] = [];
  #busy = false;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Runs the work, then writes its rows and its commit together; all of it happens or nothing. */
  write<Result>(asker: Asker, work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    const transaction = randomUUID();
    return new Promise((resolve, reject) => {
      const unit: Unit = {
        asker,
        transaction,
        work: async (tx) => {
          const result = await work(tx);
          return () => resolve(result);
        },
        refuse: (error) => {
          this.#parts.feed.forget(transaction);
          reject(error);
        },
        ids: new OwnIds(this.#parts.ids),
        giveUpAt: Date.now() + longestTransactionMs,
        tries: 0,
      };
      if (asker.alone) return void this.#alone(unit);
      this.#waiting.push(unit);
      void this.#go();
    });
  }

  async #go(): Promise<void> {
    if (this.#busy) return;
    this.#busy = true;
    while (this.#waiting.length > 0) {
      const units = this.#waiting.splice(0, mostTogether);
      await this.#together(units);
    }
    this.#busy = false;
  }

  async #together(units: readonly Unit[]): Promise<void> {
    try {
      const { done, again, failed } = await this.#inTransaction(units, patienceMs);
      for (const attempt of done) this.#tell(attempt);
      for (const { unit } of failed) void this.#alone(unit);
      for (const attempt of again) void this.#again(attempt);
    } catch (error) {
      for (const unit of units)
        if (error instanceof Apart) void this.#alone(unit);
        else unit.refuse(error);
    }
  }

  /** What still runs of it ends first, as whatever it asks for is refused now. */
  async #again({ unit, ended }: Attempt): Promise<void> {
    await ended;
    unit.tries++;
    if (unit.tries >= triesTogether) return this.#alone(unit);
    this.#waiting.unshift(unit);
    await this.#go();
  }

  async #alone(unit: Unit): Promise<void> {
    try {
      const { done, failed } = await this.#inTransaction([unit]);
      for (const attempt of done) this.#tell(attempt);
      for (const { outcome } of failed) if (outcome && "error" in outcome) unit.refuse(outcome.error);
    } catch (error) {
      unit.refuse(error);
    }
  }

  #tell({ unit, tx, outcome }: Attempt): void {
    if (unit.asker.once) unit.asker.once.written = true;
    this.#parts.feed.expect(unit.transaction, new Set(tx.staged.map(({ resource }) => resource.name)));
    if (outcome && "tell" in outcome) outcome.tell();
  }

  async #inTransaction(units: readonly Unit[], patience?: number): Promise<Written> {
    const session = this.#parts.store.connection.getClient().startSession();
    try {
      return await session.withTransaction(() => {
        // The driver itself would go on for two minutes.
        if (this.#parts.feed.deaf || units.some(({ giveUpAt }) => Date.now() > giveUpAt)) throw unavailable();
        return patience === undefined
          ? this.#writeAlone(units, session)
          : this.#writeTogether(units, session, patience);
      }, options);
    } finally {
      await session.endSession();
    }
  }

  async #writeTogether(units: readonly Unit[], session: Session, patience: number): Promise<Written> {
    try {
      const shared = this.#share(session);
      const attempts = this.#begin(units, shared);
      await this.#patience(attempts, patience);
      await shared.close(attempts.filter(({ outcome }) => !outcome).map(({ line }) => line));
      if (shared.broken) throw shared.broken.error;
      const done = await disjoint(attempts, shared);
      await this.#writeOut(done, { shared, session });
      await this.#parts.repeats.mark(done.flatMap(markOf), session);
      const failed = attempts.filter(({ outcome }) => outcome && "error" in outcome);
      const ended = new Set([...done, ...failed]);
      return { done, failed, again: attempts.filter((attempt) => !ended.has(attempt)) };
    } catch (error) {
      throw new Apart("A transaction of several came to nothing", { cause: error });
    }
  }

  /** The mark comes first: a repeat that was done elsewhere meanwhile is known as one before anything else is said of it. */
  async #writeAlone(units: readonly Unit[], session: Session): Promise<Written> {
    await this.#parts.repeats.mark(
      units.flatMap((unit) => markOf({ unit })),
      session,
    );
    const shared = this.#share(session);
    const attempts = this.#begin(units, shared);
    await Promise.all(attempts.map(({ ended }) => ended));
    if (shared.broken) throw shared.broken.error;
    for (const { outcome } of attempts) if (outcome && "error" in outcome) throw outcome.error;
    await this.#writeOut(attempts, { shared, session });
    return { done: attempts, failed: [], again: [] };
  }

  #share(session: Session): SharedSession {
    const { store, ids } = this.#parts;
    return new SharedSession({ store, ids, session });
  }

  #begin(units: readonly Unit[], shared: SharedSession): Attempt[] {
    const { store, vault } = this.#parts;
    const now = this.#parts.now();
    const today = societyToday(now);
    return units.map((unit, turn) => {
      unit.ids.again();
      const line = { turn, left: false };
      const { asker, ids } = unit;
      const { viewer, by } = asker;
      const tx = new Transaction({ store, vault, ids, shared, line, viewer, by, now, today });
      const attempt: Attempt = { unit, line, tx, ended: Promise.resolve(), outcome: undefined };
      attempt.ended = unit.work(tx).then(
        (tell) => {
          attempt.outcome ??= { tell };
        },
        (error: unknown) => {
          attempt.outcome ??= { error };
        },
      );
      return attempt;
    });
  }

  async #patience(attempts: readonly Attempt[], patience: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, patience);
    });
    await Promise.race([Promise.all(attempts.map(({ ended }) => ended)), late]);
    clearTimeout(timer);
  }

  async #writeOut(attempts: readonly Attempt[], { shared, session }: { shared: SharedSession; session: Session }) {
    const { store, vault, feed } = this.#parts;
    await shared.writeSeries(new Set(attempts.map(({ line }) => line)));
    await vault.apply(
      attempts.flatMap(({ tx }) => [...tx.secrets]),
      session,
    );
    const staged = attempts.map(({ tx }) => tx.staged);
    const works = attempts.map(({ unit: { transaction, asker }, tx }, index) => ({
      transaction,
      server: feed.server,
      at: tx.now,
      by: asker.by,
      requestId: asker.requestId,
      changes: staged[index]?.map(asChange) ?? [],
    }));
    for (const { transaction, at, by, changes } of works) feed.keep({ transaction, at: at.toISOString(), by, changes });
    await writeOut(staged.flat(), { store, session });
    for (const documents of commandsOf(works.flatMap(commitsOf)))
      await write({ insert: commitsCollection, documents }, { store, session });
  }
}

/** Those that are ready and touch nothing in common, nor number what comes behind a gap; earlier ones first. */
async function disjoint(attempts: readonly Attempt[], shared: SharedSession): Promise<Attempt[]> {
  const touched = new Set<string>();
  let chosen = attempts.filter(({ outcome, tx }) => {
    if (!outcome || "error" in outcome) return false;
    const own = tx.touched;
    if (own.some((key) => touched.has(key))) return false;
    for (const key of own) touched.add(key);
    return true;
  });
  for (;;) {
    const behind = new Set(await shared.behindGap(new Set(chosen.map(({ line }) => line))));
    if (behind.size === 0) return chosen;
    chosen = chosen.filter(({ line }) => !behind.has(line));
  }
}

function markOf({ unit: { asker, transaction } }: Pick<Attempt, "unit">) {
  return asker.once && !asker.once.written ? [{ once: asker.once, transaction }] : [];
}
