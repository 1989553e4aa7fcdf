import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import type mongoose from "mongoose";
import { addDays, type Day, societyDayAt } from "../../shared/dates.ts";
import type { RequestContext } from "../commits/request-context.ts";
import type { Store } from "../database/store.ts";
import type { Log } from "../log.ts";

/** Work that is done once on every society day. It must be idempotent, because it runs again after a failure. */
export interface Job {
  name: string;
  run: (context: JobContext) => Promise<void>;
}

interface JobContext {
  ctx: RequestContext;
  store: Store;
  /** Aborted when the server stops. The job can then return early; it runs again later or on another server. */
  signal: AbortSignal;
}

interface JobDoc {
  _id: string;
  /** The last day on which the job was completed; "" before the first. */
  done: Day;
  /** The server that holds the lease until the time `until` of the database's clock. */
  holder: string;
  until: Date;
}

interface DailyJobsOptions {
  jobs: readonly Job[];
  store: Store;
  createSystemContext: (requestId: string) => RequestContext;
  now: () => Date;
  log: Log;
}

const checkIntervalMs = 60_000;
const leaseMs = 30_000;
const renewIntervalMs = 10_000;
const pollIntervalMs = 50;
/**
 * The clock has jumped, because it was set or the machine has slept, if the wall clock has advanced this much more or
 * less than the monotonic clock since the last check.
 */
const clockJumpMs = 3_600_000;
/** Jobs wait this long after a jump of the clock. */
const clockSettleMs = 15 * 60_000;
const noLease = new Date(0);

/** Runs each job once a day on one of the servers. A lease in the database decides which one. */
export class DailyJobs {
  readonly #options: DailyJobsOptions;
  readonly #jobDocs: mongoose.mongo.Collection<JobDoc>;
  readonly #holder = randomUUID();
  readonly #stopController = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  /** Both in ms. */
  #lastClockReading: { wall: number; monotonic: number } | undefined;
  /** In ms of the monotonic clock. */
  #unstableUntil = Number.NEGATIVE_INFINITY;
  #queueTail: Promise<void> = Promise.resolve();

  constructor(options: DailyJobsOptions) {
    this.#options = options;
    this.#jobDocs = options.store.connection.collection<JobDoc>("jobs");
  }

  /** Runs due jobs now and every minute, in the background. */
  start(): void {
    void this.#runDue();
    this.#timer = setInterval(() => void this.#runDue(), checkIntervalMs).unref();
  }

  /**
   * Resolves when every due job has been completed, here or on another server, or has failed. Does not check whether
   * the clock is stable: call it only if the clock is known to be right.
   */
  async runDueAndWait(): Promise<void> {
    await this.#enqueue(async () => {
      for (const job of this.#options.jobs)
        while ((await this.#runSafely(job)) === "running elsewhere")
          await pause(pollIntervalMs, this.#stopController.signal);
    });
  }

  /** Aborts the running job and resolves when it has ended. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#stopController.abort();
    await this.#queueTail;
  }

  /** Runs the due jobs that no other server is running. */
  async #runDue(): Promise<void> {
    if (this.#checkClockUnstable()) return;
    return this.#enqueue(async () => {
      for (const job of this.#options.jobs) await this.#runSafely(job);
    });
  }

  /**
   * Compares the clock with the last check. Returns true for 15 minutes after the clock has jumped. Jobs wait during
   * that time, because work that was done for a wrong day cannot be undone.
   */
  #checkClockUnstable(): boolean {
    const previous = this.#lastClockReading;
    this.#lastClockReading = { wall: this.#options.now().getTime(), monotonic: performance.now() };
    const { wall, monotonic } = this.#lastClockReading;
    const jumpMs = previous ? wall - previous.wall - (monotonic - previous.monotonic) : 0;
    if (Math.abs(jumpMs) > clockJumpMs) {
      this.#unstableUntil = monotonic + clockSettleMs;
      const details = { seconds: Math.round(jumpMs / 1000), waitSeconds: clockSettleMs / 1000 };
      this.#options.log.warn(details, "The clock was set or the machine has slept; daily jobs wait until it is stable");
    }
    return monotonic < this.#unstableUntil;
  }

  #enqueue(work: () => Promise<void>): Promise<void> {
    this.#queueTail = this.#queueTail.then(work);
    return this.#queueTail;
  }

  /** Logs a failure instead of throwing it. The job runs again at the next check. */
  async #runSafely(job: Job): Promise<"ended" | "running elsewhere"> {
    if (this.#stopController.signal.aborted) return "ended";
    try {
      return await this.#run(job);
    } catch (err) {
      this.#options.log.error({ err, job: job.name }, "job failed");
      return "ended";
    }
  }

  async #run(job: Job): Promise<"ended" | "running elsewhere"> {
    const today = societyDayAt(this.#options.now());
    const state = await this.#acquireLease(job.name, today);
    if (state !== "acquired") return state;
    const _id = job.name;
    const lease = { _id, holder: this.#holder };
    let release: Partial<JobDoc> = { until: noLease };
    const renewal = setInterval(() => void this.#renewLease(_id), renewIntervalMs).unref();
    try {
      const { store, createSystemContext } = this.#options;
      const { signal } = this.#stopController;
      await job.run({ ctx: createSystemContext(job.name), store, signal });
      if (!signal.aborted) release = { ...release, done: today };
    } finally {
      clearInterval(renewal);
      await this.#jobDocs.updateOne(lease, { $set: release });
    }
    return "ended";
  }

  async #acquireLease(_id: string, today: Day): Promise<"acquired" | "ended" | "running elsewhere"> {
    const doc = await this.#jobDocs.findOne({ _id });
    // A day later than tomorrow was written by a server with a wrong clock and counts as not done. One day of
    // difference is possible around midnight.
    const latestDone = addDays(today, 1);
    if (doc && doc.done >= today && doc.done <= latestDone) return "ended";
    if (!doc)
      await this.#jobDocs.updateOne(
        { _id },
        { $setOnInsert: { done: "", holder: "", until: noLease } },
        { upsert: true },
      );
    const notDone = { $or: [{ done: { $lt: today } }, { done: { $gt: latestDone } }] };
    // Leases use the clock of the database.
    const acquired = await this.#jobDocs.findOneAndUpdate({ _id, ...notDone, $expr: { $lte: ["$until", "$$NOW"] } }, [
      { $set: { holder: this.#holder, until: { $add: ["$$NOW", leaseMs] } } },
    ]);
    return acquired ? "acquired" : "running elsewhere";
  }

  /** Does not renew a lease that has been released meanwhile. */
  async #renewLease(_id: string): Promise<void> {
    const lease = { _id, holder: this.#holder, until: { $gt: noLease } };
    try {
      await this.#jobDocs.updateOne(lease, [{ $set: { until: { $add: ["$$NOW", leaseMs] } } }]);
    } catch (err) {
      this.#options.log.warn({ err, job: _id }, "could not renew the lease of a job");
    }
  }
}

/** Resolves early when the signal is aborted. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return setTimeout(ms, undefined, { signal }).catch(() => {});
}
