import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import type mongoose from "mongoose";
import { addDays, type Day, societyToday } from "../../shared/dates.ts";
import type { RequestContext } from "../commits/request-context.ts";
import type { Store } from "../database/store.ts";
import type { Log } from "../log.ts";

/** Runs once on every society day. It is repeated after a failure, so it must be idempotent. */
export interface Job {
  name: string;
  run: (work: JobContext) => Promise<void>;
}

interface JobContext {
  ctx: RequestContext;
  store: Store;
  /** Aborted when the server stops. The job may then stop early and is repeated later or on another server. */
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
  systemContext: (requestId: string) => RequestContext;
  now: () => Date;
  log: Log;
}

const checkIntervalMs = 60_000;
const leaseMs = 30_000;
const renewIntervalMs = 10_000;
const pollIntervalMs = 50;
/** A larger difference between wall clock and monotonic clock means that the clock was set. */
const clockJumpMs = 3_600_000;
const clockDoubtMs = 15 * 60_000;
const never = new Date(0);

export function defineJob(job: Job): Job {
  return job;
}

/** Runs each job once a day on one of the servers, which take a lease in the database. */
export class DailyJobs {
  readonly #options: DailyJobsOptions;
  readonly #docs: mongoose.mongo.Collection<JobDoc>;
  readonly #holder = randomUUID();
  readonly #stop = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #clock: { wall: number; steady: number } | undefined;
  #doubtUntil = Number.NEGATIVE_INFINITY;
  #queueTail: Promise<void> = Promise.resolve();

  constructor(options: DailyJobsOptions) {
    this.#options = options;
    this.#docs = options.store.connection.collection<JobDoc>("jobs");
  }

  /** Runs due jobs now and every minute, in the background. */
  start(): void {
    void this.#runAvailable();
    this.#timer = setInterval(() => void this.#runAvailable(), checkIntervalMs).unref();
  }

  /** Resolves when every due job has been completed, here or on another server, or has failed. */
  async runDue(): Promise<void> {
    await this.#enqueue(async () => {
      for (const job of this.#options.jobs)
        while ((await this.#runSafely(job)) === "running elsewhere") await pause(pollIntervalMs, this.#stop.signal);
    });
  }

  /** Aborts the running job and resolves when it has ended. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#stop.abort();
    await this.#queueTail;
  }

  /** Runs the due jobs that no other server is running. */
  async #runAvailable(): Promise<void> {
    if (this.#isClockDoubtful()) return;
    return this.#enqueue(async () => {
      for (const job of this.#options.jobs) await this.#runSafely(job);
    });
  }

  /** After a jump of the clock, jobs wait until it has been stable: work done for a wrong day cannot be undone. */
  #isClockDoubtful(): boolean {
    const before = this.#clock;
    this.#clock = { wall: this.#options.now().getTime(), steady: performance.now() };
    const { wall, steady } = this.#clock;
    const jump = before ? wall - before.wall - (steady - before.steady) : 0;
    if (Math.abs(jump) > clockJumpMs) {
      this.#doubtUntil = steady + clockDoubtMs;
      const details = { seconds: Math.round(jump / 1000), waitSeconds: clockDoubtMs / 1000 };
      this.#options.log.warn(details, "The clock was set or the machine has slept; daily jobs wait until it is stable");
    }
    return steady < this.#doubtUntil;
  }

  #enqueue(work: () => Promise<void>): Promise<void> {
    this.#queueTail = this.#queueTail.then(work);
    return this.#queueTail;
  }

  /** Logs a failure instead of throwing; the job is repeated at the next check. */
  async #runSafely(job: Job): Promise<"done" | "running elsewhere"> {
    if (this.#stop.signal.aborted) return "done";
    try {
      return await this.#run(job);
    } catch (err) {
      this.#options.log.error({ err, job: job.name }, "job failed");
      return "done";
    }
  }

  async #run(job: Job): Promise<"done" | "running elsewhere"> {
    const today = societyToday(this.#options.now());
    const state = await this.#claim(job.name, today);
    if (state !== "claimed") return state;
    const _id = job.name;
    const lease = { _id, holder: this.#holder };
    const renewal = setInterval(() => void this.#renew(_id), renewIntervalMs).unref();
    try {
      const { store, systemContext } = this.#options;
      const { signal } = this.#stop;
      await job.run({ ctx: systemContext(job.name), store, signal });
      if (!signal.aborted) await this.#docs.updateOne(lease, { $set: { done: today } });
    } finally {
      clearInterval(renewal);
      await this.#docs.updateOne(lease, { $set: { until: never } });
    }
    return "done";
  }

  async #claim(_id: string, today: Day): Promise<"claimed" | "done" | "running elsewhere"> {
    await this.#docs.updateOne({ _id }, { $setOnInsert: { done: "", holder: "", until: never } }, { upsert: true });
    // A later day was written by a server whose clock was ahead. Around midnight, servers may differ by one day.
    const notDone = { $or: [{ done: { $lt: today } }, { done: { $gt: addDays(today, 1) } }] };
    // Leases use the clock of the database.
    const claimed = await this.#docs.findOneAndUpdate({ _id, ...notDone, $expr: { $lte: ["$until", "$$NOW"] } }, [
      { $set: { holder: this.#holder, until: { $add: ["$$NOW", leaseMs] } } },
    ]);
    if (claimed) return "claimed";
    const isDone = await this.#docs.findOne({ _id, $nor: [notDone] });
    return isDone ? "done" : "running elsewhere";
  }

  async #renew(_id: string): Promise<void> {
    try {
      await this.#docs.updateOne({ _id, holder: this.#holder }, [{ $set: { until: { $add: ["$$NOW", leaseMs] } } }]);
    } catch (err) {
      this.#options.log.warn({ err, job: _id }, "could not renew the lease of a job");
    }
  }
}

/** Resolves early when the signal is aborted. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return setTimeout(ms, undefined, { signal }).catch(() => {});
}
