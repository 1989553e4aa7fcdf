import { expect, test } from "vitest";
import { paymentReceipt } from "../../shared/resources/payment-receipt.ts";
import { paymentSchedule } from "../../shared/resources/payment-schedule.ts";
import { openSharedHarness } from "../harness/harness.ts";
import { assertOk } from "../harness/reply.ts";

const { admin, createPlan, createRate, portal, society } = await openSharedHarness();

test("what was done before the server fell is not done again, and its answer is the one that was lost", {
  tags: "requirement-17",
}, async () => {
  const { rate, plan } = await createPlan();
  const other = await createRate({ StartYear: 2027, EndYear: 2027 });
  const schedule = { RateID: rate.RateID, PaymentPlanID: plan.PaymentPlanID, PlotIDs: [society.ali.PlotID] };
  const receipt = { HouseNo: "A-1", AmountPaid: 3000, PaymentDate: "2026-11-14", PaymentMethod: "Cash" };
  const calls = [
    ["/payment-schedule", schedule],
    ["/payment-receipt", receipt],
    ["/payment-plan", { RateID: other.RateID }],
    ["/plot-type", { TypeName: "Farm" }],
  ] as const;
  const send = async ([path, body]: (typeof calls)[number]) =>
    assertOk(await admin.send({ method: "POST", path, body, headers: { "idempotency-key": `once ${path}` } })).body;
  const first = [];
  for (const call of calls) first.push(await send(call));
  await portal.dropStoredResponses();
  expect(await Promise.all(calls.map(send))).toEqual(first);
  expect(await admin.list(paymentReceipt)).toHaveLength(1);
  expect(await admin.list(paymentSchedule)).toHaveLength(12);
});
