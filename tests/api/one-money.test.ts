import fc from "fast-check";
import { expect, test } from "vitest";
import { paymentReceipt } from "../../shared/resources/payment-receipt.ts";
import { paymentSchedule } from "../../shared/resources/payment-schedule.ts";
import { recordIn } from "../world/reply.ts";
import { sharedWorld } from "../world/world.ts";

const { admin, aPlan, aPlot } = await sharedWorld();
const { rate, plan } = await aPlan({ FloorRate: 1000, IsPenaltyApply: true, PenaltyAmount: 99.95, GracePeriodDays: 5 });

const paisa = fc.integer({ min: 1, max: 500_000 });
const which = fc.nat(11);
const steps = fc.oneof(
  fc.record({ does: fc.constant("generate" as const) }),
  fc.record({ does: fc.constant("receive" as const), paisa }),
  fc.record({ does: fc.constant("change" as const), paisa, which }),
  fc.record({ does: fc.constant("void" as const), which }),
  fc.record({ does: fc.constantFrom("tick" as const, "untick" as const), which }),
);
type Step = typeof steps extends fc.Arbitrary<infer Value> ? Value : never;

test("after any receipts, changes, voids and ticks every paisa is accounted for, and no credit lies idle", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { minLength: 5, maxLength: 25 }), async (sequence) => {
      const house = await aPlot();
      const paid = new Map<number, number>();
      for (const step of sequence) await take(step, { house, paid });
      await expectSoundBooks(house, paid);
    }),
    { numRuns: 12 },
  );
});

interface Told {
  house: { HouseNo: string; PlotID: number };
  /** Paisa by live receipt, as they were handed in. */
  paid: Map<number, number>;
}

async function take(step: Step, { house, paid }: Told): Promise<void> {
  const { HouseNo, PlotID } = house;
  const { RateID } = rate;
  const { PaymentPlanID } = plan;
  const form = (amount: number) => ({
    HouseNo,
    AmountPaid: amount / 100,
    PaymentDate: "2026-11-14",
    PaymentMethod: "Cash",
  });
  if (step.does === "generate") await admin.post("/payment-schedule", { RateID, PaymentPlanID, PlotIDs: [PlotID] });
  if (step.does === "receive") {
    const made = recordIn(paymentReceipt, await admin.post("/payment-receipt", form(step.paisa)));
    paid.set(made.PaymentReceiptID, step.paisa);
  }
  if (step.does === "change" || step.does === "void") {
    const id = [...paid.keys()][step.which % Math.max(1, paid.size)];
    if (id === undefined) return;
    const path = `/payment-receipt/${id}`;
    const { status } = step.does === "void" ? await admin.delete(path) : await admin.put(path, form(step.paisa));
    expect(status).toBe(200);
    if (step.does === "void") paid.delete(id);
    else paid.set(id, step.paisa);
  }
  if (step.does === "tick" || step.does === "untick") {
    const row = (await admin.list(paymentSchedule, `?PlotID=${PlotID}`))[step.which];
    if (row) await admin.put(`/payment-schedule/${row.PaymentScheduleID}`, { IsPaid: step.does === "tick" ? 1 : 0 });
  }
}

async function expectSoundBooks({ PlotID }: Told["house"], paid: Told["paid"]): Promise<void> {
  const receipts = await admin.list(paymentReceipt, `?PlotID=${PlotID}`);
  expect(new Map(receipts.map((receipt) => [receipt.PaymentReceiptID, inPaisa(receipt.AmountPaid)]))).toEqual(paid);
  const given = new Map<number, number>();
  for (const { Allocations, AmountPaid, Credit } of receipts) {
    expect(Allocations.reduce((sum, { Amount }) => sum + inPaisa(Amount), inPaisa(Credit))).toBe(inPaisa(AmountPaid));
    for (const { PaymentScheduleID, Amount } of Allocations)
      given.set(PaymentScheduleID, (given.get(PaymentScheduleID) ?? 0) + inPaisa(Amount));
  }
  const rows = await admin.list(paymentSchedule, `?PlotID=${PlotID}`);
  for (const row of rows) {
    const due = inPaisa(row.Amount) + (row.PenaltyApplied ? inPaisa(row.PenaltyAmount) : 0);
    expect(inPaisa(row.AmountReceived)).toBe((given.get(row.PaymentScheduleID) ?? 0) + inPaisa(row.TickedAmount));
    expect(row.IsPaid).toBe(inPaisa(row.AmountReceived) === due ? 1 : 0);
  }
  if (receipts.some(({ Credit }) => Credit > 0)) expect(rows.every(({ IsPaid }) => IsPaid === 1)).toBe(true);
}

function inPaisa(rupees: number): number {
  return Math.round(rupees * 100);
}
