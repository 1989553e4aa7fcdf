import { expect, test } from "vitest";
import { paymentReceipt } from "../../shared/resources/payment-receipt.ts";
import { paymentSchedule } from "../../shared/resources/payment-schedule.ts";
import { openSharedHarness } from "../harness/harness.ts";
import { receiptForm } from "../harness/receipts.ts";
import { assertOk } from "../harness/reply.ts";

const { admin, createPlan, createRate, portal, society } = await openSharedHarness();

test("a request that is repeated after the loss of its stored response has no second effect and gets the same reply", {
  tags: "requirement-17",
}, async () => {
  const { rate, plan } = await createPlan();
  const laterRate = await createRate({ StartYear: 2027, EndYear: 2027 });
  const schedule = { RateID: rate.RateID, PaymentPlanID: plan.PaymentPlanID, PlotIDs: [society.aliPlot.PlotID] };
  const requests = [
    ["/payment-schedule", schedule],
    ["/payment-receipt", receiptForm({ AmountPaid: 3000 })],
    ["/payment-plan", { RateID: laterRate.RateID }],
    ["/plot-type", { TypeName: "Farm" }],
  ] as const;
  const send = async ([path, body]: (typeof requests)[number]) =>
    assertOk(await admin.send({ method: "POST", path, body, headers: { "idempotency-key": `once ${path}` } })).body;
  const firstReplies = [];
  for (const request of requests) firstReplies.push(await send(request));
  await portal.dropStoredResponses();
  expect(await Promise.all(requests.map(send))).toEqual(firstReplies);
  expect(await admin.list(paymentReceipt)).toHaveLength(1);
  expect(await admin.list(paymentSchedule)).toHaveLength(12);
});
