// @module-tag requirement-46
import fc from "fast-check";
import { expect, inject, test } from "vitest";
import { z } from "zod";
import { type CommitDoc, commitsCollection } from "../../server/commits/commit.ts";
import { connect } from "../../server/database/connection.ts";
import type { Doc } from "../../server/database/store.ts";
import { daysBetween } from "../../shared/dates.ts";
import { adjustment } from "../../shared/resources/adjustment.ts";
import { approval } from "../../shared/resources/approval.ts";
import { paymentReceipt } from "../../shared/resources/payment-receipt.ts";
import { approve, createScheduleAndLimits, decline, expectApprovalRequested, setLimits } from "../harness/approvals.ts";
import { openDrawer } from "../harness/drawers.ts";
import { type Harness, openHarness } from "../harness/harness.ts";
import { lockOctober } from "../harness/locked-month.ts";
import { inPaisa } from "../harness/money-model.ts";
import type { Person } from "../harness/person.ts";
import { createReceipt } from "../harness/receipts.ts";
import { parseRecord } from "../harness/reply.ts";

/** The amounts are in rupees; stored rows contain paisa. */
const limits = { Void: 1000, Waiver: 300, Refund: 400, WriteOff: 200, BackdateDays: 4 };
const today = "2026-11-15";

/** A request of a user; `pick` chooses its record, and whether and how a pending approval is decided afterwards. */
type Step = {
  user: "admin" | "manager";
  pick: number;
  amount: number;
  daysAgo: number;
  kind: keyof typeof requestBuilders;
};

const requestBuilders = {
  receipt: ({ amount, daysAgo }) => ["POST", "/payment-receipt", receiptForm({ amount, daysAgo })],
  "receipt change": async ({ amount, daysAgo, pick }, admin) => {
    const [id, HouseNo] = [await pickId(admin, paymentReceipt, pick), pick % 3 === 0 ? "A-2" : "A-1"];
    return ["PUT", `/payment-receipt/${id}`, { ...receiptForm({ amount, daysAgo }), HouseNo }];
  },
  "receipt void": async ({ pick }, admin) => [
    "DELETE",
    `/payment-receipt/${await pickId(admin, paymentReceipt, pick)}`,
  ],
  waiver: ({ amount, pick }) => ["POST", "/adjustment", { ...installmentForm(pick), Kind: "waiver", Amount: amount }],
  "write-off": ({ amount, pick }) => [
    "POST",
    "/adjustment",
    { ...installmentForm(pick), Kind: "write-off", Amount: amount },
  ],
  refund: ({ amount, pick }) => [
    "POST",
    "/adjustment",
    { ...dateAndReason, PlotID: 1 + (pick % 2), Kind: "refund", Amount: amount },
  ],
  "bulk refund": ({ amount }) => [
    "POST",
    "/adjustment/bulk",
    { ...dateAndReason, PlotIDs: [1, 2], Kind: "refund", Amount: amount },
  ],
  charge: ({ amount, pick }) => [
    "POST",
    "/adjustment",
    { ...dateAndReason, PlotID: 1 + (pick % 2), Kind: "charge", Amount: amount },
  ],
  "adjustment void": async ({ pick }, admin) => [
    "POST",
    `/adjustment/${await pickId(admin, adjustment, pick)}/void`,
    { Reason: "Entered twice" },
  ],
} satisfies Record<string, (step: Omit<Step, "kind">, admin: Person) => RequestParts | Promise<RequestParts>>;

type RequestParts = [method: string, path: string, body?: object];

const randomStep = fc.record({
  user: fc.constantFrom("admin" as const, "manager" as const),
  pick: fc.nat(20),
  amount: fc.oneof(fc.integer({ min: 1, max: 3000 }), fc.constantFrom(200, 201, 300, 301, 400, 401, 1000, 1001, 5000)),
  daysAgo: fc.constantFrom(0, 0, 1, 4, 5, 9),
  kind: fc.constantFrom(...(Object.keys(requestBuilders) as (keyof typeof requestBuilders)[])),
});

/** A successful request of each kind, then requests above each limit, which the other person approves. */
const firstWalk: Step[] = [
  step("waiver", 100, 0),
  step("write-off", 100, 0),
  step("charge", 100, 0),
  step("adjustment void", 0, 0),
  step("receipt", 900, 0),
  step("receipt change", 1000, 0),
  step("receipt void", 0, 0),
  // `pick` 1 makes the manager approve a request of the admin.
  step("waiver", 301, 1),
  step("write-off", 201, 1),
  { ...step("receipt", 5000, 1), daysAgo: 9 },
  { ...step("receipt", 5000, 1), daysAgo: 9 },
  { ...step("receipt", 5000, 1), daysAgo: 9 },
  // Changes the house of a receipt, so that both houses have credit. The next step, with `pick` 1, approves it.
  step("receipt change", 5000, 0),
  step("charge", 100, 1),
  step("receipt void", 0, 1),
  step("refund", 200, 0),
  step("bulk refund", 100, 0),
  step("refund", 401, 1),
];

function step(kind: Step["kind"], amount: number, pick: number): Step {
  return { kind, amount, pick, user: "admin", daysAgo: 0 };
}

test("the portal writes nothing above a limit without the approval of a second person", async () => {
  const harness = await openHarness();
  const { admin, manager, portal } = harness;
  await createScheduleAndLimits(harness, limits);
  const people = { admin, manager };
  const outcomes = new Map<string, number>();
  const count = (outcome: string) => outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
  await fc.assert(
    fc.asyncProperty(fc.array(randomStep, { minLength: 8, maxLength: 16 }), async (walk) => {
      for (const { kind, user, ...rest } of walk) {
        const [method, path, body] = await requestBuilders[kind]({ user, ...rest }, admin);
        const { status } = await people[user].send({ method, path, body });
        expect(status).toBeLessThan(500);
        count(`${kind} ${status}`);
        if (rest.pick % 3 > 0) count(await decideOne(harness, rest.pick));
      }
    }),
    { numRuns: 8, examples: [[firstWalk]] },
  );
  const connection = await connect(inject("mongoUri"), portal.databaseName);
  const commits = await connection.collection<CommitDoc>(commitsCollection).find().toArray();
  await connection.close();
  const aboveLimit = commits.filter(isAboveLimit);
  for (const { by, approvedBy, changes } of aboveLimit) {
    expect([approvedBy !== undefined, approvedBy?.UserID !== by.UserID], JSON.stringify(changes)).toEqual([true, true]);
    expect(changes.some(({ resource, after }) => resource === "approval" && after?.State === "approved")).toBe(true);
  }
  // The first walk alone has requests above each limit and successful requests of each kind.
  const outcomeText = JSON.stringify([...outcomes]);
  expect(aboveLimit.length, outcomeText).toBeGreaterThan(5);
  for (const kind of Object.keys(requestBuilders))
    expect(outcomes.get(`${kind} 200`) ?? 0, outcomeText).toBeGreaterThan(0);
  expect(await portal.checkTotals()).toEqual([]);
});

test("a request above a limit is refused and not stored for approval if its month is locked or its user has no drawer", async () => {
  const harness = await openHarness();
  const { admin, manager } = harness;
  await createScheduleAndLimits(harness, { ...limits, BackdateDays: 25 });
  const octoberForm = { ...receiptForm({ amount: 5000, daysAgo: 0 }), PaymentDate: "2026-10-31" };
  const { PaymentReceiptID } = await createReceipt(admin, octoberForm);
  const { PaymentReceiptID: novemberReceiptId } = await createReceipt(admin, receiptForm({ amount: 5000, daysAgo: 0 }));
  const chargeForm = { ...dateAndReason, PlotID: 2, Kind: "charge", Amount: 3000 };
  const { AdjustmentID } = parseRecord(
    adjustment,
    await admin.post("/adjustment", { ...chargeForm, Date: "2026-10-30", DueDate: "2026-10-30" }),
  );
  await lockOctober(admin);
  const backdatedForm = { ...octoberForm, PaymentDate: "2026-10-20" };
  const octoberReceiptPath = `/payment-receipt/${PaymentReceiptID}`;
  const inOctober = { Date: "2026-10-31", Reason: "Agreed with the committee" };
  for (const reply of [
    await manager.post("/payment-receipt", backdatedForm),
    await manager.put(`/payment-receipt/${novemberReceiptId}`, backdatedForm),
    await manager.put(octoberReceiptPath, { ...octoberForm, AmountPaid: 100 }),
    await manager.delete(octoberReceiptPath),
    await manager.post("/adjustment", { ...inOctober, PlotID: 2, PaymentScheduleID: 2, Kind: "waiver", Amount: 301 }),
    await manager.post("/adjustment", {
      ...inOctober,
      PlotID: 2,
      PaymentScheduleID: 2,
      Kind: "write-off",
      Amount: 301,
    }),
    await manager.post("/adjustment", { ...inOctober, PlotID: 1, Kind: "refund", Amount: 401 }),
    await manager.post(`/adjustment/${AdjustmentID}/void`, { Reason: "Entered twice" }),
  ])
    expect([reply.status, reply.body.code]).toEqual([409, "month-locked"]);
  await setLimits(admin, { BackdateDays: 4, RequireDrawer: true });
  const novemberForm = receiptForm({ amount: 700, daysAgo: 9 });
  const withoutDrawer = await manager.post("/payment-receipt", novemberForm);
  expect([withoutDrawer.status, withoutDrawer.body.code]).toEqual([409, "drawer-required"]);
  expect(await admin.list(approval)).toEqual([]);
  await openDrawer(manager);
  expectApprovalRequested(await manager.post("/payment-receipt", novemberForm));
});

/** The admin or the manager decides on a pending approval, which may be about their own request. */
async function decideOne({ admin, manager }: Harness, pick: number): Promise<string> {
  const pending = await admin.list(approval, "?IsPending=1");
  const row = pending[pick % Math.max(1, pending.length)];
  if (!row) return "nothing to decide";
  const person = pick % 2 === 0 ? admin : manager;
  const { status } = await (pick % 5 === 0 ? decline : approve)(person, row.ApprovalID);
  const isOwnRequest = row.RequestedBy === person.username;
  expect(isOwnRequest ? status === 403 : status === 200 || status === 409).toBe(true);
  return `decision ${status}`;
}

/** Implements the limits a second time, without the code under test. */
function isAboveLimit({ changes, at }: CommitDoc): boolean {
  const sums = new Map<string, number>();
  for (const { resource, type, before, after } of changes) {
    if (resource === "payment-receipt" && after) {
      const row = receiptRow.parse(after);
      const earlierRow = before && receiptRow.parse(before);
      if (
        earlierRow &&
        row.VoidedAt !== null &&
        earlierRow.VoidedAt === null &&
        earlierRow.AmountPaid > inPaisa(limits.Void)
      )
        return true;
      if (earlierRow && row.VoidedAt === null) {
        const takenAmount =
          earlierRow.PlotID === row.PlotID ? earlierRow.AmountPaid - row.AmountPaid : earlierRow.AmountPaid;
        if (takenAmount > inPaisa(limits.Void)) return true;
      }
      const addsMoneyOnPaymentDate =
        row.VoidedAt === null &&
        (earlierRow?.PlotID !== row.PlotID ||
          row.PaymentDate < earlierRow.PaymentDate ||
          row.AmountPaid > earlierRow.AmountPaid);
      if (addsMoneyOnPaymentDate && daysBetween(row.PaymentDate, at.toISOString().slice(0, 10)) > limits.BackdateDays)
        return true;
    }
    if (resource === "adjustment" && after) {
      const { Kind, Amount, VoidedAt } = adjustmentRow.parse(after);
      if (type === "insert") sums.set(Kind, (sums.get(Kind) ?? 0) + Amount);
      if (before && before.VoidedAt === null && VoidedAt !== null && Math.abs(Amount) > inPaisa(limits.Void))
        return true;
    }
  }
  const isOver = (kind: string, limit: number) => (sums.get(kind) ?? 0) > inPaisa(limit);
  return isOver("waiver", limits.Waiver) || isOver("refund", limits.Refund) || isOver("write-off", limits.WriteOff);
}

const receiptRow = z.object({
  PlotID: z.int(),
  AmountPaid: z.int(),
  PaymentDate: z.string(),
  VoidedAt: z.string().nullable(),
});
const adjustmentRow = z.object({ Kind: z.string(), Amount: z.int(), VoidedAt: z.string().nullable() });

const dateAndReason = { Date: today, Reason: "Agreed with the committee" };

/** The values of an adjustment of a house and its only installment. The houses 1 and 2 have the installments 1 and 2. */
function installmentForm(pick: number) {
  const PlotID = 1 + (pick % 2);
  return { ...dateAndReason, PlotID, PaymentScheduleID: PlotID };
}

function receiptForm({ amount, daysAgo }: Pick<Step, "amount" | "daysAgo">) {
  const PaymentDate = `2026-11-${String(15 - daysAgo).padStart(2, "0")}`;
  return { HouseNo: "A-1", AmountPaid: amount, PaymentDate, PaymentMethod: "Cash" } as const;
}

/** The id of a listed record; 1, which may not exist, if there is none. */
async function pickId(
  admin: Person,
  resource: typeof paymentReceipt | typeof adjustment,
  pick: number,
): Promise<number> {
  const rows = z.array(z.record(z.string(), z.unknown())).parse((await admin.get(`/${resource.name}`)).body.data);
  const row: Doc | undefined = rows[pick % Math.max(1, rows.length)];
  return Number(row?.[resource.idField] ?? 1);
}
