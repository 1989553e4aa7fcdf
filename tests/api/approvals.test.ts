// @module-tag requirement-46

import { randomUUID } from "node:crypto";
import { describe, expect, inject, onTestFinished, test, vi } from "vitest";
import { z } from "zod";
import { createDeferred } from "../../server/commits/deferred.ts";
import { connect } from "../../server/database/connection.ts";
import { ApprovableCalls } from "../../server/http/approvable-calls.ts";
import { queueReceiptTransaction } from "../../server/services/receipts/add-receipts.ts";
import { activityRecord } from "../../shared/endpoints/activity.ts";
import { adjustment } from "../../shared/resources/adjustment.ts";
import { approval } from "../../shared/resources/approval.ts";
import { approvalRequest } from "../../shared/resources/approval-request.ts";
import { claim } from "../../shared/resources/claim.ts";
import { paymentReceipt } from "../../shared/resources/payment-receipt.ts";
import { paymentSchedule } from "../../shared/resources/payment-schedule.ts";
import { plot } from "../../shared/resources/plot.ts";
import { users } from "../../shared/resources/users.ts";
import {
  approve,
  createScheduleAndLimits,
  decline,
  expectApprovalRequested,
  readApproval,
  setLimits,
} from "../harness/approvals.ts";
import { type Harness, openHarness } from "../harness/harness.ts";
import { runImport } from "../harness/imports.ts";
import { createMailableReceipt, sendPendingEmails } from "../harness/mail.ts";
import type { Person } from "../harness/person.ts";
import { createReceipt } from "../harness/receipts.ts";
import { assertOk, parseRecord, readReply } from "../harness/reply.ts";
import { codeAt, enrol } from "../harness/totp.ts";

const receiptForm = { HouseNo: "A-1", AmountPaid: 4000, PaymentDate: "2026-11-15", PaymentMethod: "Cash" } as const;
const adjustmentForm = { PlotID: 1, Date: "2026-11-15", Reason: "Agreed with the committee" };

async function openHarnessWithLimits(limits: Readonly<Record<string, number>>) {
  const harness = await openHarness();
  await createScheduleAndLimits(harness, limits);
  return harness;
}

describe("requests above a limit of the society", () => {
  test("a receipt is voided only after a second person has approved it, and the audit has both names", async () => {
    const { admin, manager, ali } = await openHarnessWithLimits({ Void: 1000 });
    const { PaymentReceiptID } = await createReceipt(admin, receiptForm);
    const path = `/payment-receipt/${PaymentReceiptID}`;
    const body = { Reason: "Cheque came back" };
    const reply = await manager.send({ method: "DELETE", path, body });
    expect(reply).toMatchObject({ status: 202, body: { success: true, code: "sent-for-approval" } });
    const id = expectApprovalRequested(reply);
    expect(await admin.list(paymentReceipt)).toMatchObject([{ VoidedAt: null, Version: 1 }]);
    expect(await readApproval(admin, id)).toMatchObject({
      Kind: "void",
      HouseNo: "A-1",
      Amount: 4000,
      Date: "2026-11-15",
      Subject: "R-1",
      Reason: "Cheque came back",
      State: "pending",
      RequestedBy: "manager",
      DecidedAt: null,
    });
    const decided = assertOk(await approve(admin, id, "Seen the cheque"));
    expect(decided.body.data).toMatchObject({ State: "approved", DecidedBy: "admin", Note: "Seen the cheque" });
    expect(await admin.list(paymentReceipt, "?voided=1")).toMatchObject([{ VoidReason: "Cheque came back" }]);
    expect((await admin.list(paymentSchedule, "?plot=1")).map(({ IsPaid }) => IsPaid)).toEqual([0]);
    const { body: audit } = assertOk(await admin.get(`/audit?resource=payment-receipt&id=${PaymentReceiptID}&limit=1`));
    expect(audit.data).toMatchObject([{ By: "manager", ApprovedBy: "admin", Type: "update" }]);
    const [voided, added] = z.array(activityRecord).parse(assertOk(await admin.get("/activity?limit=2")).body.data);
    expect(voided).toMatchObject({ Kind: "receipt voided", By: "manager", ApprovedBy: "admin" });
    expect(added).toMatchObject({ Kind: "receipt added", By: "admin", ApprovedBy: "" });
    const { body: aliActivity } = assertOk(await ali.get("/activity?limit=1"));
    expect(aliActivity.data).toMatchObject([{ Kind: "receipt voided", By: "Office", ApprovedBy: "" }]);
  });

  test("an amount up to the limit, or without a limit, needs no second person", async () => {
    const { admin } = await openHarnessWithLimits({ Void: 4000, Waiver: 500 });
    const { PaymentReceiptID } = await createReceipt(admin, receiptForm);
    assertOk(await admin.delete(`/payment-receipt/${PaymentReceiptID}`));
    assertOk(await admin.post("/adjustment", { ...adjustmentForm, Kind: "waiver", PaymentScheduleID: 1, Amount: 500 }));
    assertOk(
      await admin.post("/adjustment", { ...adjustmentForm, Kind: "write-off", PaymentScheduleID: 1, Amount: 2000 }),
    );
    expect(await admin.list(approval)).toEqual([]);
  });

  test("waivers, write-offs and refunds wait for approval, also when the amount is divided among houses", async () => {
    const { admin, manager } = await openHarnessWithLimits({ Waiver: 100, WriteOff: 200, Refund: 300 });
    await createReceipt(admin, { ...receiptForm, HouseNo: "A-2" });
    await createReceipt(admin, receiptForm);
    const schedule = await admin.list(paymentSchedule);
    const waiverForm = { ...adjustmentForm, Kind: "waiver", PaymentScheduleID: 1, Of: "amount" };
    // A paid amount cannot be waived, so the call is refused and not sent for approval.
    expect((await manager.post("/adjustment", { ...waiverForm, Amount: 101 })).status).toBe(400);
    const { AdjustmentID: ChargeID } = parseRecord(
      adjustment,
      await admin.post("/adjustment", { ...adjustmentForm, Kind: "charge", Amount: 5000, DueDate: "2027-01-01" }),
    );
    const ids = [
      await manager.post("/adjustment", { ...adjustmentForm, Kind: "waiver", ChargeID, Amount: 101 }),
      await manager.post("/adjustment", { ...adjustmentForm, Kind: "write-off", ChargeID, Amount: 201 }),
      await manager.post("/adjustment", { ...adjustmentForm, PlotID: 2, Kind: "refund", Amount: 301 }),
    ].map(expectApprovalRequested);
    const PlotIDs = [1, 2];
    await createReceipt(admin, { ...receiptForm, AmountPaid: 6000 });
    const { PlotID: _, ...bulkForm } = adjustmentForm;
    ids.push(
      expectApprovalRequested(
        await manager.post("/adjustment/bulk", { ...bulkForm, PlotIDs, Kind: "refund", Amount: 200 }),
      ),
    );
    expect((await admin.list(paymentSchedule)).map(({ Version }) => Version)).toEqual(
      schedule.map(({ Version }) => Version),
    );
    expect(await admin.list(approval, "?IsPending=1")).toMatchObject([
      { Kind: "waiver", Subject: "ADJ-1", HouseCount: 1 },
      { Kind: "write-off" },
      { Kind: "refund", HouseNo: "A-2" },
      { Kind: "refund", PlotID: null, HouseNo: null, HouseCount: 2, Amount: 400 },
    ]);
    expect((await admin.list(adjustment)).map(({ Kind }) => Kind)).toEqual(["charge"]);
    // The receipt has changed the charge of the first two requests.
    for (const id of ids.slice(0, 2)) expect(await approve(admin, id)).toMatchObject({ status: 409 });
    for (const id of ids.slice(2)) assertOk(await approve(admin, id));
    expect((await admin.list(adjustment)).map(({ Kind }) => Kind)).toEqual(["charge", "refund", "refund", "refund"]);
  });

  test("the void of an adjustment waits for approval", async () => {
    const { admin, manager } = await openHarnessWithLimits({ Void: 1000 });
    const { AdjustmentID } = parseRecord(
      adjustment,
      await admin.post("/adjustment", { ...adjustmentForm, Kind: "charge", Amount: 5000 }),
    );
    const id = expectApprovalRequested(
      await manager.post(`/adjustment/${AdjustmentID}/void`, { Reason: "Entered twice" }),
    );
    expect(await admin.list(adjustment)).toMatchObject([{ VoidedAt: null }]);
    assertOk(await approve(admin, id));
    expect(await admin.list(adjustment, "?voided=1")).toMatchObject([{ VoidReason: "Entered twice" }]);
  });

  test("a back-dated receipt waits for approval and gets its number when it is approved, and an import refuses such a receipt", async () => {
    const { admin, manager } = await openHarnessWithLimits({ BackdateDays: 5 });
    assertOk(await manager.post("/payment-receipt", { ...receiptForm, PaymentDate: "2026-11-10" }));
    const backdatedForm = { ...receiptForm, AmountPaid: 700, PaymentDate: "2026-11-09" };
    const id = expectApprovalRequested(await manager.post("/payment-receipt", backdatedForm));
    expect(await admin.list(paymentReceipt)).toHaveLength(1);
    await createReceipt(admin, { ...receiptForm, AmountPaid: 10 });
    assertOk(await approve(admin, id));
    expect(await admin.list(paymentReceipt, "?sort=ReceiptNo")).toMatchObject([
      { ReceiptNo: 1 },
      { ReceiptNo: 2 },
      { ReceiptNo: 3, PaymentDate: "2026-11-09" },
    ]);
    const body = "House,Amount,Date,Method\r\nA-1,100,09/11/2026,Cash\r\nA-1,100,10/11/2026,Cash";
    expect(await runImport(admin, "receipts", body)).toMatchObject({
      added: 1,
      refused: [{ row: 2, reasons: [{ message: "A second person must approve this" }] }],
    });
  });

  test("a change of a receipt waits for approval if it takes more than the limit from a house or sets a date beyond the limit", async () => {
    const { admin, manager } = await openHarnessWithLimits({ Void: 1000, BackdateDays: 5 });
    const receipt = await createReceipt(admin, receiptForm);
    const path = `/payment-receipt/${receipt.PaymentReceiptID}`;
    assertOk(await manager.put(path, { ...receiptForm, AmountPaid: 3000 }));
    const ids = [
      await manager.put(path, { ...receiptForm, AmountPaid: 1999 }),
      await manager.put(path, { ...receiptForm, AmountPaid: 3000, HouseNo: "A-2" }),
      await manager.put(path, { ...receiptForm, AmountPaid: 3000, PaymentDate: "2026-11-01" }),
    ].map(expectApprovalRequested);
    expect(await admin.list(paymentReceipt)).toMatchObject([{ AmountPaid: 3000, HouseNo: "A-1", Version: 2 }]);
    expect(await readApproval(admin, ids[0] ?? 0)).toMatchObject({
      Kind: "change",
      Amount: 1001,
      Details: "A-1 · Rs 3,000.00 · 15/11/2026 · Cash → A-1 · Rs 1,999.00 · 15/11/2026 · Cash",
    });
    assertOk(await approve(admin, ids[1] ?? 0));
    expect(await admin.list(paymentReceipt)).toMatchObject([{ AmountPaid: 3000, HouseNo: "A-2" }]);
    expect((await approve(admin, ids[0] ?? 0)).body.code).toBe("stale");
  });

  test("a receipt above the limit becomes a cheque, which could bounce, only with approval", async () => {
    const { admin, manager } = await openHarnessWithLimits({ Void: 1000 });
    const large = await createReceipt(admin, receiptForm);
    const small = await createReceipt(admin, { ...receiptForm, AmountPaid: 1000 });
    const payByCheque = ({ PaymentReceiptID, AmountPaid }: typeof large) =>
      manager.put(`/payment-receipt/${PaymentReceiptID}`, {
        ...receiptForm,
        AmountPaid,
        PaymentMethod: "Cheque",
        ChequeNo: String(700_000 + PaymentReceiptID),
        BankName: "HBL",
        ChequeDate: receiptForm.PaymentDate,
      });
    assertOk(await payByCheque(small));
    const id = expectApprovalRequested(await payByCheque(large));
    expect(await readApproval(admin, id)).toMatchObject({
      Kind: "change",
      Amount: 4000,
      Details: "A-1 · Rs 4,000.00 · 15/11/2026 · Cash → A-1 · Rs 4,000.00 · 15/11/2026 · Cheque",
    });
    assertOk(await approve(admin, id));
    expect(await admin.list(paymentReceipt, "?sort=ReceiptNo")).toMatchObject([
      { PaymentMethod: "Cheque", ChequeState: "in-hand" },
      { PaymentMethod: "Cheque", ChequeState: "in-hand" },
    ]);
  });

  test("a change that adds an amount to a house on a day beyond the limit waits for approval like a back-dated receipt", async () => {
    const { admin, manager, clock } = await openHarnessWithLimits({ BackdateDays: 5 });
    const receipt = await createReceipt(admin, receiptForm);
    const path = `/payment-receipt/${receipt.PaymentReceiptID}`;
    clock.advanceMinutes(6 * 24 * 60);
    assertOk(await manager.put(path, { ...receiptForm, AmountPaid: receipt.AmountPaid - 1, Remarks: "Counted again" }));
    expectApprovalRequested(await manager.put(path, receiptForm));
    expectApprovalRequested(
      await manager.put(path, { ...receiptForm, AmountPaid: receipt.AmountPaid - 1, HouseNo: "A-2" }),
    );
    expect(await admin.list(paymentReceipt)).toMatchObject([{ AmountPaid: receipt.AmountPaid - 1, HouseNo: "A-1" }]);
  });
});

describe("decisions on requests", () => {
  test("users can decide neither on their own requests nor without the permission", async () => {
    const { admin, manager, clerk, nobody, ali } = await openHarnessWithLimits({ Void: 0 });
    const id = await requestVoidOfNewReceipt(manager);
    for (const decision of [approve, decline])
      expect(await decision(manager, id)).toMatchObject({ status: 403, body: { code: "own-request" } });
    for (const person of [clerk, nobody, ali]) expect(await approve(person, id)).toMatchObject({ status: 403 });
    for (const note of ["no", "n  o"])
      expect(await decline(admin, id, note)).toMatchObject({
        status: 400,
        body: { errors: { Note: expect.anything() } },
      });
    expect(await approve(admin, 999)).toMatchObject({ status: 404 });
    expect(await readApproval(admin, id)).toMatchObject({ State: "pending" });
  });

  test("a declined request changes nothing, and a later decision on it is refused with its state", async () => {
    const { admin, manager } = await openHarnessWithLimits({ Void: 0 });
    const id = await requestVoidOfNewReceipt(manager);
    const declined = assertOk(await decline(admin, id, "The payer has the original"));
    expect(declined.body.data).toMatchObject({ State: "declined", DecidedBy: "admin", IsPending: 0 });
    for (const decision of [approve, decline]) {
      const refused = await decision(admin, id);
      expect([refused.status, refused.body.code, refused.body.values]).toEqual([
        409,
        "wrong-state",
        { record: "Approval", state: "declined" },
      ]);
    }
    expect(await admin.list(paymentReceipt)).toMatchObject([{ VoidedAt: null }]);
  });

  test("a request is stale when its record has changed since", async () => {
    const { admin, manager } = await openHarnessWithLimits({ Void: 0 });
    const id = await requestVoidOfNewReceipt(manager);
    assertOk(await admin.put("/payment-receipt/1", { ...receiptForm, Remarks: "By his son" }));
    const refused = await approve(admin, id);
    expect(refused).toMatchObject({ status: 409, body: { code: "stale", data: { ApprovalID: id, State: "stale" } } });
    expect(await readApproval(admin, id)).toMatchObject({
      State: "stale",
      DecidedBy: "admin",
      StaleReason: "Somebody has changed this since you opened it. Look at the new version first.",
    });
    expect(await admin.list(paymentReceipt)).toMatchObject([{ VoidedAt: null }]);
    expect((await approve(admin, id)).body.code).toBe("wrong-state");
  });

  test("a request stays possible when only the email of its receipt was sent since", async () => {
    const harness = await openHarnessWithLimits({ Void: 1000 });
    const { admin, manager, portal } = harness;
    const [changed, voided] = [await createMailableReceipt(harness), await createMailableReceipt(harness)];
    const ids = [
      await manager.put(`/payment-receipt/${changed.PaymentReceiptID}`, { ...changed, AmountPaid: 100 }),
      await manager.delete(`/payment-receipt/${voided.PaymentReceiptID}`),
    ].map(expectApprovalRequested);
    assertOk(await sendPendingEmails(admin));
    await portal.sendMails();
    expect(await admin.list(paymentReceipt)).toMatchObject([
      { IsEmailSent: 1, Version: 2 },
      { IsEmailSent: 1, Version: 2 },
    ]);
    for (const id of ids) assertOk(await approve(admin, id));
    expect(await admin.list(paymentReceipt)).toMatchObject([{ AmountPaid: 100, IsEmailSent: 0 }]);
    expect(await admin.list(paymentReceipt, "?voided=1")).toMatchObject([{ HouseNo: voided.HouseNo }]);
  });

  test("a request is stale when the portal would refuse its call now", async () => {
    const { admin, manager } = await openHarnessWithLimits({ Refund: 100 });
    await createReceipt(admin, receiptForm);
    const refundForm = { ...adjustmentForm, Kind: "refund", Amount: 1500 };
    const ids = [
      expectApprovalRequested(await manager.post("/adjustment", refundForm)),
      expectApprovalRequested(await manager.post("/adjustment", refundForm)),
    ];
    assertOk(await approve(admin, ids[0] ?? 0));
    expect((await approve(admin, ids[1] ?? 0)).body.code).toBe("stale");
    expect(await readApproval(admin, ids[1] ?? 0)).toMatchObject({ StaleReason: "At most Rs 0.00 is possible" });
    expect(await admin.list(adjustment)).toMatchObject([{ AdjustmentNo: 1 }]);
  });

  test("the requester still needs the permission and an active account when the request is decided", async () => {
    const { admin, manager, changeUser, revoke } = await openHarnessWithLimits({ Void: 0 });
    const firstId = await requestVoidOfNewReceipt(manager);
    const secondId = await requestVoidOfNewReceipt(manager);
    await changeUser("manager", { IsActive: false });
    expect((await approve(admin, firstId)).body.code).toBe("stale");
    await changeUser("manager", { IsActive: true });
    await revoke({ role: "Manager", page: "/payment-management?tab=payment-receipt", action: "Delete" });
    expect((await approve(admin, secondId)).body.code).toBe("stale");
    expect(await admin.list(approval)).toMatchObject(
      [firstId, secondId].map((ApprovalID) => ({
        ApprovalID,
        StaleReason: "The requester no longer has the permission",
      })),
    );
    expect(await admin.list(paymentReceipt)).toHaveLength(2);
  });

  test("an approved receipt that waits for another one is not recorded if its requester or approver is disabled meanwhile", async () => {
    const { admin, manager, clerk, changeUser } = await openHarnessWithLimits({ BackdateDays: 5 });
    await giveClerkAdminRole({ admin, changeUser });
    const backdatedForm = { ...receiptForm, PaymentDate: "2026-11-01" };
    const [ofManager = 0, ofAdmin = 0] = [
      await manager.post("/payment-receipt", backdatedForm),
      await admin.post("/payment-receipt", backdatedForm),
    ].map(expectApprovalRequested);
    const run = vi.spyOn(ApprovableCalls.prototype, "run");
    onTestFinished(() => run.mockRestore());
    const earlierTransaction = createDeferred<void>();
    void queueReceiptTransaction(() => earlierTransaction.promise);
    onTestFinished(() => earlierTransaction.resolve());
    const decisions = [approve(admin, ofManager), approve(clerk, ofAdmin)];
    await expect.poll(() => run.mock.calls.length).toBe(decisions.length);
    await changeUser("manager", { IsActive: false });
    await changeUser("clerk", { IsActive: false });
    earlierTransaction.resolve();
    expect((await Promise.all(decisions)).map(({ status }) => status)).toEqual([409, 401]);
    expect(await admin.list(paymentReceipt)).toEqual([]);
    expect(await readApproval(admin, ofManager)).toMatchObject({
      State: "stale",
      StaleReason: "The requester no longer has the permission",
    });
    expect(await readApproval(admin, ofAdmin)).toMatchObject({ State: "pending" });
  });

  test("only one of many concurrent decisions on two servers takes effect", async () => {
    const { admin, manager, changeUser, portal } = await openHarnessWithLimits({ Void: 0 });
    const id = await requestVoidOfNewReceipt(manager);
    await giveClerkAdminRole({ admin, changeUser });
    const otherServer = await portal.startAnotherServer();
    const clerk = otherServer.person("clerk");
    await Promise.all([admin.token(), clerk.token()]);
    const replies = await Promise.all(
      [admin, clerk, admin, clerk, admin, clerk].map((person, index) =>
        index < 4 ? approve(person, id) : decline(person, id),
      ),
    );
    const refused = replies.filter(({ status }) => status !== 200);
    expect(refused).toHaveLength(5);
    for (const { status, body } of refused) expect([status, body.code]).toEqual([409, "wrong-state"]);
    const [winner] = replies.filter(({ status }) => status === 200);
    const { State } = await readApproval(admin, id);
    expect(winner?.body.data).toMatchObject({ State });
    expect(await admin.list(paymentReceipt)).toHaveLength(State === "approved" ? 0 : 1);
  });

  test("a user with a second factor must enter a code before a decision", async () => {
    const { admin, manager, clock } = await openHarnessWithLimits({ Void: 0 });
    const id = await requestVoidOfNewReceipt(manager);
    const { secret } = await enrol(admin, clock.now());
    clock.advanceMinutes(11);
    expect(await approve(admin, id)).toMatchObject({ status: 403, body: { code: "totp-required" } });
    expect(await decline(admin, id)).toMatchObject({ status: 403, body: { code: "totp-required" } });
    assertOk(await admin.post("/me/totp/verify", { code: codeAt(secret, clock.now()) }));
    assertOk(await approve(admin, id));
  });
});

test("a request is approved without a body", async () => {
  const { manager, admin } = await openHarnessWithLimits({ Void: 0 });
  const id = await requestVoidOfNewReceipt(manager);
  // Unlike `post`, sends no content type.
  assertOk(await readReply(await admin.fetch(`/approval/${id}/approve`, { method: "POST" })));
  expect(await readApproval(admin, id)).toMatchObject({ State: "approved", Note: "" });
});

test("a request is stored with the fields of its call only, as they were sent, and a repeat with other fields is the same one", async () => {
  const { manager, admin, ali, society, portal } = await openHarnessWithLimits({ Void: 0, Refund: 0, BackdateDays: 0 });
  const unknown = { Junk: "x".repeat(1_000), Version: 1 };
  const refund = { ...adjustmentForm, Kind: "refund", Amount: 100.5 };
  const { PlotID: _, ...bulkForm } = adjustmentForm;
  const backdated = { ...receiptForm, PaymentDate: "2026-11-10" };
  const ownClaim = { PlotID: society.aliPlot.PlotID, Amount: 700, PaymentDate: "2026-11-10", Method: "Cash" };
  const { ClaimID } = parseRecord(claim, await ali.post("/claim", ownClaim));
  const { PaymentReceiptID } = await createReceipt(admin, { ...receiptForm, AmountPaid: 9000 });
  const path = `/payment-receipt/${PaymentReceiptID}`;
  const change = { ...receiptForm, AmountPaid: 8000, Remarks: " Counted  again " };
  const calls = [
    { method: "POST", path: "/adjustment", body: refund },
    { method: "POST", path: "/adjustment/bulk", body: { ...bulkForm, PlotIDs: [1], Kind: "refund", Amount: 1 } },
    { method: "POST", path: "/payment-receipt", body: backdated },
    { method: "POST", path: `/claim/${ClaimID}/confirm`, body: { Remarks: "At the gate" } },
    { method: "PUT", path, body: change },
    { method: "DELETE", path, body: { Reason: "Entered twice" } },
  ];
  for (const call of calls)
    expectApprovalRequested(await manager.send({ ...call, body: { ...unknown, ...call.body } }));
  const connection = await connect(inject("mongoUri"), portal.databaseName);
  onTestFinished(() => connection.close());
  const stored = await connection.collection(approvalRequest.name).find().sort({ _id: 1 }).toArray();
  expect(stored.map(({ Body }) => JSON.parse(String(Body)))).toEqual(calls.map(({ body }) => body));
  const repeated = await manager.put(path, { ...change, Junk: "y" });
  const id = expectApprovalRequested(repeated);
  expect(await admin.list(approval)).toHaveLength(calls.length);
  assertOk(await approve(admin, id));
  expect(await admin.list(paymentReceipt)).toMatchObject([{ AmountPaid: 8000, Remarks: "Counted  again" }]);
});

describe("repeated requests", () => {
  test("a repeated request with an Idempotency-Key is answered 202 with the same ApprovalID, also after a crash and on another server", async () => {
    const { manager, admin, portal } = await openHarnessWithLimits({ WriteOff: 0 });
    const body = { ...adjustmentForm, Kind: "write-off", PaymentScheduleID: 1, Amount: 100 };
    const headers = { "idempotency-key": randomUUID() };
    const send = (person: Person) => person.send({ method: "POST", path: "/adjustment", body, headers });
    await manager.token();
    const replies = await Promise.all(Array.from({ length: 10 }, () => send(manager)));
    const otherServer = await portal.startAnotherServer();
    replies.push(await send(otherServer.person("manager")));
    await portal.dropStoredResponses();
    replies.push(await send(manager));
    expect(new Set(replies.map(expectApprovalRequested)).size).toBe(1);
    expect(await admin.list(approval)).toHaveLength(1);
  });

  test("a repeated decision with an Idempotency-Key gets the first reply", async () => {
    const { manager, admin } = await openHarnessWithLimits({ Void: 0 });
    const id = await requestVoidOfNewReceipt(manager);
    const headers = { "idempotency-key": randomUUID() };
    const send = () => admin.send({ method: "POST", path: `/approval/${id}/approve`, body: {}, headers });
    await admin.token();
    const replies = await Promise.all([send(), send(), send()]);
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await admin.list(paymentReceipt, "?voided=1")).toMatchObject([{ Version: 2 }]);
  });

  test("a DELETE that one user repeats creates one approval, and the same DELETE of another user creates a second one", async () => {
    const { manager, admin } = await openHarnessWithLimits({ Void: 0 });
    const id = await requestVoidOfNewReceipt(manager);
    const send = (person: Person) => person.delete("/payment-receipt/1");
    const withVersion = manager.delete("/payment-receipt/1", { Version: 1 });
    const repeated = await Promise.all([send(manager), send(manager), withVersion]);
    expect(new Set(repeated.map(expectApprovalRequested))).toEqual(new Set([id]));
    const otherId = expectApprovalRequested(await send(admin));
    expect(otherId).not.toBe(id);
    assertOk(await approve(manager, otherId));
    expect((await approve(admin, id)).body.code).toBe("stale");
  });

  test("a DELETE that is repeated after a change of its record creates an approval that can be approved", async () => {
    const { admin, manager } = await openHarnessWithLimits({ Void: 0 });
    const id = await requestVoidOfNewReceipt(manager);
    assertOk(await admin.put("/payment-receipt/1", { ...receiptForm, Remarks: "Counted again" }));
    const laterId = expectApprovalRequested(await manager.delete("/payment-receipt/1", { Version: 2 }));
    expect(laterId).not.toBe(id);
    assertOk(await approve(admin, laterId));
    expect((await approve(admin, id)).body.code).toBe("stale");
  });
});

test("a house that is deleted while its first receipt is sent for approval gets no approval", async () => {
  const { admin, manager, createPlot } = await openHarnessWithLimits({ BackdateDays: 5 });
  const houses = await Promise.all(Array.from({ length: 20 }, () => createPlot()));
  await Promise.all(
    houses.map(({ PlotID, HouseNo }) =>
      Promise.all([
        manager.post("/payment-receipt", { ...receiptForm, HouseNo, PaymentDate: "2026-11-01" }),
        admin.delete(`/plot/${PlotID}`),
      ]),
    ),
  );
  const remainingPlotIds = new Set((await admin.list(plot)).map(({ PlotID }) => PlotID));
  const approvalsWithoutHouse = (await admin.list(approval)).filter(({ PlotID }) => !remainingPlotIds.has(PlotID ?? 0));
  expect(approvalsWithoutHouse).toEqual([]);
});

test("a request still needs its approval after the limit is removed", async () => {
  const { admin, manager } = await openHarnessWithLimits({ Void: 0 });
  const id = await requestVoidOfNewReceipt(manager);
  await setLimits(admin, {});
  expect(await readApproval(admin, id)).toMatchObject({ State: "pending" });
  assertOk(await approve(admin, id));
  expect(await admin.list(paymentReceipt)).toEqual([]);
});

/** Makes the clerk a second administrator, who can decide on requests. */
async function giveClerkAdminRole({ admin, changeUser }: Pick<Harness, "admin" | "changeUser">): Promise<void> {
  const [{ RoleID } = { RoleID: 0 }] = await admin.list(users, "?Username=admin");
  await changeUser("clerk", { RoleID });
}

/** Creates a receipt and requests its void, which must be above the limit; returns the ApprovalID. */
async function requestVoidOfNewReceipt(person: Person): Promise<number> {
  const { PaymentReceiptID } = await createReceipt(person, receiptForm);
  return expectApprovalRequested(await person.delete(`/payment-receipt/${PaymentReceiptID}`));
}
