import { randomUUID } from "node:crypto";
import { describe, expect, inject, onTestFinished, test } from "vitest";
import { createDeferred } from "../../server/commits/deferred.ts";
import { openCore } from "../../server/core.ts";
import { DailyJobs, type Job } from "../../server/jobs/daily-jobs.ts";
import { createLog } from "../../server/log.ts";
import { Clock } from "../harness/clock.ts";

describe("daily jobs", () => {
  test("a job runs once on every day in Pakistan", async () => {
    const { clock, createJobRunner } = await createCore();
    const { job, runs } = createCountingJob();
    const jobs = createJobRunner(job);
    await jobs.runDueAndWait();
    await jobs.runDueAndWait();
    expect(runs).toEqual(["2026-11-15"]);
    clock.set("2026-11-15T18:59:59Z");
    await jobs.runDueAndWait();
    clock.set("2026-11-15T19:00:00Z");
    await jobs.runDueAndWait();
    expect(runs).toEqual(["2026-11-15", "2026-11-16"]);
  });

  test("only one of several servers runs a job", async () => {
    const { createJobRunner } = await createCore();
    const { job, runs } = createCountingJob();
    await Promise.all(
      [createJobRunner(job), createJobRunner(job), createJobRunner(job)].map((jobs) => jobs.runDueAndWait()),
    );
    expect(runs).toHaveLength(1);
  });

  test("a failed job is retried at the next check and does not prevent other jobs", async () => {
    const { createJobRunner } = await createCore();
    const { job, runs } = createCountingJob();
    let remainingFailures = 1;
    const failingJob: Job = {
      name: "failing",
      run: async () => {
        if (remainingFailures-- > 0) throw new Error("The job fails");
        runs.push("failing");
      },
    };
    const jobs = createJobRunner(failingJob, job);
    await jobs.runDueAndWait();
    expect(runs).toEqual(["2026-11-15"]);
    await jobs.runDueAndWait();
    await jobs.runDueAndWait();
    expect(runs).toEqual(["2026-11-15", "failing"]);
  });

  test("another server takes over a crashed server's job after its lock expires", async () => {
    const { core, createJobRunner } = await createCore();
    const { job, runs } = createCountingJob();
    const until = new Date(Date.now() + 300);
    await core.connection
      .collection<{ _id: string; done: string; holder: string; until: Date }>("jobs")
      .insertOne({ _id: job.name, done: "2026-11-14", holder: "a crashed server", until });
    await createJobRunner(job).runDueAndWait();
    expect(runs).toHaveLength(1);
    expect(Date.now()).toBeGreaterThanOrEqual(until.getTime());
  });

  test("the next server runs a job that a server shutdown interrupted", async () => {
    const { createJobRunner } = await createCore();
    const { job, runs } = createCountingJob();
    const started = createDeferred<void>();
    const longJob: Job = {
      name: job.name,
      run: ({ signal }) =>
        new Promise((resolve) => {
          signal.addEventListener("abort", () => resolve());
          started.resolve();
        }),
    };
    const stoppedRunner = createJobRunner(longJob);
    stoppedRunner.start();
    await started.promise;
    await stoppedRunner.stop();
    await createJobRunner(job).runDueAndWait();
    expect(runs).toHaveLength(1);
  });
});

/** A job that records the day in Pakistan of each run. */
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
    createJobRunner: (...jobs: Job[]) => new DailyJobs({ jobs, store, createSystemContext, now: clock.now, log }),
  };
}
