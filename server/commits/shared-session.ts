import type { MonthLockState } from "../../shared/domain/month-lock.ts";
import type { Resource, StoredRow } from "../../shared/registry.ts";
import type { IdCounters } from "../database/id-counters.ts";
import type { RelatedRows, Session, Store } from "../database/store.ts";
import { createDeferred, type Deferred } from "./deferred.ts";
import {
  acquireExclusiveMonthMutex,
  acquireSharedMonthMutex,
  readMonthLock,
  type VersionedMonthLock,
} from "./month-mutex.ts";

/**
 * One run of a unit of work in a shared session. Participants that succeed and do not conflict are committed together.
 */
export interface Participant {
  /** Operations of participants with a lower order run first. */
  readonly order: number;
  /** Whether the group is committed without this participant. Its queued and further operations are rejected. */
  isAbandoned: boolean;
}

/** Thrown by the operations of an abandoned participant. */
export class AbandonedError extends Error {}

interface SharedSessionOptions {
  store: Store;
  idCounters: IdCounters;
  session: Session;
  /** Rows of other resources that are looked up when a row is read by id. */
  relatedRows: readonly RelatedRows[];
  /** The month lock that an earlier transaction read. */
  cachedMonthLock: VersionedMonthLock | undefined;
}

interface QueuedOperation {
  participant: Participant;
  run: () => Promise<void>;
  reject: (reason: unknown) => void;
}

interface PendingRead {
  id: number;
  row: Deferred<StoredRow | undefined>;
}

/** Stands for several participants in reads that they share. Its order is the lowest, so that these reads run first. */
const sharedReader: Participant = { order: -1, isAbandoned: false };

/** A number series without gaps, with the allocations of this session in ascending order. */
interface NumberSeries {
  /** The last number in the database. */
  lastStored: number | undefined;
  allocations: { participant: Participant; first: number; count: number }[];
}

/**
 * One database session that several units of work share. It runs one operation at a time, in the order of the
 * participants. Single rows that are requested while it is busy are read in one batch.
 */
export class SharedSession {
  readonly #options: SharedSessionOptions;
  readonly #series = new Map<string, Promise<NumberSeries>>();
  readonly #pendingReads = new Map<string, PendingRead[]>();
  #queue: QueuedOperation[] = [];
  /** Resolves when the queue is empty; undefined while the session is idle. */
  #running: Promise<void> | undefined;
  #failure: { error: unknown } | undefined;
  /** Values (such as PlotIDs) of rows that were read and have no related row in the snapshot, by the lookup. */
  readonly #valuesWithoutRelatedRow = new Map<RelatedRows, Set<unknown>>();
  #monthLock: Promise<MonthLockState> | undefined;
  #monthLockUnderMutex: Promise<MonthLockState> | undefined;
  #versionedMonthLock: VersionedMonthLock | undefined;
  #hasExclusiveMonthMutex = false;

  constructor(options: SharedSessionOptions) {
    this.#options = options;
  }

  /** The error of the first failed operation, which aborts the transaction. */
  get failure(): { error: unknown } | undefined {
    return this.#failure;
  }

  /** Runs an operation when the session is free. */
  run<Result>(participant: Participant, operation: (session: Session) => Promise<Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      const run = () => operation(this.#options.session).then(resolve, (error: unknown) => this.#fail(error, reject));
      this.#queue.push({ participant, run, reject });
      this.#running ??= this.#runQueue();
    });
  }

  /** The row with this id in the transaction's snapshot. */
  readRow<Row extends StoredRow>(resource: Resource<Row>, id: number): Promise<StoredRow | undefined> {
    const read: PendingRead = { id, row: createDeferred() };
    const batch = this.#pendingReads.get(resource.name);
    if (batch) batch.push(read);
    else {
      this.#pendingReads.set(resource.name, [read]);
      void this.#readRows(resource);
    }
    return read.row.promise;
  }

  /** False only if a read of this session found no related row for the value. */
  mayHaveRelatedRow(related: RelatedRows, value: unknown): boolean {
    return this.#valuesWithoutRelatedRow.get(related)?.has(value) !== true;
  }

  /** The month lock in the transaction's snapshot, read once for all participants. */
  readMonthLock(): Promise<MonthLockState> {
    this.#monthLock ??= this.run(sharedReader, (session) => readMonthLock(this.#options.store, session));
    return this.#monthLock;
  }

  /**
   * Acquires the month mutex (month-mutex.ts) once for all participants: writes in past months share it, a change of
   * the month lock holds it exclusively. Returns the month lock in the transaction's snapshot.
   */
  acquireSharedMonthMutex(): Promise<MonthLockState> {
    this.#monthLockUnderMutex ??= this.#acquireSharedMonthMutex();
    return this.#monthLockUnderMutex;
  }

  /** Acquires the month mutex for a change of the month lock. */
  acquireExclusiveMonthMutex(participant: Participant): Promise<void> {
    return this.run(participant, (session) => {
      this.#hasExclusiveMonthMutex = true;
      return acquireExclusiveMonthMutex(this.#options.store, session);
    });
  }

  /** The month lock that this transaction read, with its version. Valid only after the commit. */
  get versionedMonthLock(): VersionedMonthLock | undefined {
    return this.#versionedMonthLock;
  }

  /** Allocates `count` consecutive numbers of a number series and returns the first. */
  async allocateNumbers(participant: Participant, seriesName: string, count: number): Promise<number> {
    const loadedSeries =
      this.#series.get(seriesName) ??
      // By the shared reader: others need the series also when this participant is abandoned.
      this.run(sharedReader, async (session) => ({
        lastStored: await this.#options.idCounters.readLastNumber(seriesName, session),
        allocations: [],
      }));
    this.#series.set(seriesName, loadedSeries);
    const { lastStored = 0, allocations } = await loadedSeries;
    const last = allocations.at(-1);
    const first = last ? last.first + last.count : lastStored + 1;
    allocations.push({ participant, first, count });
    return first;
  }

  /** Rejects the queued and further operations of these participants. Resolves when the session is idle. */
  async abandon(participants: readonly Participant[]): Promise<void> {
    for (const participant of participants) participant.isAbandoned = true;
    await this.#running;
  }

  /**
   * The participants in `committing` that must be left out: each took a number after that of a participant that is not
   * in `committing`, so committing them would leave a gap in the numbers.
   */
  async participantsAfterMissingNumber(committing: ReadonlySet<Participant>): Promise<Participant[]> {
    const allSeries = await Promise.all(this.#series.values());
    return allSeries.flatMap(({ allocations }) => {
      const missingIndex = allocations.findIndex(({ participant }) => !committing.has(participant));
      const afterMissing = missingIndex < 0 ? [] : allocations.slice(missingIndex);
      return afterMissing.map(({ participant }) => participant).filter((participant) => committing.has(participant));
    });
  }

  /** Writes the last number that these participants took from each series. */
  async flushNumberSeries(participants: ReadonlySet<Participant>): Promise<void> {
    for (const [seriesName, loadedSeries] of this.#series) {
      const { lastStored, allocations } = await loadedSeries;
      const last = allocations.filter(({ participant }) => participants.has(participant)).at(-1);
      if (!last) continue;
      const lastNumber = last.first + last.count - 1;
      await this.#options.idCounters.advanceSeries(seriesName, {
        lastStored,
        last: lastNumber,
        session: this.#options.session,
      });
    }
  }

  async #readRows<Row extends StoredRow>(resource: Resource<Row>): Promise<void> {
    let reads: readonly PendingRead[] = [];
    try {
      const related = this.#options.relatedRows.find(({ of }) => of.name === resource.name);
      const { rows, valuesWithoutRelatedRow } = await this.run(sharedReader, (session) => {
        reads = this.#pendingReads.get(resource.name) ?? [];
        this.#pendingReads.delete(resource.name);
        const ids = reads.map(({ id }) => id);
        return this.#options.store.findByIds(resource, ids, { session, related });
      });
      if (related)
        this.#valuesWithoutRelatedRow.set(
          related,
          new Set([...(this.#valuesWithoutRelatedRow.get(related) ?? []), ...valuesWithoutRelatedRow]),
        );
      const rowsById = new Map<unknown, StoredRow>(rows.map((row) => [Reflect.get(row, resource.idField), row]));
      for (const { id, row } of reads) row.resolve(rowsById.get(id));
    } catch (error) {
      const failedReads = reads.length > 0 ? reads : (this.#pendingReads.get(resource.name) ?? []);
      this.#pendingReads.delete(resource.name);
      for (const { row } of failedReads) row.reject(error);
    }
  }

  async #acquireSharedMonthMutex(): Promise<MonthLockState> {
    const { store, cachedMonthLock } = this.#options;
    const version = await this.run(sharedReader, async (session) =>
      // After it acquired the mutex exclusively, this transaction sees the new version of the month lock with its old
      // state: the two must not be cached together.
      this.#hasExclusiveMonthMutex ? undefined : await acquireSharedMonthMutex(store, session),
    );
    const isCached = version !== undefined && cachedMonthLock?.version === version;
    const state = isCached ? cachedMonthLock.state : await this.readMonthLock();
    if (version !== undefined) this.#versionedMonthLock = { version, state };
    return state;
  }

  async #runQueue(): Promise<void> {
    // Waits until all operations of this tick are queued, so that row reads are batched.
    await Promise.resolve();
    for (let next = this.#dequeue(); next; next = this.#dequeue()) {
      if (next.participant.isAbandoned) next.reject(new AbandonedError());
      else if (this.#failure) next.reject(this.#failure.error);
      else await next.run();
    }
    this.#running = undefined;
  }

  #dequeue(): QueuedOperation | undefined {
    const [first, ...others] = this.#queue;
    if (!first) return undefined;
    const next = others.reduce(
      (lowest, operation) => (operation.participant.order < lowest.participant.order ? operation : lowest),
      first,
    );
    this.#queue = this.#queue.filter((operation) => operation !== next);
    return next;
  }

  #fail(error: unknown, reject: (reason: unknown) => void): void {
    this.#failure ??= { error };
    reject(error);
  }
}
