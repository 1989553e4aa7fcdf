import { expect, test } from "vitest";
import { adjustment } from "../../shared/resources/adjustment.ts";
import { claim } from "../../shared/resources/claim.ts";
import { drawer } from "../../shared/resources/drawer.ts";
import { paymentReceipt } from "../../shared/resources/payment-receipt.ts";
import { paymentSchedule } from "../../shared/resources/payment-schedule.ts";
import { users } from "../../shared/resources/users.ts";
import { adjustmentForm } from "../harness/adjustments.ts";
import { expectApprovalRequested, setLimits } from "../harness/approvals.ts";
import { addCheque, depositCheque } from "../harness/cheques.ts";
import { openDrawer } from "../harness/drawers.ts";
import { openHarness, openSharedHarness } from "../harness/harness.ts";
import type { Person } from "../harness/person.ts";
import { createReceipt, receiptForm } from "../harness/receipts.ts";
import { assertOk, parseRecord } from "../harness/reply.ts";

const sharedHarness = await openSharedHarness();

type KeyedRequest = readonly [path: string, body: unknown];

/** Sends the request with the same Idempotency-Key each time; returns the body of the reply. */
async function sendOnce(person: Person, [path, body]: KeyedRequest) {
  return assertOk(await person.send({ method: "POST", path, body, headers: { "idempotency-key": `once ${path}` } }))
    .body;
}

test("a request that is repeated after the loss of its stored response has no second effect and gets the same reply", {
  tags: "requirement-17",
}, async () => {
  const { admin, createPlan, createRate, portal, society } = sharedHarness;
  const { rate, plan } = await createPlan();
  const laterRate = await createRate({ StartYear: 2027, EndYear: 2027 });
  const schedule = { RateID: rate.RateID, PaymentPlanID: plan.PaymentPlanID, PlotIDs: [society.aliPlot.PlotID] };
  const requests: KeyedRequest[] = [
    ["/payment-schedule", schedule],
    ["/payment-receipt", receiptForm({ AmountPaid: 3000 })],
    ["/payment-plan", { RateID: laterRate.RateID }],
    ["/plot-type", { TypeName: "Farm" }],
  ];
  const firstReplies = [];
  for (const request of requests) firstReplies.push(await sendOnce(admin, request));
  await portal.dropStoredResponses();
  expect(await Promise.all(requests.map((request) => sendOnce(admin, request)))).toEqual(firstReplies);
  expect(await admin.list(paymentReceipt)).toHaveLength(1);
  expect(await admin.list(paymentSchedule)).toHaveLength(12);
});

test("a step of a record that is repeated after the loss of its stored response gets the same reply", {
  tags: "requirement-17",
}, async () => {
  const { admin, manager, ali, portal, society } = await openHarness();
  const { PlotID, HouseNo } = society.aliPlot;
  const [{ UserID: managerId } = { UserID: 0 }] = await admin.list(users, "?Username=manager");
  const addClaim = async () => {
    const form = {
      PlotID,
      Amount: 5000,
      PaymentDate: "2026-11-10",
      Method: "Bank Transfer",
      BankName: "HBL",
      Reference: "TX-1",
    };
    return parseRecord(claim, await ali.post("/claim", form)).ClaimID;
  };
  const requestVoid = async () => {
    const { PaymentReceiptID } = await createReceipt(manager, { HouseNo });
    return expectApprovalRequested(await manager.delete(`/payment-receipt/${PaymentReceiptID}`));
  };
  const handedOver = await openDrawer(admin);
  const { AdjustmentID } = parseRecord(adjustment, await admin.post("/adjustment", adjustmentForm({ PlotID })));
  const { ChequeID: chequeInHand } = await addCheque(admin);
  const [cleared, bounced] = [await depositCheque(admin), await depositCheque(admin)];
  const reason = { Reason: "Entered by mistake" };
  const date = { Date: "2026-11-15" };
  const steps: KeyedRequest[] = [
    [`/drawer/${handedOver.DrawerID}/handover`, { ToUserID: managerId }],
    [`/cheque/${cleared}/clear`, date],
    [`/cheque/${bounced}/bounce`, { ...date, Fee: 500, ...reason }],
    [`/cheque/${chequeInHand}/return`, date],
    [`/claim/${await addClaim()}/confirm`, {}],
    [`/claim/${await addClaim()}/decline`, { Note: "No such payment" }],
    [`/adjustment/${AdjustmentID}/void`, reason],
  ];
  const replies = [];
  for (const step of steps) replies.push(await sendOnce(admin, step));
  const [managersDrawer] = await admin.list(drawer, "?IsClosed=0");
  await setLimits(admin, { Void: 0 });
  const laterSteps: KeyedRequest[] = [
    [`/drawer/${managersDrawer?.DrawerID}/close`, { Denominations: { "1000": 1 }, DifferenceReason: "Counted twice" }],
    [`/approval/${await requestVoid()}/approve`, {}],
    [`/approval/${await requestVoid()}/decline`, { Note: "Not like this" }],
    [
      `/plot/${society.sanaPlot.PlotID}/transfer`,
      { OwnerName: "Omar", CNIC: "42101-1234567-1", ...date, AcceptDues: true },
    ],
  ];
  for (const step of laterSteps) replies.push(await sendOnce(admin, step));
  await portal.dropStoredResponses();
  const repeated = await Promise.all([...steps, ...laterSteps].map((step) => sendOnce(admin, step)));
  expect(repeated).toEqual(replies);
});
