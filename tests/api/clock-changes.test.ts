import { randomUUID } from "node:crypto";
import { describe, expect, inject, onTestFinished, test, vi } from "vitest";
import { watchClockSkew } from "../../server/clock.ts";
import { openCore } from "../../server/core.ts";
import { connect } from "../../server/database/connection.ts";
import { DailyJobs, type Job } from "../../server/jobs/daily-jobs.ts";
import { createLog } from "../../server/log.ts";
import { messages } from "../../shared/messages.ts";
import { imports } from "../../shared/resources/imports.ts";
import { mails } from "../../shared/resources/mails.ts";
import { paymentSchedule } from "../../shared/resources/payment-schedule.ts";
import { Clock } from "../harness/clock.ts";
import { openSharedHarness } from "../harness/harness.ts";
import { postImport } from "../harness/imports.ts";
import { password } from "../harness/initial-data.ts";
import { createMail } from "../harness/mail.ts";
import { assertOk } from "../harness/reply.ts";

const harness = await openSharedHarness();

const futureTime = "2031-05-05T07:00:00Z";
const normalTime = "2026-11-15T07:00:00Z";

describe("recovery from a clock that was years ahead", { tags: "requirement-44" }, () => {
  test("a session from the future is not valid after the clock is corrected", async () => {
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

  test("a reset link from the future is not valid after the clock is corrected", async () => {
    const { anonymous, clock, readMails, portal } = harness;
    clock.set(futureTime);
    assertOk(await anonymous.post("/reset-password", { email: "nobody@example.org" }));
    const sendAndReadMails = async () => {
      await portal.sendMails();
      return readMails();
    };
    await expect.poll(sendAndReadMails).toHaveLength(1);
    const [mail] = await readMails();
    const token = decodeURIComponent(/token=([\w.%-]+)/.exec(mail?.text ?? "")?.[1] ?? "");
    clock.set(normalTime);
    const refused = await anonymous.post("/reset-password/confirm", { token, password: "another-1" });
    expect([refused.status, refused.body.message]).toEqual([400, messages["link-expired"]]);
    clock.set(futureTime);
    assertOk(await anonymous.post("/reset-password/confirm", { token, password: "another-1" }));
  });

  test("a rate limit that was set while the clock was years ahead does not block sign-ins", {
    tags: "requirement-9",
  }, async () => {
    const { anonymous, portal } = harness;
    const wrongCredentials = { username: "manager", password: "not that" };
    for (let index = 0; index < 10; index++)
      expect((await anonymous.post("/auth/login", wrongCredentials)).status).toBe(401);
    expect((await anonymous.post("/auth/login", wrongCredentials)).status).toBe(429);
    await portal.writeBypassingServer("rate-limits", {
      expiries: Array.from({ length: 10 }, () => new Date(futureTime)),
    });
    assertOk(await anonymous.post("/auth/login", { username: "manager", password }));
  });

  test("daily jobs run again after the clock is corrected and apply no penalty twice", async () => {
    const { admin, clock, portal, createSchedule } = harness;
    clock.set(normalTime);
    const { rows } = await createSchedule({
      StartMonth: 11,
      IsPenaltyApply: true,
      PenaltyAmount: 200,
      GracePeriodDays: 5,
    });
    await portal.runJobs();
    const [installment] = rows;
    clock.set(futureTime);
    await portal.runJobs();
    const rowsWithPenalties = await admin.list(paymentSchedule, `?PaymentPlanID=${installment?.PaymentPlanID}`);
    expect(rowsWithPenalties.every(({ PenaltyApplied }) => PenaltyApplied === 1)).toBe(true);
    clock.set(normalTime);
    const scheduleOf2025 = await createSchedule({
      StartYear: 2025,
      StartMonth: 12,
      EndYear: 2025,
      IsPenaltyApply: true,
      PenaltyAmount: 5,
    });
    await portal.runJobs();
    clock.set("2026-11-16T07:00:00Z");
    await portal.runJobs();
    expect(await admin.list(paymentSchedule, `?PaymentPlanID=${installment?.PaymentPlanID}`)).toEqual(
      rowsWithPenalties,
    );
    const rowsOf2025 = await admin.list(paymentSchedule, `?PaymentPlanID=${scheduleOf2025.plan.PaymentPlanID}`);
    expect(rowsOf2025.map(({ PenaltyApplied }) => PenaltyApplied)).toEqual(rowsOf2025.map(() => 1));
  });

  test("mail whose retry time was set while the clock was years ahead is sent after the clock is corrected", async () => {
    const { transaction, portal } = harness;
    const { MailID } = await createMail(harness, {
      State: "waiting",
      NextTryAt: new Date(futureTime).toISOString(),
    });
    await portal.sendMails();
    expect((await transaction((tx) => tx.findFirst(mails, { MailID })))?.State).not.toBe("waiting");
  });

  test("an import lock that was set while the clock was years ahead does not block imports", async () => {
    const { admin, transaction } = harness;
    const runningImport = {
      Kind: "plots",
      State: "running",
      Done: 1,
      Total: 2,
      By: "A crashed server",
      Until: new Date(futureTime).toISOString(),
    } as const;
    await transaction((tx) => tx.insert(imports, runningImport));
    const body = "HouseNo,Category,Type,Floor,OwnerName\nQ-1,A,Residential,Ground,Ali\n";
    assertOk(await postImport(admin, "plots", body));
  });
});

test("daily jobs do not run for a wrong date when the clock is corrected shortly after a jump", {
  tags: "requirement-44",
}, async () => {
  const clock = new Clock();
  const log = createLog("silent");
  const name = `jobs-${randomUUID()}`;
  const core = await openCore({ uri: inject("mongoUri"), name, now: clock.now, log });
  const runs: string[] = [];
  const job: Job = { name: "counting", run: async ({ ctx }) => void runs.push(ctx.today) };
  const { store, createSystemContext } = core;
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance"] });
  const jobs = new DailyJobs({ jobs: [job], store, createSystemContext, now: clock.now, log });
  onTestFinished(async () => {
    vi.useRealTimers();
    await jobs.stop();
    await core.connection.dropDatabase();
    await core.close();
  });
  jobs.start();
  await expect.poll(() => runs).toEqual(["2026-11-15"]);
  clock.set(futureTime);
  vi.advanceTimersByTime(5 * 60_000);
  clock.set("2026-11-16T07:00:00Z");
  vi.advanceTimersByTime(20 * 60_000);
  await expect.poll(() => runs).toEqual(["2026-11-15", "2026-11-16"]);
});

test("clients receive changes without delay after the clock is set back an hour", {
  tags: "requirement-44",
}, async () => {
  const { admin, clerk, createPlot } = harness;
  const socket = await admin.openSocket();
  await socket.watch(["plot"]);
  await createPlot();
  await socket.waitFor(({ changes }) => changes.length === 1);
  vi.useFakeTimers({ toFake: ["Date"] });
  try {
    vi.setSystemTime(Date.now() - 3_600_000);
    await createPlot();
    await socket.waitFor(({ changes }) => changes.length === 2);
    expect((await clerk.get("/me")).status).toBe(200);
  } finally {
    vi.useRealTimers();
  }
});

test("the log reports a difference between the server's and the database's clock", {
  tags: "requirement-44",
}, async () => {
  const connection = await connect(inject("mongoUri"), "clock-skew");
  onTestFinished(() => connection.close());
  for (const [minutes, expectedMatches] of [
    [-10, [true]],
    [0, []],
  ] as const) {
    const lines: string[] = [];
    const log = createLog("info", { write: (line) => void lines.push(line) });
    const watch = watchClockSkew({ connection, log, now: () => new Date(Date.now() + minutes * 60_000) });
    await watch.firstCheck;
    watch.stop();
    expect(lines.map((line) => line.includes("differ"))).toEqual(expectedMatches);
  }
});
