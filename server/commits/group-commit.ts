import { randomUUID } from "node:crypto";
import type mongoose from "mongoose";
import { societyToday } from "../../shared/dates.ts";
import type { DiskSpaceGuard } from "../database/disk-space-guard.ts";
import { type IdCounters, ReusableIds } from "../database/id-counters.ts";
import type { SecretStore } from "../database/secret-store.ts";
import type { Session, Store } from "../database/store.ts";
import { unavailable } from "../errors.ts";
import type { ChangeStream } from "./change-stream.ts";
import { toCommitDocs } from "./commit.ts";
import { flushCommits, flushRows, toRowChange } from "./flush.ts";
import type { IdempotencyKey, IdempotencyStore } from "./idempotency.ts";
import type { RequestDetails } from "./request-context.ts";
import { type Participant, SharedSession } from "./shared-session.ts";
import { Transaction } from "./transaction.ts";

/** Give up retrying write conflicts after this time. */
const maxRetryMs = 30_000;
/** Max time that a group waits for the slowest of its members. */
const groupTimeoutMs = 50;
const maxGroupSize = 64;
/** A member that could not be committed with this many groups is committed alone. */
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
  diskSpace: DiskSpaceGuard;
  now: () => Date;
}

interface UnitOfWork {
  details: RequestDetails;
  transaction: string;
  /** Does the work, possibly several times. Returns a function that resolves the caller's promise after the commit. */
  work: (tx: Transaction) => Promise<() => void>;
  reject: (error: unknown) => void;
  ids: ReusableIds;
  giveUpAt: number;
  attempts: number;
}

/** One run of a unit of work. */
interface Attempt {
  unit: UnitOfWork;
  participant: Participant;
  tx: Transaction;
  settled: Promise<void>;
  outcome: { resolve: () => void } | { error: unknown } | undefined;
}

interface GroupResult {
  committed: readonly Attempt[];
  /** Conflicted with another member or exceeded the group's timeout. */
  retry: readonly Attempt[];
  /** Threw an error. */
  failed: readonly Attempt[];
}

/** The group's transaction was rolled back; its members are committed one by one. */
class GroupFailedError extends Error {}

/**
 * The one write path. Work that waits at the same time is committed in one database transaction (group commit). Every
 * member reads the snapshot at the transaction's start, and only members that write disjoint rows are committed together,
 * so each behaves as if it had its own transaction. A member that fails, is slow or conflicts is retried alone.
 */
export class GroupCommit {
  readonly now: () => Date;
  readonly #options: GroupCommitOptions;
  #queue: UnitOfWork[] = [];
  #isRunning = false;

  constructor(options: GroupCommitOptions) {
    this.#options = options;
    this.now = options.now;
  }

  /** Runs the work, then writes its rows and its commit in one transaction. Throws 503 while free disk space is low. */
  async run<Result>(details: RequestDetails, work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    await this.#options.diskSpace.assertSpace(details.urgent === true);
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
      const { committed, retry, failed } = await this.#runInTransaction(units, (session) =>
        this.#flushGroup(units, session),
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

  /** Waits until the old run has ended; its further reads are rejected. */
  async #retry({ unit, settled }: Attempt): Promise<void> {
    await settled;
    unit.attempts++;
    if (unit.attempts >= maxGroupAttempts) return this.#commitAlone(unit);
    this.#queue.unshift(unit);
    await this.#drain();
  }

  async #commitAlone(unit: UnitOfWork): Promise<void> {
    try {
      this.#resolve(await this.#runInTransaction([unit], (session) => this.#flushAlone(unit, session)));
    } catch (error) {
      unit.reject(error);
    }
  }

  #resolve({ unit, tx, outcome }: Attempt): void {
    if (unit.details.idempotencyKey) unit.details.idempotencyKey.isRecorded = true;
    this.#options.changeStream.expectCommit(unit.transaction, new Set(tx.staged.map(({ resource }) => resource.name)));
    if (outcome && "resolve" in outcome) outcome.resolve();
  }

  async #runInTransaction<Result>(
    units: readonly UnitOfWork[],
    flush: (session: Session) => Promise<Result>,
  ): Promise<Result> {
    const session = this.#options.store.connection.getClient().startSession();
    try {
      return await session.withTransaction(() => {
        // The driver itself retries for two minutes.
        if (this.#options.changeStream.isStale || units.some(({ giveUpAt }) => Date.now() > giveUpAt))
          throw unavailable();
        return flush(session);
      }, transactionOptions);
    } finally {
      await session.endSession();
    }
  }

  async #flushGroup(units: readonly UnitOfWork[], session: Session): Promise<GroupResult> {
    try {
      const shared = new SharedSession({ store: this.#options.store, ids: this.#options.idCounters, session });
      const now = this.#options.now();
      const attempts = units.map((unit, order) => this.#startAttempt(unit, { shared, order, now }));
      await this.#waitForAttempts(attempts);
      await shared.close(attempts.filter(({ outcome }) => !outcome).map(({ participant }) => participant));
      if (shared.failure) throw shared.failure.error;
      const committed = await selectDisjoint(attempts, shared);
      await this.#flush(committed, { shared, session });
      await this.#options.idempotency.recordKeys(
        committed.flatMap(({ unit }) => unrecordedKey(unit)),
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
  async #flushAlone(unit: UnitOfWork, session: Session): Promise<Attempt> {
    await this.#options.idempotency.recordKeys(unrecordedKey(unit), session);
    const shared = new SharedSession({ store: this.#options.store, ids: this.#options.idCounters, session });
    const attempt = this.#startAttempt(unit, { shared, order: 0, now: this.#options.now() });
    await attempt.settled;
    if (shared.failure) throw shared.failure.error;
    if (attempt.outcome && "error" in attempt.outcome) throw attempt.outcome.error;
    await this.#flush([attempt], { shared, session });
    return attempt;
  }

  #startAttempt(
    unit: UnitOfWork,
    { shared, order, now }: { shared: SharedSession; order: number; now: Date },
  ): Attempt {
    const { store, secretStore } = this.#options;
    const { details, ids } = unit;
    ids.restart();
    const participant = { order, abandoned: false };
    const tx = new Transaction({
      ...{ store, secretStore, ids, participant, sharedSession: shared },
      ...{ viewer: details.viewer, by: details.by, now, today: societyToday(now) },
    });
    const attempt: Attempt = { unit, participant, tx, settled: Promise.resolve(), outcome: undefined };
    attempt.settled = unit.work(tx).then(
      (resolve) => {
        attempt.outcome = { resolve };
      },
      (error: unknown) => {
        attempt.outcome = { error };
      },
    );
    return attempt;
  }

  async #waitForAttempts(attempts: readonly Attempt[]): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, groupTimeoutMs);
    });
    await Promise.race([Promise.all(attempts.map(({ settled }) => settled)), timeout]);
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
    const commits = attempts.map(({ unit: { transaction, details }, tx }, index) => ({
      transaction,
      server: changeStream.serverId,
      at: tx.now,
      by: details.by,
      requestId: details.requestId,
      changes: staged[index]?.map(toRowChange) ?? [],
    }));
    for (const { transaction, at, by, changes } of commits)
      changeStream.addPending({ transaction, at: at.toISOString(), by, changes });
    await flushRows(staged.flat(), { store, session });
    await flushCommits(commits.flatMap(toCommitDocs), { store, session });
  }
}

/** The finished attempts that write disjoint rows and whose serial numbers leave no gap; earlier ones take precedence. */
async function selectDisjoint(attempts: readonly Attempt[], shared: SharedSession): Promise<Attempt[]> {
  const touched = new Set<string>();
  let chosen = attempts.filter(({ outcome, tx }) => {
    if (!outcome || "error" in outcome) return false;
    const keys = tx.conflictKeys;
    if (keys.some((key) => touched.has(key))) return false;
    for (const key of keys) touched.add(key);
    return true;
  });
  for (;;) {
    const behind = new Set(await shared.participantsBehindGap(new Set(chosen.map(({ participant }) => participant))));
    if (behind.size === 0) return chosen;
    chosen = chosen.filter(({ participant }) => !behind.has(participant));
  }
}

function unrecordedKey({ details, transaction }: UnitOfWork): { key: IdempotencyKey; transaction: string }[] {
  const { idempotencyKey: key } = details;
  return key && !key.isRecorded ? [{ key, transaction }] : [];
}
