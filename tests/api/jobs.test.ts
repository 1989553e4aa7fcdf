import { randomUUID } from "node:crypto";
import { describe, expect, inject, onTestFinished, test } from "vitest";
import { openCore } from "../../server/core.ts";
import { DailyJobs, type Job } from "../../server/jobs/daily-jobs.ts";
import { createLog } from "../../server/log.ts";
import { Clock } from "../harness/clock.ts";

describe("daily jobs", () => {
  test("a job runs once on every society day", async () => {
    const { clock, createServer } = await createCore();
    const { job, runs } = createCountingJob();
    const jobs = createServer(job);
    await jobs.runDue();
    await jobs.runDue();
    expect(runs).toEqual(["2026-11-15"]);
    clock.set("2026-11-15T18:59:59Z");
    await jobs.runDue();
    clock.set("2026-11-15T19:00:00Z");
    await jobs.runDue();
    expect(runs).toEqual(["2026-11-15", "2026-11-16"]);
  });

  test("only one of several servers runs a job", async () => {
    const { createServer } = await createCore();
    const { job, runs } = createCountingJob();
    await Promise.all([createServer(job), createServer(job), createServer(job)].map((jobs) => jobs.runDue()));
    expect(runs).toHaveLength(1);
  });

  test("a failed job is retried at the next check and does not prevent other jobs", async () => {
    const { createServer } = await createCore();
    const { job, runs } = createCountingJob();
    let failures = 1;
    const failingJob: Job = {
      name: "failing",
      run: async () => {
        if (failures-- > 0) throw new Error("The job fails");
        runs.push("failing");
      },
    };
    const jobs = createServer(failingJob, job);
    await jobs.runDue();
    expect(runs).toEqual(["2026-11-15"]);
    await jobs.runDue();
    await jobs.runDue();
    expect(runs).toEqual(["2026-11-15", "failing"]);
  });

  test("another server takes over a crashed server's job after its lock expires", async () => {
    const { core, createServer } = await createCore();
    const { job, runs } = createCountingJob();
    const until = new Date(Date.now() + 300);
    await core.connection
      .collection<{ _id: string; done: string; holder: string; until: Date }>("jobs")
      .insertOne({ _id: job.name, done: "2026-11-14", holder: "a crashed server", until });
    await createServer(job).runDue();
    expect(runs).toHaveLength(1);
    expect(Date.now()).toBeGreaterThanOrEqual(until.getTime());
  });

  test("the next server runs a job that a server shutdown interrupted", async () => {
    const { createServer } = await createCore();
    const { job, runs } = createCountingJob();
    let resolveStarted = () => {};
    const started = new Promise<void>((resolve) => {
      resolveStarted = resolve;
    });
    const longJob: Job = {
      name: job.name,
      run: ({ signal }) =>
        new Promise((resolve) => {
          signal.addEventListener("abort", () => resolve());
          resolveStarted();
        }),
    };
    const stoppedServer = createServer(longJob);
    stoppedServer.start();
    await started;
    await stoppedServer.stop();
    await createServer(job).runDue();
    expect(runs).toHaveLength(1);
  });
});

/** A job that records the society day of each run. */
function createCountingJob(): { job: Job; runs: string[] } {
  const runs: string[] = [];
  return { runs, job: { name: "counted", run: async ({ ctx }) => void runs.push(ctx.today) } };
}

async function createCore() {
  const clock = new Clock();
  const log = createLog("silent");
  const core = await openCore({ uri: inject("mongoUri"), name: `jobs-${randomUUID()}`, now: clock.now, log });
  onTestFinished(async () => {
    await core.connection.dropDatabase();
    await core.close();
  });
  const { store, createSystemContext } = core;
  return {
    clock,
    core,
    createServer: (...jobs: Job[]) => new DailyJobs({ jobs, store, createSystemContext, now: clock.now, log }),
  };
}
