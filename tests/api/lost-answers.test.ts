import { expect, test } from "vitest";
import { paymentReceipt } from "../../shared/resources/payment-receipt.ts";
import { paymentSchedule } from "../../shared/resources/payment-schedule.ts";
import { accepted } from "../world/reply.ts";
import { sharedWorld } from "../world/world.ts";

const { admin, aPlan, aRate, portal, society } = await sharedWorld();

test("what was done before the server fell is not done again, and its answer is the one that was lost", async () => {
  const { rate, plan } = await aPlan();
  const other = await aRate({ StartYear: 2027, EndYear: 2027 });
  const schedule = { RateID: rate.RateID, PaymentPlanID: plan.PaymentPlanID, PlotIDs: [society.ali.PlotID] };
  const receipt = { HouseNo: "A-1", AmountPaid: 3000, PaymentDate: "2026-11-14", PaymentMethod: "Cash" };
  const send = async (path: string, body: unknown) =>
    accepted(await admin.send({ method: "POST", path, body, headers: { "idempotency-key": `once ${path}` } })).body;
  const sendAll = async () => [
    await send("/payment-schedule", schedule),
    await send("/payment-receipt", receipt),
    await send("/payment-plan", { RateID: other.RateID }),
    await send("/plot-type", { TypeName: "Farm" }),
  ];
  const first = await sendAll();
  await portal.loseAnswers();
  expect(await sendAll()).toEqual(first);
  expect(await admin.list(paymentReceipt)).toHaveLength(1);
  expect(await admin.list(paymentSchedule)).toHaveLength(12);
}, 30_000);
