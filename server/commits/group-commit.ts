import { randomUUID } from "node:crypto";
import type mongoose from "mongoose";
import { societyToday } from "../../shared/dates.ts";
import { type IdCounters, ReusableIds } from "../database/id-counters.ts";
import type { SecretStore } from "../database/secret-store.ts";
import type { Session, Store } from "../database/store.ts";
import { runWriteCommand } from "../database/write-command.ts";
import { unavailable } from "../errors.ts";
import type { ChangeStream } from "./change-stream.ts";
import { batchCommitDocs, commitsCollection, toCommitDocs } from "./commit.ts";
import { flushRows, toRowChange } from "./flush.ts";
import type { IdempotencyStore } from "./idempotency.ts";
import type { RequestDetails } from "./request-context.ts";
import { type Participant, SharedSession } from "./shared-session.ts";
import { Transaction } from "./transaction.ts";

/** Beyond this, work with which others collide is not begun again. */
const maxRetryMs = 30_000;
/** Work that takes longer than this would keep the others waiting. */
const groupTimeoutMs = 50;
const maxGroupSize = 64;
/** After so many tries in company a unit of work goes on alone. */
const maxGroupAttempts = 2;
const transactionOptions: mongoose.mongo.TransactionOptions = {
  readConcern: { level: "snapshot" },
  writeConcern: { w: "majority" },
};

interface GroupCommitOptions {
  store: Store;
  secretStore: SecretStore;
  idempotency: IdempotencyStore;
  idCounters: IdCounters;
  changeStream: ChangeStream;
  now: () => Date;
}

/** Work that waits to be done and written; it may be begun several times. */
interface UnitOfWork {
  details: RequestDetails;
  transaction: string;
  /** Does the work and returns how to tell its result once that is written. */
  work: (tx: Transaction) => Promise<() => void>;
  reject: (error: unknown) => void;
  ids: ReusableIds;
  giveUpAt: number;
  attempts: number;
}

/** One unit of work under way. */
interface Attempt {
  unit: UnitOfWork;
  participant: Participant;
  tx: Transaction;
  settled: Promise<void>;
  outcome: { resolve: () => void } | { error: unknown } | undefined;
}

/** What a transaction came to. */
interface GroupResult {
  committed: readonly Attempt[];
  /** Stood in each other's way or took too long. */
  retry: readonly Attempt[];
  /** Refused or failed. */
  failed: readonly Attempt[];
}

/** Something went wrong among several, before anything was written. */
class GroupFailedError extends Error {}

/**
 * Writes whatever waits at the same moment in one transaction: each unit of work sees the books as they were at its
 * beginning, and only those that touch nothing in common go out together, as if each had a transaction of its own. What is
 * refused in company, takes long or collides is done alone, where its failure is only its own.
 */
export class GroupCommit {
  readonly #options: GroupCommitOptions;
  #queue: UnitOfWork[] = [];
  #isRunning = false;

  constructor(parts: GroupCommitOptions) {
    this.#options = parts;
  }

  /** Runs the work, then writes its rows and its commit together; all of it happens or nothing. */
  run<Result>(details: RequestDetails, work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    const transaction = randomUUID();
    return new Promise((resolve, reject) => {
      const unit: UnitOfWork = {
        details,
        transaction,
        work: async (tx) => {
          const result = await work(tx);
          return () => resolve(result);
        },
        reject: (error) => {
          this.#options.changeStream.discardPending(transaction);
          reject(error);
        },
        ids: new ReusableIds(this.#options.idCounters),
        giveUpAt: Date.now() + maxRetryMs,
        attempts: 0,
      };
      if (details.ungrouped) return void this.#commitAlone(unit);
      this.#queue.push(unit);
      void this.#drain();
    });
  }

  async #drain(): Promise<void> {
    if (this.#isRunning) return;
    this.#isRunning = true;
    while (this.#queue.length > 0) {
      const units = this.#queue.splice(0, maxGroupSize);
      await this.#commitGroup(units);
    }
    this.#isRunning = false;
  }

  async #commitGroup(units: readonly UnitOfWork[]): Promise<void> {
    try {
      const { committed, retry, failed } = await this.#runInTransaction(units, groupTimeoutMs);
      for (const attempt of committed) this.#resolve(attempt);
      for (const { unit } of failed) void this.#commitAlone(unit);
      for (const attempt of retry) void this.#retry(attempt);
    } catch (error) {
      for (const unit of units)
        if (error instanceof GroupFailedError) void this.#commitAlone(unit);
        else unit.reject(error);
    }
  }

  /** What still runs of it ends first, as whatever it asks for is refused now. */
  async #retry({ unit, settled }: Attempt): Promise<void> {
    await settled;
    unit.attempts++;
    if (unit.attempts >= maxGroupAttempts) return this.#commitAlone(unit);
    this.#queue.unshift(unit);
    await this.#drain();
  }

  async #commitAlone(unit: UnitOfWork): Promise<void> {
    try {
      const { committed, failed } = await this.#runInTransaction([unit]);
      for (const attempt of committed) this.#resolve(attempt);
      for (const { outcome } of failed) if (outcome && "error" in outcome) unit.reject(outcome.error);
    } catch (error) {
      unit.reject(error);
    }
  }

  #resolve({ unit, tx, outcome }: Attempt): void {
    if (unit.details.idempotencyKey) unit.details.idempotencyKey.isRecorded = true;
    this.#options.changeStream.expectCommit(unit.transaction, new Set(tx.staged.map(({ resource }) => resource.name)));
    if (outcome && "resolve" in outcome) outcome.resolve();
  }

  async #runInTransaction(units: readonly UnitOfWork[], patience?: number): Promise<GroupResult> {
    const session = this.#options.store.connection.getClient().startSession();
    try {
      return await session.withTransaction(() => {
        // The driver itself would go on for two minutes.
        if (this.#options.changeStream.isStale || units.some(({ giveUpAt }) => Date.now() > giveUpAt))
          throw unavailable();
        return patience === undefined ? this.#flushAlone(units, session) : this.#flushGroup(units, session, patience);
      }, transactionOptions);
    } finally {
      await session.endSession();
    }
  }

  async #flushGroup(units: readonly UnitOfWork[], session: Session, patience: number): Promise<GroupResult> {
    try {
      const shared = this.#createSharedSession(session);
      const attempts = this.#startAttempts(units, shared);
      await this.#waitForAttempts(attempts, patience);
      await shared.close(attempts.filter(({ outcome }) => !outcome).map(({ participant }) => participant));
      if (shared.failure) throw shared.failure.error;
      const committed = await selectDisjoint(attempts, shared);
      await this.#flush(committed, { shared, session });
      await this.#options.idempotency.recordKeys(committed.flatMap(keyToRecord), session);
      const failed = attempts.filter(({ outcome }) => outcome && "error" in outcome);
      const ended = new Set([...committed, ...failed]);
      return { committed, failed, retry: attempts.filter((attempt) => !ended.has(attempt)) };
    } catch (error) {
      throw new GroupFailedError("A transaction of several came to nothing", { cause: error });
    }
  }

  /** The mark comes first: a repeat that was done elsewhere meanwhile is known as one before anything else is said of it. */
  async #flushAlone(units: readonly UnitOfWork[], session: Session): Promise<GroupResult> {
    await this.#options.idempotency.recordKeys(
      units.flatMap((unit) => keyToRecord({ unit })),
      session,
    );
    const shared = this.#createSharedSession(session);
    const attempts = this.#startAttempts(units, shared);
    await Promise.all(attempts.map(({ settled }) => settled));
    if (shared.failure) throw shared.failure.error;
    for (const { outcome } of attempts) if (outcome && "error" in outcome) throw outcome.error;
    await this.#flush(attempts, { shared, session });
    return { committed: attempts, failed: [], retry: [] };
  }

  #createSharedSession(session: Session): SharedSession {
    const { store, idCounters } = this.#options;
    return new SharedSession({ store, ids: idCounters, session });
  }

  #startAttempts(units: readonly UnitOfWork[], sharedSession: SharedSession): Attempt[] {
    const { store, secretStore } = this.#options;
    const now = this.#options.now();
    const today = societyToday(now);
    return units.map((unit, turn) => {
      unit.ids.restart();
      const participant = { order: turn, abandoned: false };
      const { details, ids } = unit;
      const { viewer, by } = details;
      const tx = new Transaction({ store, secretStore, ids, sharedSession, participant, viewer, by, now, today });
      const attempt: Attempt = { unit, participant, tx, settled: Promise.resolve(), outcome: undefined };
      attempt.settled = unit.work(tx).then(
        (resolve) => {
          attempt.outcome ??= { resolve };
        },
        (error: unknown) => {
          attempt.outcome ??= { error };
        },
      );
      return attempt;
    });
  }

  async #waitForAttempts(attempts: readonly Attempt[], patience: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, patience);
    });
    await Promise.race([Promise.all(attempts.map(({ settled }) => settled)), late]);
    clearTimeout(timer);
  }

  async #flush(attempts: readonly Attempt[], { shared, session }: { shared: SharedSession; session: Session }) {
    const { store, secretStore, changeStream } = this.#options;
    await shared.flushSeries(new Set(attempts.map(({ participant }) => participant)));
    await secretStore.apply(
      attempts.flatMap(({ tx }) => [...tx.secrets]),
      session,
    );
    const staged = attempts.map(({ tx }) => tx.staged);
    const works = attempts.map(({ unit: { transaction, details }, tx }, index) => ({
      transaction,
      server: changeStream.serverId,
      at: tx.now,
      by: details.by,
      requestId: details.requestId,
      changes: staged[index]?.map(toRowChange) ?? [],
    }));
    for (const { transaction, at, by, changes } of works)
      changeStream.addPending({ transaction, at: at.toISOString(), by, changes });
    await flushRows(staged.flat(), { store, session });
    for (const documents of batchCommitDocs(works.flatMap(toCommitDocs)))
      await runWriteCommand({ insert: commitsCollection, documents }, { store, session });
  }
}

/** Those that are ready and touch nothing in common, nor number what comes behind a gap; earlier ones first. */
async function selectDisjoint(attempts: readonly Attempt[], shared: SharedSession): Promise<Attempt[]> {
  const touched = new Set<string>();
  let chosen = attempts.filter(({ outcome, tx }) => {
    if (!outcome || "error" in outcome) return false;
    const own = tx.conflictKeys;
    if (own.some((key) => touched.has(key))) return false;
    for (const key of own) touched.add(key);
    return true;
  });
  for (;;) {
    const behind = new Set(await shared.participantsBehindGap(new Set(chosen.map(({ participant }) => participant))));
    if (behind.size === 0) return chosen;
    chosen = chosen.filter(({ participant }) => !behind.has(participant));
  }
}

function keyToRecord({ unit: { details, transaction } }: Pick<Attempt, "unit">) {
  return details.idempotencyKey && !details.idempotencyKey.isRecorded
    ? [{ key: details.idempotencyKey, transaction }]
    : [];
}
