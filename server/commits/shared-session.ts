import type { Resource, StoredRow } from "../../shared/registry.ts";
import type { IdCounters } from "../database/id-counters.ts";
import type { Session, Store } from "../database/store.ts";
import { type Deferred, deferred } from "./deferred.ts";

/** A unit of work that shares a session with others. */
export interface Participant {
  /** Operations of lower orders run first. */
  readonly order: number;
  /** Set when the group continues without this unit of work. Its further reads are rejected. */
  abandoned: boolean;
}

/** The group continued without this unit of work. */
export class AbandonedError extends Error {}

interface SharedSessionOptions {
  store: Store;
  ids: IdCounters;
  session: Session;
}

interface QueuedOperation {
  participant: Participant;
  run: () => Promise<void>;
  reject: (reason: unknown) => void;
}

interface PendingRead {
  id: number;
  result: Deferred<StoredRow | undefined>;
}

/** Stands for all participants in a batched read. Its order is the lowest, so that batched reads run first. */
const sharedReader: Participant = { order: -1, abandoned: false };

/** A gapless series of numbers, with the allocations of this session in ascending order. */
interface NumberSeries {
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
  #running: Promise<void> | undefined;
  #failure: { error: unknown } | undefined;

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
    const read: PendingRead = { id, result: deferred() };
    const batch = this.#pendingReads.get(resource.name);
    if (batch) batch.push(read);
    else {
      this.#pendingReads.set(resource.name, [read]);
      void this.#readRows(resource);
    }
    return read.result.promise;
  }

  /** Allocates `count` consecutive numbers of a gapless series and returns the first. */
  async allocateNumbers(participant: Participant, series: string, count: number): Promise<number> {
    const loading =
      this.#series.get(series) ??
      this.run(participant, async (session) => ({
        lastStored: await this.#options.ids.readLastNumber(series, session),
        allocations: [],
      }));
    this.#series.set(series, loading);
    const { lastStored = 0, allocations } = await loading;
    const last = allocations.at(-1);
    const first = last ? last.first + last.count : lastStored + 1;
    allocations.push({ participant, first, count });
    return first;
  }

  /** Continues without these participants. Resolves when the session is idle. */
  async abandon(participants: readonly Participant[]): Promise<void> {
    for (const participant of participants) participant.abandoned = true;
    await this.#running;
  }

  /**
   * Those of the participants that took a number after a participant that is not in the set. To commit them would leave
   * a gap.
   */
  async participantsBehindGap(participants: ReadonlySet<Participant>): Promise<Participant[]> {
    const series = await Promise.all(this.#series.values());
    return series.flatMap(({ allocations }) => {
      const gap = allocations.findIndex(({ participant }) => !participants.has(participant));
      return gap < 0
        ? []
        : allocations.slice(gap).flatMap(({ participant }) => (participants.has(participant) ? [participant] : []));
    });
  }

  /** Writes the last number that these participants took of each series. */
  async flushSeries(participants: ReadonlySet<Participant>): Promise<void> {
    for (const [name, loading] of this.#series) {
      const { lastStored, allocations } = await loading;
      const last = allocations.filter(({ participant }) => participants.has(participant)).at(-1);
      if (!last) continue;
      const lastNumber = last.first + last.count - 1;
      await this.#options.ids.advanceSeries(name, { from: lastStored, to: lastNumber, session: this.#options.session });
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
      const byId = new Map<unknown, StoredRow>(rows.map((row) => [Reflect.get(row, resource.idField), row]));
      for (const { id, result } of reads) result.resolve(byId.get(id));
    } catch (error) {
      const failed = reads.length > 0 ? reads : (this.#pendingReads.get(resource.name) ?? []);
      this.#pendingReads.delete(resource.name);
      for (const { result } of failed) result.reject(error);
    }
  }

  async #runQueue(): Promise<void> {
    // Operations of the same tick are queued first, so that row reads are batched.
    await Promise.resolve();
    for (let next = this.#dequeue(); next; next = this.#dequeue()) {
      if (next.participant.abandoned) next.reject(new AbandonedError());
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
