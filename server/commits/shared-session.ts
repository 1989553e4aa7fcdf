import type { MonthLockState } from "../../shared/domain/month-lock.ts";
import type { Resource, StoredRow } from "../../shared/registry.ts";
import type { IdCounters } from "../database/id-counters.ts";
import type { Session, Store } from "../database/store.ts";
import { createDeferred, type Deferred } from "./deferred.ts";
import { holdMonthGuard, readMonthLock } from "./month-guards.ts";

/** A unit of work that shares a session with others. All that share it form a group, which is committed together. */
export interface Participant {
  /** Operations of lower orders run first. */
  readonly order: number;
  /** The group is committed without this unit of work, whose queued and further operations are rejected. */
  isAbandoned: boolean;
}

/** The group is committed without this unit of work. */
export class AbandonedError extends Error {}

interface SharedSessionOptions {
  store: Store;
  idCounters: IdCounters;
  session: Session;
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

/** The participant of what is read for several others. Its order is the lowest, so that it runs first. */
const sharedReader: Participant = { order: -1, isAbandoned: false };

/** A number series without gaps, with the allocations of this session in ascending order. */
interface NumberSeries {
  /** The last number in the database. */
  lastStored: number | undefined;
  allocations: { participant: Participant; first: number; count: number }[];
}

/**
 * One database session shared by several units of work. A session runs one operation at a time; operations of earlier
 * units run first. Single rows requested while it is busy are read in one batch.
 */
export class SharedSession {
  readonly #options: SharedSessionOptions;
  readonly #series = new Map<string, Promise<NumberSeries>>();
  readonly #pendingReads = new Map<string, PendingRead[]>();
  #queue: QueuedOperation[] = [];
  /** Resolves when the queue is empty; undefined while the session is idle. */
  #running: Promise<void> | undefined;
  #failure: { error: unknown } | undefined;
  #monthLock: Promise<MonthLockState> | undefined;
  #monthGuard: Promise<void> | undefined;

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

  /** The month lock in the transaction's snapshot, read once. */
  readMonthLock(): Promise<MonthLockState> {
    this.#monthLock ??= this.run(sharedReader, (session) => readMonthLock(this.#options.store, session));
    return this.#monthLock;
  }

  /** See `holdMonthGuard` in month-guards.ts; held once for all participants. */
  holdMonthGuard(): Promise<void> {
    this.#monthGuard ??= this.run(sharedReader, (session) => holdMonthGuard(this.#options.store, session));
    return this.#monthGuard;
  }

  /** Allocates `count` consecutive numbers of a number series and returns the first. */
  async allocateNumbers(participant: Participant, seriesName: string, count: number): Promise<number> {
    const loadedSeries =
      this.#series.get(seriesName) ??
      this.run(participant, async (session) => ({
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
   * The participants that must not be committed because the number before theirs would be missing: a participant
   * outside the set took it.
   */
  async participantsAfterMissingNumber(participants: ReadonlySet<Participant>): Promise<Participant[]> {
    const allSeries = await Promise.all(this.#series.values());
    return allSeries.flatMap(({ allocations }) => {
      const missingIndex = allocations.findIndex(({ participant }) => !participants.has(participant));
      const afterMissing = missingIndex < 0 ? [] : allocations.slice(missingIndex);
      return afterMissing.map(({ participant }) => participant).filter((participant) => participants.has(participant));
    });
  }

  /** Writes the last number of each series that these participants took. */
  async flushNumberSeries(participants: ReadonlySet<Participant>): Promise<void> {
    for (const [seriesName, loadedSeries] of this.#series) {
      const { lastStored, allocations } = await loadedSeries;
      const last = allocations.filter(({ participant }) => participants.has(participant)).at(-1);
      if (!last) continue;
      const lastNumber = last.first + last.count - 1;
      await this.#options.idCounters.advanceSeries(seriesName, {
        from: lastStored,
        to: lastNumber,
        session: this.#options.session,
      });
    }
  }

  async #readRows<Row extends StoredRow>(resource: Resource<Row>): Promise<void> {
    let reads: readonly PendingRead[] = [];
    try {
      const rows = await this.run(sharedReader, (session) => {
        reads = this.#pendingReads.get(resource.name) ?? [];
        this.#pendingReads.delete(resource.name);
        return this.#options.store.findByIds(
          resource,
          reads.map(({ id }) => id),
          session,
        );
      });
      const rowsById = new Map<unknown, StoredRow>(rows.map((row) => [Reflect.get(row, resource.idField), row]));
      for (const { id, row } of reads) row.resolve(rowsById.get(id));
    } catch (error) {
      const failedReads = reads.length > 0 ? reads : (this.#pendingReads.get(resource.name) ?? []);
      this.#pendingReads.delete(resource.name);
      for (const { row } of failedReads) row.reject(error);
    }
  }

  async #runQueue(): Promise<void> {
    // Operations of the same tick are queued first, so that row reads are batched.
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
