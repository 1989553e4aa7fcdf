// @module-tag requirement-45
import { createHash } from "node:crypto";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { RequestContext } from "../../server/commits/request-context.ts";
import { bounceCheque } from "../../server/services/cheque-steps.ts";
import { zero } from "../../shared/money.ts";
import { adjustment } from "../../shared/resources/adjustment.ts";
import { cheque } from "../../shared/resources/cheque.ts";
import { monthReport } from "../../shared/resources/month-report.ts";
import { paymentReceipt } from "../../shared/resources/payment-receipt.ts";
import { paymentSchedule } from "../../shared/resources/payment-schedule.ts";
import { approve, expectApprovalRequested, readApproval, setLimits } from "../harness/approvals.ts";
import { addCheque, depositCheque } from "../harness/cheques.ts";
import { openHarness } from "../harness/harness.ts";
import {
  chargeForm,
  expenseForm,
  lockOctober,
  openOctoberRecords,
  readDatedRows,
  receiptForm,
} from "../harness/locked-month.ts";
import type { Person } from "../harness/person.ts";
import { assertOk } from "../harness/reply.ts";
import { TestRandom } from "../harness/test-random.ts";

const reason = { Reason: "An expense is missing" };
const october = { Month: 10, Year: 2026 };

describe("locking and unlocking months", () => {
  test("a lock covers all earlier months, names who set it, and moves forward only", async () => {
    const { admin, manager, ali } = await openHarness();
    expect(await readState(admin)).toEqual({ LockedThrough: null, By: null, At: null });
    const locked = { LockedThrough: "2026-09", By: "manager", At: "2026-11-15T07:00:00.000Z" };
    expect(assertOk(await manager.post("/month-lock", { Month: 9, Year: 2026 })).body.data).toEqual(locked);
    expect(await readState(admin)).toEqual(locked);
    expect(await readState(ali)).toEqual({ ...locked, By: "Office" });
    for (const Month of [9, 8]) {
      const repeated = await admin.post("/month-lock", { Month, Year: 2026 });
      expect([repeated.status, repeated.body.code]).toEqual([409, "month-locked"]);
    }
    assertOk(await lockOctober(admin));
    expect(await readState(admin)).toMatchObject({ LockedThrough: "2026-10", By: "admin" });
    const refused = await admin.post("/payment-receipt", receiptForm("2026-09-30"));
    expect(refused.body.message).toContain("manager locked it");
  });

  test("a month can be locked once it is over in Pakistan", async () => {
    const { admin, clock } = await openHarness();
    const lockNovember = () => admin.post("/month-lock", { Month: 11, Year: 2026 });
    clock.set("2026-11-30T18:59:59Z");
    const refused = await lockNovember();
    expect([refused.status, refused.body.errors]).toEqual([400, { Month: "A month can be locked once it is over" }]);
    clock.set("2026-11-30T19:00:00Z");
    assertOk(await lockNovember());
  });

  test("a lock first applies the penalties that the daily job has not applied yet", async () => {
    const { admin, clock, createSchedule } = await openHarness();
    clock.set("2026-11-30T18:00:00Z");
    await createSchedule({
      IsPenaltyApply: true,
      PenaltyAmount: 200,
      GracePeriodDays: 20,
      StartMonth: 11,
      EndMonth: 12,
      plots: [1],
    });
    clock.set("2026-11-30T19:01:00Z");
    assertOk(await admin.post("/month-lock", { Month: 11, Year: 2026 }));
    expect((await admin.list(paymentSchedule)).map(({ PenaltyApplied }) => PenaltyApplied)).toEqual([1, 0]);
    const { body } = assertOk(await admin.get("/audit?resource=payment-schedule&type=update"));
    expect(body.data).toMatchObject([{ By: "Office" }]);
    const report = assertOk(await admin.post("/generate-report", { month: 11, year: 2026 })).body;
    expect(report).toMatchObject({ kept: { total: { due: 2700 } } });
  });

  test("a refused lock applies no penalties", async () => {
    const { admin, clock, createSchedule } = await openHarness();
    await createSchedule({
      IsPenaltyApply: true,
      PenaltyAmount: 200,
      GracePeriodDays: 5,
      StartMonth: 11,
      EndMonth: 11,
    });
    clock.set("2026-11-16T07:00:00Z");
    expect((await admin.post("/month-lock", { Month: 11, Year: 2026 })).status).toBe(400);
    expect((await admin.list(paymentSchedule)).map(({ PenaltyApplied }) => PenaltyApplied)).toEqual([0, 0]);
  });

  test("a lock also applies the penalties of a day that begins meanwhile", async () => {
    const { admin, clock, createSchedule } = await openHarness();
    const month = { StartMonth: 11, EndMonth: 11, plots: [1] };
    await createSchedule({ ...month, IsPenaltyApply: true, PenaltyAmount: 200, GracePeriodDays: 21 });
    // The last day of grace is 1 December.
    clock.set("2026-12-01T18:59:00Z");
    const beginLock = vi.spyOn(RequestContext.prototype, "withoutGroupCommit");
    onTestFinished(() => beginLock.mockRestore());
    beginLock.mockImplementationOnce(function (this: RequestContext) {
      clock.set("2026-12-01T19:01:00Z");
      return this.withoutGroupCommit();
    });
    assertOk(await admin.post("/month-lock", { Month: 11, Year: 2026 }));
    expect(await admin.list(paymentSchedule)).toMatchObject([{ PenaltyApplied: 1 }]);
  });

  test("unlocking a month requires its permission and a reason, and leaves the earlier months locked", async () => {
    const { admin, manager, clerk, revoke } = await openHarness();
    assertOk(await lockOctober(admin));
    const unlock = (person: Person, body: object) => person.post("/month-lock/unlock", body);
    expect((await unlock(admin, october)).body.errors).toEqual({ Reason: "Reason must have at least 3 characters" });
    expect((await unlock(clerk, { ...october, ...reason })).status).toBe(403);
    await revoke({ role: "Manager", page: "/finance-management?tab=month-lock", action: "Unlock" });
    expect((await unlock(manager, { ...october, ...reason })).status).toBe(403);
    expect(assertOk(await unlock(admin, { ...october, Month: 8, ...reason })).body.data).toMatchObject({
      LockedThrough: "2026-07",
      By: "admin",
    });
    expect((await unlock(admin, { ...october, ...reason })).body.code).toBe("month-not-locked");
    assertOk(await admin.post("/expenses", expenseForm({})));
    expect((await admin.post("/expenses", expenseForm({ Month: "07" }))).status).toBe(409);
    expect(await admin.list(monthReport)).toMatchObject([
      { Month: "2026-10", UnlockedBy: "admin", UnlockReason: reason.Reason },
    ]);
  });

  test("a user of the scope `own` can neither lock nor unlock months nor read their reports, with any permission", async () => {
    const { admin, ali, grant } = await openOctoberRecords();
    const page = "/finance-management?tab=month-lock";
    for (const action of ["View", "Add", "Unlock"] as const) await grant({ role: "Resident", page, action });
    expect((await lockOctober(ali)).status).toBe(403);
    assertOk(await lockOctober(admin));
    expect((await ali.post("/month-lock/unlock", { ...october, ...reason })).status).toBe(403);
    expect(await ali.list(monthReport)).toEqual([]);
    expect(await readState(admin)).toMatchObject({ LockedThrough: "2026-10" });
  });

  test("if the society requires it, unlocking a month needs the approval of a second person", async () => {
    const { admin, manager } = await openHarness();
    await setLimits(admin, { Unlock: true });
    assertOk(await lockOctober(admin));
    const unlock = () => manager.post("/month-lock/unlock", { ...october, ...reason });
    const id = expectApprovalRequested(await unlock());
    expect(await readState(admin)).toMatchObject({ LockedThrough: "2026-10" });
    expect(await readApproval(admin, id)).toMatchObject({
      Kind: "unlock",
      PlotID: null,
      HouseCount: 0,
      Amount: 0,
      Date: "2026-10-01",
      Subject: "10/2026",
      Reason: reason.Reason,
      State: "pending",
      RequestedBy: "manager",
    });
    expect((await approve(manager, id)).status).toBe(403);
    assertOk(await approve(admin, id));
    expect(await readState(admin)).toMatchObject({ LockedThrough: "2026-09" });
    expect(await admin.list(monthReport)).toMatchObject([{ UnlockedBy: "manager", UnlockReason: reason.Reason }]);
    const { body: audit } = assertOk(await admin.get("/audit?resource=month-report&limit=1"));
    expect(audit.data).toMatchObject([{ By: "manager", ApprovedBy: "admin" }]);
    expect((await admin.post("/month-lock/unlock", { ...october, ...reason })).body.code).toBe("month-not-locked");

    // The second request becomes stale, because the month is unlocked and locked again before its approval.
    assertOk(await lockOctober(admin));
    const secondApprovalId = expectApprovalRequested(await unlock());
    await setLimits(admin, { Unlock: false });
    assertOk(await unlock());
    assertOk(await lockOctober(admin));
    expect((await approve(admin, secondApprovalId)).body.code).toBe("stale");
    expect(await readState(admin)).toMatchObject({ LockedThrough: "2026-10" });
  });

  test("a month that is unlocked and locked again has a new report", async () => {
    const { admin } = await openOctoberRecords();
    assertOk(await lockOctober(admin));
    const firstHash = await readReportHash(admin);
    assertOk(await admin.post("/month-lock/unlock", { ...october, ...reason }));
    expect((await admin.get("/month-lock/2026-10/report.pdf")).status).toBe(404);
    assertOk(await admin.post("/expenses", expenseForm({ Amount: 11 })));
    assertOk(await lockOctober(admin));
    expect(await readReportHash(admin)).not.toBe(firstHash);
  });

  test("the checklist counts open drawers, cheques in hand and unsent receipts up to the month", async () => {
    const { admin, createPlot } = await openHarness();
    assertOk(await admin.post("/drawer", { Float: 0 }));
    await createPlot({ HouseNo: "M-1", EmailID: "owner@example.org" });
    for (const day of ["2026-10-01", "2026-10-31", "2026-11-01"])
      assertOk(await admin.post("/payment-receipt", { ...receiptForm(day), HouseNo: "M-1" }));
    for (const PaymentDate of ["2026-10-31", "2026-11-01"]) await addCheque(admin, { PaymentDate });
    await depositCheque(admin, { PaymentDate: "2026-10-31" });
    expect(assertOk(await admin.get("/month-lock/checklist?month=10&year=2026")).body.data).toEqual({
      openDrawers: 1,
      chequesInHand: 1,
      pendingMails: 2,
      openApprovals: 0,
    });
    expect((await admin.get("/month-lock/checklist?month=13&year=2026")).status).toBe(400);
  });
});

describe("the report of a locked month", () => {
  test("the locked report has the same bytes after later payments, on another server and a year later", async () => {
    const { admin, portal, clock } = await openOctoberRecords();
    assertOk(await lockOctober(admin));
    const lockedReport = await readReportHash(admin);
    assertOk(await admin.post("/payment-receipt", { ...receiptForm("2026-11-15"), AmountPaid: 30_000 }));
    assertOk(await admin.put("/society", { Name: "Another name" }));
    expect(await readReportHash(admin)).toBe(lockedReport);
    const server = await portal.startAnotherServer();
    expect(await readReportHash(server.person("manager"))).toBe(lockedReport);
    clock.set("2027-11-15T07:00:00Z");
    expect(await readReportHash(admin)).toBe(lockedReport);
  });

  test("the locked report is shown beside the live report, which contains later payments", async () => {
    const { admin, ali, grant } = await openOctoberRecords();
    const readReport = async (person = admin) =>
      assertOk(await person.post("/generate-report", { month: 10, year: 2026 })).body as Record<string, unknown>;
    const before = await readReport();
    expect(before.kept).toBeNull();
    assertOk(await lockOctober(admin));
    expect((await readReport()).kept).toEqual({ By: "admin", At: "2026-11-15T07:00:00.000Z", total: before.total });
    assertOk(await admin.post("/payment-receipt", { ...receiptForm("2026-11-15"), AmountPaid: 30_000 }));
    const after = await readReport();
    expect(after.kept).toMatchObject({ total: before.total });
    expect(after.total).not.toEqual(before.total);
    await grant({ role: "Resident", page: "/generate-report", action: "View" });
    expect((await readReport(ali)).kept).toBeNull();
    expect((await ali.get("/month-lock/2026-10/report.pdf")).status).toBe(403);
  });

  test("a lock stores a report of each month that it locks and that has records", async () => {
    const { admin } = await openOctoberRecords();
    assertOk(await admin.post("/month-lock", { Month: 8, Year: 2026 }));
    assertOk(await lockOctober(admin));
    const months = (await admin.list(monthReport)).map(({ Month }) => Month);
    expect(months).toEqual(Array.from({ length: 10 }, (_, index) => `2026-${String(index + 1).padStart(2, "0")}`));
    expect(new Set([await readReportHash(admin, "2026-03"), await readReportHash(admin)]).size).toBe(2);
    expect((await admin.get("/month-lock/2026-11/report.pdf")).status).toBe(404);
  });
});

test("a lock or unlock on one server applies to the next write on another server", async () => {
  const { admin, portal } = await openHarness();
  const managerOnSecondServer = (await portal.startAnotherServer()).person("manager");
  const write = () => managerOnSecondServer.post("/expenses", expenseForm({}));
  for (let round = 0; round < 5; round++) {
    assertOk(await write());
    assertOk(await write());
    assertOk(await lockOctober(admin));
    expect((await write()).body.code).toBe("month-locked");
    assertOk(await admin.post("/month-lock/unlock", { ...october, ...reason }));
  }
});

test("when a month is locked during writes on two servers, the locked report contains exactly the successful writes", async () => {
  const { admin, portal } = await openHarness();
  const managerOnSecondServer = (await portal.startAnotherServer()).person("manager");
  await Promise.all([admin.token(), managerOnSecondServer.token()]);
  let expectedTotal = 0;
  for (let round = 0; round < 6; round++) {
    const writes = Array.from({ length: 24 }, (_, index) =>
      (index % 2 === 0 ? admin : managerOnSecondServer).post("/expenses", expenseForm({ Amount: 100 + index })),
    );
    const [locked, ...replies] = await Promise.all([
      lockOctober(round % 2 === 0 ? admin : managerOnSecondServer),
      ...writes,
    ]);
    assertOk(locked);
    const refused = replies.filter(({ status }) => status !== 200);
    expect(new Set(refused.map(({ body }) => body.code))).toEqual(new Set(refused.length > 0 ? ["month-locked"] : []));
    expectedTotal += replies.reduce((total, { status }, index) => total + (status === 200 ? 100 + index : 0), 0);
    const report = assertOk(await admin.post("/generate-report", { month: 10, year: 2026 })).body;
    expect(report).toMatchObject({ total: { expenses: expectedTotal }, kept: { total: { expenses: expectedTotal } } });
    assertOk(await managerOnSecondServer.post("/month-lock/unlock", { ...october, ...reason }));
  }
});

test("a cheque that bounces while the month of its receipt is locked is charged, and the receipt stays as reported", async () => {
  const { admin, portal } = await openHarness();
  const ChequeID = await depositCheque(admin, { PaymentDate: "2026-10-20" });
  const otherServer = await portal.startAnotherServer();
  let hasLocked = false;
  await otherServer.transaction(async (tx) => {
    // The first snapshot is from before the lock.
    const row = await tx.get(cheque, ChequeID);
    if (!hasLocked) assertOk(await lockOctober(admin));
    hasLocked = true;
    await bounceCheque(tx, row, { Date: "2026-11-15", Reason: "Insufficient funds", Fee: zero });
  });
  expect(await admin.list(adjustment)).toMatchObject([{ Kind: "charge", Amount: 1000 }]);
  expect(await admin.list(paymentReceipt)).toMatchObject([{ ChequeState: "bounced", Reversals: [] }]);
});

test("random requests never change the records of a locked month", { tags: "soak", timeout: 120_000 }, async () => {
  const random = new TestRandom();
  const { admin, clock, rows } = await openOctoberRecords();
  /** A day in the first half of August, September, October or November. */
  const randomDay = () =>
    `2026-${String(8 + random.below(4)).padStart(2, "0")}-${String(1 + random.below(14)).padStart(2, "0")}`;
  const randomUpTo = (max: number) => 1 + random.below(max);
  const steps: readonly (() => Promise<unknown>)[] = [
    () => admin.post("/payment-receipt", { ...receiptForm(randomDay()), AmountPaid: randomUpTo(4000) }),
    () => admin.delete(`/payment-receipt/${randomUpTo(8)}`),
    () => admin.put(`/payment-receipt/${randomUpTo(8)}`, { ...receiptForm(randomDay()), AmountPaid: randomUpTo(4000) }),
    () => admin.put(`/payment-schedule/${randomUpTo(rows.length)}`, { IsPaid: random.below(2) }),
    () => admin.post("/adjustment", chargeForm({ Date: randomDay(), DueDate: randomDay() })),
    () =>
      admin.post(
        "/adjustment",
        chargeForm({ Kind: "waiver", Date: randomDay(), PaymentScheduleID: randomUpTo(rows.length) }),
      ),
    () => admin.post(`/adjustment/${randomUpTo(10)}/void`, reason),
    () => admin.post("/expenses", expenseForm({ Month: randomDay().slice(5, 7), Amount: randomUpTo(9000) })),
    () =>
      admin.put(
        `/expenses/${randomUpTo(8)}`,
        expenseForm({ Month: randomDay().slice(5, 7), Amount: randomUpTo(9000) }),
      ),
    () => admin.delete(`/expenses/${randomUpTo(8)}`),
    () => admin.post("/payment-schedule/withdraw", { PaymentScheduleIDs: [randomUpTo(rows.length)], ...reason }),
    () => Promise.resolve(clock.advanceMinutes(60 * 24)),
  ];
  let lockedMonth = "";
  let before = await readDatedRows(admin, lockedMonth);
  // The steps 10, 60 and 110 lock August, September and October.
  for (let step = 0; step < 150; step++) {
    if (step % 50 === 10) {
      lockedMonth = ["2026-08", "2026-09", "2026-10"][Math.floor(step / 50)] ?? "";
      assertOk(await admin.post("/month-lock", { Month: Number(lockedMonth.slice(5)), Year: 2026 }));
      before = await readDatedRows(admin, lockedMonth);
    }
    await steps[random.below(steps.length)]?.();
    expect(await readDatedRows(admin, lockedMonth), `seed ${random.seed}, step ${step}`).toEqual(before);
  }
});

async function readState(person: Person) {
  return assertOk(await person.get("/month-lock")).body.data;
}

/** The hash of the locked report. */
async function readReportHash(person: Person, month = "2026-10"): Promise<string> {
  const response = await person.fetch(`/month-lock/${month}/report.pdf`);
  expect([response.status, response.headers.get("content-type")]).toEqual([200, "application/pdf"]);
  const [year, monthNumber] = month.split("-").map(Number);
  expect(response.headers.get("content-disposition")).toBe(`attachment; filename=report_${monthNumber}_${year}.pdf`);
  return createHash("sha256")
    .update(Buffer.from(await response.arrayBuffer()))
    .digest("hex");
}
