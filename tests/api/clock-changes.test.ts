import { randomUUID } from "node:crypto";
import { describe, expect, inject, onTestFinished, test, vi } from "vitest";
import { openCore } from "../../server/core.ts";
import { watchClockSkew } from "../../server/database/clock-skew.ts";
import { connect } from "../../server/database/connection.ts";
import { DailyJobs, defineJob } from "../../server/jobs/daily-jobs.ts";
import { createLog } from "../../server/log.ts";
import { messages } from "../../shared/messages.ts";
import { importRuns } from "../../shared/resources/imports.ts";
import { mails } from "../../shared/resources/mails.ts";
import { paymentSchedule } from "../../shared/resources/payment-schedule.ts";
import { Clock } from "../harness/clock.ts";
import { openSharedHarness } from "../harness/harness.ts";
import { password } from "../harness/initial-data.ts";
import { createMail } from "../harness/mail.ts";
import { assertOk } from "../harness/reply.ts";

const harness = await openSharedHarness();

const futureTime = "2031-05-05T07:00:00Z";
const normalTime = "2026-11-15T07:00:00Z";

describe("a clock that was years ahead for a while", () => {
  test("leaves no sign-in behind that lasts for years", async () => {
    const { clerk, clock } = harness;
    clock.set(futureTime);
    const token = await clerk.signIn();
    clock.set(normalTime);
    const headers = { authorization: `Bearer ${token}` };
    expect((await clerk.send({ method: "GET", path: "/me", headers })).status).toBe(401);
    await expect(clerk.openSocket({ token })).rejects.toThrow("Unauthorized");
    await clerk.signIn();
    expect((await clerk.get("/me")).status).toBe(200);
    expect(JSON.stringify((await clerk.get("/me/sessions")).body)).not.toContain("2031");
  });

  test("leaves no link in a mail that can be used for years", async () => {
    const { anonymous, clock, readMails, portal } = harness;
    clock.set(futureTime);
    assertOk(await anonymous.post("/reset-password", { email: "nobody@example.org" }));
    const sent = async () => {
      await portal.sendMails();
      return readMails();
    };
    await expect.poll(sent).toHaveLength(1);
    const [letter] = await readMails();
    const token = decodeURIComponent(/token=([\w.%-]+)/.exec(letter?.text ?? "")?.[1] ?? "");
    clock.set(normalTime);
    const refused = await anonymous.post("/reset-password/confirm", { token, password: "another-1" });
    expect([refused.status, refused.body.message]).toEqual([400, messages["link-expired"]]);
    clock.set(futureTime);
    assertOk(await anonymous.post("/reset-password/confirm", { token, password: "another-1" }));
  });

  test("blocks no sign-in until then", { tags: "requirement-9" }, async () => {
    const { anonymous, portal } = harness;
    const wrong = { username: "manager", password: "not that" };
    for (let n = 0; n < 10; n++) expect((await anonymous.post("/auth/login", wrong)).status).toBe(401);
    expect((await anonymous.post("/auth/login", wrong)).status).toBe(429);
    await portal.corrupt("rate-limits", { expire: new Date(futureTime) });
    assertOk(await anonymous.post("/auth/login", { username: "manager", password }));
  });

  test("keeps the work of the days in between from nobody, and posts no penalty twice", async () => {
    const { admin, clock, portal, createSchedule } = harness;
    clock.set(normalTime);
    const { rows } = await createSchedule({
      StartMonth: 11,
      IsPenaltyApply: true,
      PenaltyAmount: 200,
      GracePeriodDays: 5,
    });
    await portal.runJobs();
    const [plan] = rows;
    clock.set(futureTime);
    await portal.runJobs();
    const then = await admin.list(paymentSchedule, `?PaymentPlanID=${plan?.PaymentPlanID}`);
    expect(then.every(({ PenaltyApplied }) => PenaltyApplied === 1)).toBe(true);
    clock.set(normalTime);
    const later = await createSchedule({
      StartYear: 2025,
      StartMonth: 12,
      EndYear: 2025,
      IsPenaltyApply: true,
      PenaltyAmount: 5,
    });
    await portal.runJobs();
    clock.set("2026-11-16T07:00:00Z");
    await portal.runJobs();
    expect(await admin.list(paymentSchedule, `?PaymentPlanID=${plan?.PaymentPlanID}`)).toEqual(then);
    const added = await admin.list(paymentSchedule, `?PaymentPlanID=${later.plan.PaymentPlanID}`);
    expect(added.map(({ PenaltyApplied }) => PenaltyApplied)).toEqual(added.map(() => 1));
  });

  test("has put off no mail until then", async () => {
    const { transaction, portal } = harness;
    const { MailID } = await createMail(harness, { State: "waiting", NextTryAt: new Date(futureTime).toISOString() });
    await portal.sendMails();
    expect((await transaction((tx) => tx.findFirst(mails, { MailID })))?.State).not.toBe("waiting");
  });

  test("has no import under way until then", async () => {
    const { admin, transaction } = harness;
    const gone = {
      Kind: "plots",
      State: "running",
      Done: 1,
      Total: 2,
      By: "Who died",
      Until: new Date(futureTime).toISOString(),
    } as const;
    await transaction((tx) => tx.insert(importRuns, gone));
    const body = "HouseNo,Category,Type,Floor,OwnerName\nQ-1,A,Residential,Ground,Ali\n";
    const headers = { "content-type": "text/csv" };
    assertOk(await admin.send({ method: "POST", path: "/import/plots", body, headers }));
  });
});

test("while a clock that was set may be set back, no work is done on a day that is not", async () => {
  const clock = new Clock();
  const log = createLog("silent");
  const name = `jobs-${randomUUID()}`;
  const office = await openCore({ uri: inject("mongoUri"), name, now: clock.now, log });
  const runs: string[] = [];
  const job = defineJob({ name: "counted", run: async ({ ctx }) => void runs.push(ctx.today) });
  const { store, systemContext } = office;
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance"] });
  const jobs = new DailyJobs({ jobs: [job], store, systemContext, now: clock.now, log });
  onTestFinished(async () => {
    vi.useRealTimers();
    await jobs.stop();
    await office.connection.dropDatabase();
    await office.close();
  });
  jobs.start();
  await expect.poll(() => runs).toEqual(["2026-11-15"]);
  clock.set(futureTime);
  vi.advanceTimersByTime(5 * 60_000);
  clock.set("2026-11-16T07:00:00Z");
  vi.advanceTimersByTime(20 * 60_000);
  await expect.poll(() => runs).toEqual(["2026-11-15", "2026-11-16"]);
});

test("a clock that is put back an hour keeps nobody waiting for what is told", async () => {
  const { admin, clerk, createPlot } = harness;
  const listener = await admin.openSocket();
  await listener.watch(["plot"]);
  await createPlot();
  await listener.waitFor(({ changes }) => changes.length === 1);
  vi.useFakeTimers({ toFake: ["Date"] });
  try {
    vi.setSystemTime(Date.now() - 3_600_000);
    await createPlot();
    await listener.waitFor(({ changes }) => changes.length === 2);
    expect((await clerk.get("/me")).status).toBe(200);
  } finally {
    vi.useRealTimers();
  }
});

test("a clock that is not the database's is told in the log", async () => {
  const connection = await connect(inject("mongoUri"), "watched");
  onTestFinished(() => connection.close());
  for (const [minutes, told] of [
    [-10, [true]],
    [0, []],
  ] as const) {
    const lines: string[] = [];
    const log = createLog("info", { write: (line) => void lines.push(line) });
    const watch = watchClockSkew({ connection, log, now: () => new Date(Date.now() + minutes * 60_000) });
    await watch.firstCheck;
    watch.stop();
    expect(lines.map((line) => line.includes("differ"))).toEqual(told);
  }
});
