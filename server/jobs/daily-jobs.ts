import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import type mongoose from "mongoose";
import { addDays, type Day, societyToday } from "../../shared/dates.ts";
import type { RequestContext } from "../commits/request-context.ts";
import type { Store } from "../database/store.ts";
import type { Log } from "../log.ts";

/** What is to be done once on every society day. Where it fails or is cut off it begins again, so doing part of it twice must be harmless. */
export interface Job {
  name: string;
  run: (work: JobContext) => Promise<void>;
}

interface JobContext {
  /** The portal itself at work. */
  ctx: RequestContext;
  store: Store;
  /** Once this aborts, the job may stop at the next good moment; it is then begun again elsewhere or later. */
  signal: AbortSignal;
}

interface JobDoc {
  _id: string;
  /** The last day on which it was done to the end; "" before the first. */
  done: Day;
  /** The server at work, until the moment `until` of the database's clock unless it says that it still is. */
  holder: string;
  until: Date;
}

interface DailyJobsOptions {
  jobs: readonly Job[];
  store: Store;
  /** The portal itself at work, on what it is told. */
  systemContext: (what: string) => RequestContext;
  now: () => Date;
  log: Log;
}

const checkIntervalMs = 60_000;
const leaseMs = 30_000;
const renewIntervalMs = 10_000;
const pollIntervalMs = 50;
/** A clock that has moved so much otherwise than time has passed was set. */
const clockJumpMs = 3_600_000;
const clockDoubtMs = 15 * 60_000;
const never = new Date(0);

/** Names a job; what it does is up to the feature that it belongs to. */
export function defineJob(job: Job): Job {
  return job;
}

/** The work of the day, done once however many servers there are. */
export class DailyJobs {
  readonly #options: DailyJobsOptions;
  readonly #docs: mongoose.mongo.Collection<JobDoc>;
  readonly #holder = randomUUID();
  readonly #stop = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #clock: { wall: number; steady: number } | undefined;
  #doubtUntil = Number.NEGATIVE_INFINITY;
  #queueTail: Promise<void> = Promise.resolve();

  constructor(parts: DailyJobsOptions) {
    this.#options = parts;
    this.#docs = parts.store.connection.collection<JobDoc>("jobs");
  }

  /** Looks now and every minute; whoever calls need not wait. */
  start(): void {
    void this.#runAvailable();
    this.#timer = setInterval(() => void this.#runAvailable(), checkIntervalMs).unref();
  }

  /** Resolves when everything that is due has been done, here or by another server, or has failed. */
  async runDue(): Promise<void> {
    await this.#enqueue(async () => {
      for (const job of this.#options.jobs)
        while ((await this.#runSafely(job)) === "elsewhere") await pause(pollIntervalMs, this.#stop.signal);
    });
  }

  /** Resolves when nothing runs any more. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#stop.abort();
    await this.#queueTail;
  }

  /** What another server is at is left to it. */
  async #runAvailable(): Promise<void> {
    if (this.#isClockDoubtful()) return;
    return this.#enqueue(async () => {
      for (const job of this.#options.jobs) await this.#runSafely(job);
    });
  }

  /** A clock that was set may be set back: what is done on a wrong day cannot be undone, and nothing is lost by waiting a little. */
  #isClockDoubtful(): boolean {
    const before = this.#clock;
    this.#clock = { wall: this.#options.now().getTime(), steady: performance.now() };
    const { wall, steady } = this.#clock;
    const jump = before ? wall - before.wall - (steady - before.steady) : 0;
    if (Math.abs(jump) > clockJumpMs) {
      this.#doubtUntil = steady + clockDoubtMs;
      const waits = { seconds: Math.round(jump / 1000), waitSeconds: clockDoubtMs / 1000 };
      this.#options.log.warn(
        waits,
        "The clock was set, or the machine has slept; the work of the day waits to see it stay",
      );
    }
    return steady < this.#doubtUntil;
  }

  /** One after the other. */
  #enqueue(work: () => Promise<void>): Promise<void> {
    this.#queueTail = this.#queueTail.then(work);
    return this.#queueTail;
  }

  /** Never throws: what failed is tried again at the next look. */
  async #runSafely(job: Job): Promise<"over" | "elsewhere"> {
    if (this.#stop.signal.aborted) return "over";
    try {
      return await this.#run(job);
    } catch (err) {
      this.#options.log.error({ err, job: job.name }, "job failed");
      return "over";
    }
  }

  async #run(job: Job): Promise<"over" | "elsewhere"> {
    const today = societyToday(this.#options.now());
    const state = await this.#claim(job.name, today);
    if (state !== "claimed") return state;
    const _id = job.name;
    const mine = { _id, holder: this.#holder };
    const renewal = setInterval(() => void this.#renew(_id), renewIntervalMs).unref();
    try {
      const { store, systemContext } = this.#options;
      const { signal } = this.#stop;
      await job.run({ ctx: systemContext(job.name), store, signal });
      if (!signal.aborted) await this.#docs.updateOne(mine, { $set: { done: today } });
    } finally {
      clearInterval(renewal);
      await this.#docs.updateOne(mine, { $set: { until: never } });
    }
    return "over";
  }

  async #claim(_id: string, today: Day): Promise<"claimed" | "over" | "elsewhere"> {
    await this.#docs.updateOne({ _id }, { $setOnInsert: { done: "", holder: "", until: never } }, { upsert: true });
    // What was done on a day that is still to come was done by a clock that was ahead; two servers may differ by midnight.
    const undone = { $or: [{ done: { $lt: today } }, { done: { $gt: addDays(today, 1) } }] };
    // The database's clock is the one that all servers share.
    const claimed = await this.#docs.findOneAndUpdate({ _id, ...undone, $expr: { $lte: ["$until", "$$NOW"] } }, [
      { $set: { holder: this.#holder, until: { $add: ["$$NOW", leaseMs] } } },
    ]);
    if (claimed) return "claimed";
    const isDone = await this.#docs.findOne({ _id, $nor: [undone] });
    return isDone ? "over" : "elsewhere";
  }

  async #renew(_id: string): Promise<void> {
    try {
      await this.#docs.updateOne({ _id, holder: this.#holder }, [{ $set: { until: { $add: ["$$NOW", leaseMs] } } }]);
    } catch (err) {
      this.#options.log.warn({ err, job: _id }, "job could not say that it is still at work");
    }
  }
}

/** Ends early when there is no point in waiting any more. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return setTimeout(ms, undefined, { signal }).catch(() => {});
}
