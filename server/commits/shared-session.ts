import type { Resource, StoredRow } from "../../shared/registry.ts";
import type { IdCounters } from "../database/id-counters.ts";
import type { Session, Store } from "../database/store.ts";
import { type Deferred, deferred } from "./deferred.ts";

/** Where one unit of work stands among those that share a session. */
export interface Participant {
  /** Lower comes first. */
  readonly order: number;
  /** Set when the others went on without it: whatever it asks for now is refused. */
  abandoned: boolean;
}

/** Refuses what a unit of work asks for after the others have gone on without it. */
export class AbandonedError extends Error {}

interface SharedSessionOptions {
  store: Store;
  ids: IdCounters;
  session: Session;
}

/** One operation that waits until the session is free. */
interface QueuedOperation {
  participant: Participant;
  run: () => Promise<void>;
  reject: (reason: unknown) => void;
}

interface PendingRead {
  id: number;
  result: Deferred<StoredRow | undefined>;
}

/** Reads for several units at once are nobody's alone. */
const sharedReader: Participant = { order: -1, abandoned: false };

interface NumberSeries {
  lastStored: number | undefined;
  allocations: { participant: Participant; first: number; count: number }[];
}

/**
 * One database session for several units of work. It does one thing at a time, what belongs to earlier units first;
 * single rows that several ask for while it is busy are read together.
 */
export class SharedSession {
  readonly #options: SharedSessionOptions;
  readonly #series = new Map<string, Promise<NumberSeries>>();
  readonly #pendingReads = new Map<string, PendingRead[]>();
  #queue: QueuedOperation[] = [];
  #running: Promise<void> | undefined;
  #failure: { error: unknown } | undefined;

  constructor(parts: SharedSessionOptions) {
    this.#options = parts;
  }

  /** The first operation that failed, and with it the transaction. */
  get failure(): { error: unknown } | undefined {
    return this.#failure;
  }

  /** Runs an operation when its turn comes. */
  run<Result>(participant: Participant, operation: (session: Session) => Promise<Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      const run = () => operation(this.#options.session).then(resolve, (error: unknown) => this.#fail(error, reject));
      this.#queue.push({ participant, run, reject });
      this.#running ??= this.#drain();
    });
  }

  /** The row with this id as it was when the transaction began. */
  readRow<Row extends StoredRow>(resource: Resource<Row>, id: number): Promise<StoredRow | undefined> {
    const wanted: PendingRead = { id, result: deferred() };
    const others = this.#pendingReads.get(resource.name);
    if (others) others.push(wanted);
    else {
      this.#pendingReads.set(resource.name, [wanted]);
      void this.#readRows(resource);
    }
    return wanted.result.promise;
  }

  /** The first of `count` numbers of a series without gaps. */
  async allocateNumbers(participant: Participant, series: string, count: number): Promise<number> {
    const known = this.#series.get(series);
    const loading =
      known ??
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

  /** Nothing more is done for those who are not ready; resolves when the session is free. */
  async close(late: readonly Participant[]): Promise<void> {
    for (const line of late) line.abandoned = true;
    await this.#running;
  }

  /** Those of the given lines that took a number after one who is not among them: theirs would follow a gap. */
  async participantsBehindGap(lines: ReadonlySet<Participant>): Promise<Participant[]> {
    const series = await Promise.all(this.#series.values());
    return series.flatMap(({ allocations }) => {
      const gap = allocations.findIndex(({ participant }) => !lines.has(participant));
      return gap < 0
        ? []
        : allocations.slice(gap).flatMap(({ participant }) => (lines.has(participant) ? [participant] : []));
    });
  }

  /** Writes how far each series has come. */
  async flushSeries(lines: ReadonlySet<Participant>): Promise<void> {
    for (const [name, loading] of this.#series) {
      const { lastStored, allocations } = await loading;
      const last = allocations.filter(({ participant }) => lines.has(participant)).at(-1);
      if (!last) continue;
      const now = last.first + last.count - 1;
      await this.#options.ids.advanceSeries(name, { from: lastStored, to: now, session: this.#options.session });
    }
  }

  async #readRows<Row extends StoredRow>(resource: Resource<Row>): Promise<void> {
    let wanted: readonly PendingRead[] = [];
    try {
      const rows = await this.run(sharedReader, (session) => {
        wanted = this.#pendingReads.get(resource.name) ?? [];
        this.#pendingReads.delete(resource.name);
        return this.#options.store.findByIds(
          resource,
          wanted.map(({ id }) => id),
          session,
        );
      });
      const byId = new Map<unknown, StoredRow>(rows.map((row) => [Reflect.get(row, resource.idField), row]));
      for (const { id, result } of wanted) result.resolve(byId.get(id));
    } catch (error) {
      const refused = wanted.length > 0 ? wanted : (this.#pendingReads.get(resource.name) ?? []);
      this.#pendingReads.delete(resource.name);
      for (const { result } of refused) result.reject(error);
    }
  }

  async #drain(): Promise<void> {
    // What is asked for in the same breath is gathered first.
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
    const next = others.reduce((best, each) => (each.participant.order < best.participant.order ? each : best), first);
    this.#queue = this.#queue.filter((each) => each !== next);
    return next;
  }

  #fail(error: unknown, reject: (reason: unknown) => void): void {
    this.#failure ??= { error };
    reject(error);
  }
}
