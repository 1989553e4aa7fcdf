import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type mongoose from "mongoose";
import type { DiskSpaceGuard } from "../database/disk-space-guard.ts";
import { IdAllocator, type IdCounters } from "../database/id-counters.ts";
import type { SecretStore } from "../database/secret-store.ts";
import type { RelatedRows, Session, Store } from "../database/store.ts";
import { unavailable } from "../errors.ts";
import { type Attempt, selectCommittable, startAttempt, type UnitOfWork } from "./attempt.ts";
import type { ChangeStream } from "./change-stream.ts";
import { toCommitDocs } from "./commit.ts";
import type { CommitChain, CommitChains } from "./commit-chain.ts";
import { flushCommits, flushRows, toRowChange } from "./flush.ts";
import type { IdempotencyKey, IdempotencyStore } from "./idempotency.ts";
import type { VersionedMonthLock } from "./month-mutex.ts";
import type { RequestDetails } from "./request-context.ts";
import { SharedSession } from "./shared-session.ts";
import type { Transaction } from "./transaction.ts";

/** Retries of write conflicts stop after this time. */
const maxRetryMs = 30_000;
/** A group does not wait longer than this for its slowest member. */
const groupTimeoutMs = 50;
const maxGroupSize = 64;
/** A member that this many groups could not commit is committed alone. */
const maxFailedGroups = 2;
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
  chains: CommitChains;
  diskSpace: DiskSpaceGuard;
  /** Rows that are looked up together with a row that is read by id, for `beforeCommit`. */
  relatedRows: readonly RelatedRows[];
  /**
   * Runs at the end of every unit of work. Stages the changes that follow from those of the work, such as new states of
   * bills.
   */
  beforeCommit: (tx: Transaction) => Promise<void>;
  now: () => Date;
}

/** What one try of the database transaction writes to; the driver may try it several times. */
interface WriteTarget {
  session: Session;
  /** The same session, as the units of work use it. */
  sharedSession: SharedSession;
  chain: CommitChain;
}

interface GroupResult {
  committed: readonly Attempt[];
  /** Attempts that conflicted with another member or exceeded the group's timeout. */
  retry: readonly Attempt[];
  /** Attempts whose work threw an error. */
  failed: readonly Attempt[];
}

/** The transaction of a group was rolled back. Each of its members is then committed alone. */
class GroupFailedError extends Error {}

/**
 * The only write path of records, apart from migrations and restores. Units of work that wait at the same time are
 * committed in one database transaction (group commit). All members read the snapshot at the start of the transaction,
 * and only members that write different rows are committed together, so each behaves as if it had its own transaction.
 * A member that fails, is slow or conflicts is run again.
 */
export class GroupCommit {
  readonly now: () => Date;
  readonly #options: GroupCommitOptions;
  #queue: UnitOfWork[] = [];
  #isRunning = false;
  /**
   * As of the last transaction that acquired the month mutex (month-mutex.ts), so that the next one need not read it.
   */
  #cachedMonthLock: VersionedMonthLock | undefined;

  constructor(options: GroupCommitOptions) {
    this.#options = options;
    this.now = options.now;
  }

  /**
   * Runs the work, then writes its rows and its commit in one transaction. Throws 503 while free disk space is low,
   * while the change stream is stale, or when write conflicts do not end.
   */
  async run<Result>(details: RequestDetails, work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    await this.#options.diskSpace.assertSpace(details.mayWriteOnLowDisk);
    const transactionId = randomUUID();
    return new Promise((resolve, reject) => {
      const unit: UnitOfWork = {
        details,
        transactionId,
        work: async (tx) => {
          const result = await work(tx);
          return () => resolve(result);
        },
        reject: (error) => {
          this.#options.changeStream.discardPendingCommit(transactionId);
          reject(error);
        },
        ids: new IdAllocator(this.#options.idCounters),
        retryUntil: Date.now() + maxRetryMs,
        failedGroups: 0,
      };
      if (details.withoutGroupCommit) return void this.#commitAlone(unit);
      this.#queue.push(unit);
      void this.#commitQueue();
    });
  }

  async #commitQueue(): Promise<void> {
    if (this.#isRunning) return;
    this.#isRunning = true;
    while (this.#queue.length > 0) await this.#commitGroup(this.#queue.splice(0, maxGroupSize));
    this.#isRunning = false;
  }

  async #commitGroup(units: readonly UnitOfWork[]): Promise<void> {
    try {
      const { committed, retry, failed } = await this.#runInTransaction(units, (target) =>
        this.#runGroup(units, target),
      );
      for (const attempt of committed) this.#resolve(attempt);
      for (const { unit } of failed) void this.#commitAlone(unit);
      for (const attempt of retry) void this.#retry(attempt);
    } catch (error) {
      for (const unit of units)
        if (error instanceof GroupFailedError) void this.#commitAlone(unit);
        else unit.reject(error);
    }
  }

  /**
   * Waits for the work of this attempt to end (if it was abandoned, its next read throws), then runs the unit again.
   */
  async #retry({ unit, settled }: Attempt): Promise<void> {
    await settled;
    unit.failedGroups++;
    if (unit.failedGroups >= maxFailedGroups) return this.#commitAlone(unit);
    this.#queue.unshift(unit);
    await this.#commitQueue();
  }

  async #commitAlone(unit: UnitOfWork): Promise<void> {
    try {
      this.#resolve(await this.#runInTransaction([unit], (target) => this.#runAlone(unit, target)));
    } catch (error) {
      unit.reject(error);
    }
  }

  #resolve({ unit, tx, outcome }: Attempt): void {
    if (unit.details.idempotencyKey) unit.details.idempotencyKey.isRecorded = true;
    this.#options.changeStream.expectCommit(
      unit.transactionId,
      new Set(tx.staged.map(({ resource }) => resource.name)),
    );
    if (outcome && "resolve" in outcome) outcome.resolve();
  }

  async #runInTransaction<Result>(
    units: readonly UnitOfWork[],
    run: (target: WriteTarget) => Promise<Result>,
  ): Promise<Result> {
    const session = this.#options.store.connection.getClient().startSession();
    let sharedSession: SharedSession | undefined;
    try {
      const result = await this.#options.chains.runWithChain((chain) =>
        session.withTransaction(() => {
          // Ends the retries of the driver, which would continue for two minutes. While the stream is stale, no screen
          // would show the write.
          if (this.#options.changeStream.isStale || units.some(({ retryUntil }) => Date.now() > retryUntil))
            throw unavailable();
          const target = { session, chain, sharedSession: this.#shareSession(session) };
          sharedSession = target.sharedSession;
          return chain.runTry(() => run(target));
        }, transactionOptions),
      );
      this.#cachedMonthLock = sharedSession?.versionedMonthLock ?? this.#cachedMonthLock;
      return result;
    } finally {
      await session.endSession();
    }
  }

  #shareSession(session: Session): SharedSession {
    return new SharedSession({ ...this.#options, session, cachedMonthLock: this.#cachedMonthLock });
  }

  async #runGroup(units: readonly UnitOfWork[], target: WriteTarget): Promise<GroupResult> {
    const { session, sharedSession } = target;
    try {
      const now = this.#options.now();
      const attempts = units.map((unit, order) => startAttempt(unit, { ...this.#options, sharedSession, order, now }));
      const allSettled = Promise.all(attempts.map(({ settled }) => settled));
      await Promise.race([allSettled, pause(groupTimeoutMs, undefined, { ref: false })]);
      await sharedSession.abandon(attempts.filter(({ outcome }) => !outcome).map(({ participant }) => participant));
      if (sharedSession.failure) throw sharedSession.failure.error;
      const committed = await selectCommittable(attempts, sharedSession);
      await this.#flush(committed, target);
      await this.#options.idempotency.recordKeys(
        committed.flatMap(({ unit }) => listUnrecordedKeys(unit)),
        session,
      );
      const failed = attempts.filter(({ outcome }) => outcome && "error" in outcome);
      const ended = new Set([...committed, ...failed]);
      return { committed, failed, retry: attempts.filter((attempt) => !ended.has(attempt)) };
    } catch (error) {
      throw new GroupFailedError("The group was rolled back", { cause: error });
    }
  }

  /** Records the idempotency key first, so that a repeat is detected before the work can fail for another reason. */
  async #runAlone(unit: UnitOfWork, target: WriteTarget): Promise<Attempt> {
    const { session, sharedSession } = target;
    await this.#options.idempotency.recordKeys(listUnrecordedKeys(unit), session);
    const attempt = startAttempt(unit, { ...this.#options, sharedSession, order: 0, now: this.#options.now() });
    await attempt.settled;
    if (sharedSession.failure) throw sharedSession.failure.error;
    if (attempt.outcome && "error" in attempt.outcome) throw attempt.outcome.error;
    await this.#flush([attempt], target);
    return attempt;
  }

  /** Writes the number series, secrets, rows and commits of the attempts. */
  async #flush(attempts: readonly Attempt[], { sharedSession, session, chain }: WriteTarget) {
    const { store, secretStore, changeStream } = this.#options;
    await sharedSession.flushNumberSeries(new Set(attempts.map(({ participant }) => participant)));
    await secretStore.apply(
      attempts.flatMap(({ tx }) => [...tx.secrets]),
      session,
    );
    const commits = attempts.map(({ unit: { transactionId, details }, tx }) => ({
      transaction: transactionId,
      server: changeStream.serverId,
      at: tx.now,
      by: details.by,
      approvedBy: details.approvedBy,
      requestId: details.requestId,
      changes: tx.staged.map(toRowChange),
    }));
    for (const { transaction: transactionId, at, by, changes } of commits)
      changeStream.addPendingCommit({ transactionId, at: at.toISOString(), by, changes });
    const staged = attempts.flatMap(({ tx }) => tx.staged);
    await flushRows(staged, { store, session });
    await flushCommits(chain.link(commits.flatMap(toCommitDocs)), { store, session });
  }
}

/** The unit's idempotency key, or none if it has no key or the key is in the database already. */
function listUnrecordedKeys({ details, transactionId }: UnitOfWork): { key: IdempotencyKey; transactionId: string }[] {
  const { idempotencyKey: key } = details;
  return key && !key.isRecorded ? [{ key, transactionId }] : [];
}
