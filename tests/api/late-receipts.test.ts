import { describe, expect, test } from "vitest";
import type { RecordOf } from "../../shared/registry.ts";
import { paymentReceipt } from "../../shared/resources/payment-receipt.ts";
import { paymentSchedule } from "../../shared/resources/payment-schedule.ts";
import { openHarness } from "../harness/harness.ts";
import { assertOk, parseRecord } from "../harness/reply.ts";

const inTime = "2026-11-15";
const late = "2026-11-16";

describe("a receipt entered after the grace period", () => {
  test("a receipt dated within the grace period removes the penalty", async () => {
    const { enter, rows } = await createLateHouse();
    expect(await rows()).toEqual(["0 of 2700", "0 of 2500"]);
    const receipt = await enter(2500, inTime);
    expect(await rows()).toEqual(["2500 of 2500", "0 of 2500"]);
    expect(receipt).toMatchObject({ Credit: 0, PenaltyAmount: 0, PenaltyApplied: 0 });
  });

  test("a receipt dated after the grace period pays the amount and the penalty", async () => {
    const { enter, rows } = await createLateHouse();
    expect(await enter(2600, late)).toMatchObject({ PenaltyAmount: 100, PenaltyApplied: 1 });
    expect(await enter(200, late)).toMatchObject({ PenaltyAmount: 100, PenaltyApplied: 1 });
    expect(await rows()).toEqual(["2700 of 2700", "100 of 2500"]);
  });

  test("the second of two receipts dated within the grace period removes the penalty", async () => {
    const { enter, rows } = await createLateHouse();
    await enter(1000, "2026-11-12");
    expect(await rows()).toEqual(["1000 of 2700", "0 of 2500"]);
    await enter(1500, inTime);
    expect(await rows()).toEqual(["2500 of 2500", "0 of 2500"]);
  });

  test("a receipt dated in time settles its installment before a later one, whose amount moves to the next installment", async () => {
    const { enter, rows, receipts } = await createLateHouse();
    await enter(2600, late);
    expect(await rows()).toEqual(["2600 of 2700", "0 of 2500"]);
    await enter(2500, inTime);
    expect(await rows()).toEqual(["2500 of 2500", "2500 of 2500"]);
    expect(await receipts()).toMatchObject([
      { Allocations: [{ Amount: 2500 }], Credit: 100, PenaltyAmount: 0, PenaltyApplied: 0 },
      { Allocations: [{ Amount: 2500 }], Credit: 0, PenaltyAmount: 0, PenaltyApplied: 0 },
    ]);
  });

  test("a receipt dated in time does not remove a penalty that is already paid", async () => {
    const { enter, rows, receipts } = await createLateHouse();
    await enter(2700, late);
    await enter(2500, inTime);
    expect(await rows()).toEqual(["2700 of 2700", "2500 of 2500"]);
    expect(await receipts()).toMatchObject([{ PenaltyAmount: 200 }, { PenaltyAmount: 0 }]);
  });

  test("voiding a receipt dated in time applies the penalty again", async () => {
    const { admin, enter, rows } = await createLateHouse();
    const receipt = await enter(2500, inTime);
    assertOk(await admin.delete(`/payment-receipt/${receipt.PaymentReceiptID}`));
    expect(await rows()).toEqual(["0 of 2700", "0 of 2500"]);
  });

  test("changing the date of a receipt settles it by the new date", async () => {
    const { admin, enter, form, rows } = await createLateHouse();
    const receipt = await enter(2500, late);
    const redate = async (day: string) =>
      assertOk(await admin.put(`/payment-receipt/${receipt.PaymentReceiptID}`, form(2500, day)));
    expect(await rows()).toEqual(["2500 of 2700", "0 of 2500"]);
    await redate(inTime);
    expect(await rows()).toEqual(["2500 of 2500", "0 of 2500"]);
    await redate(late);
    expect(await rows()).toEqual(["2500 of 2700", "0 of 2500"]);
  });

  test("a receipt and a tick within the grace period together remove the penalty", async () => {
    const { admin, clock, createSchedule, society } = await openHarness();
    const { rows } = await createSchedule({ ...terms, EndMonth: 11, plots: [society.aliPlot.PlotID] });
    const receiptBody = { HouseNo: "A-1", AmountPaid: 1000, PaymentDate: inTime, PaymentMethod: "Cash" };
    const receipt = parseRecord(paymentReceipt, await admin.post("/payment-receipt", receiptBody));
    assertOk(await admin.put(`/payment-schedule/${rows[0]?.PaymentScheduleID}`, { IsPaid: 1 }));
    clock.set("2026-11-20T07:00:00Z");
    assertOk(await admin.delete(`/payment-receipt/${receipt.PaymentReceiptID}`));
    expect(await admin.list(paymentSchedule)).toMatchObject([{ PenaltyApplied: 1, AmountReceived: 1500, IsPaid: 0 }]);
    assertOk(await admin.post("/payment-receipt", receiptBody));
    expect(await admin.list(paymentSchedule)).toMatchObject([{ PenaltyApplied: 0, AmountReceived: 2500, IsPaid: 1 }]);
  });
});

test("credit from a receipt dated in time pays an installment generated after the grace period without its penalty", async () => {
  const { admin, clock, createSchedule, society } = await openHarness();
  assertOk(
    await admin.post("/payment-receipt", {
      HouseNo: "A-1",
      AmountPaid: 2500,
      PaymentDate: inTime,
      PaymentMethod: "Cash",
    }),
  );
  clock.set("2026-11-20T07:00:00Z");
  await createSchedule({ ...terms, EndMonth: 11, plots: [society.aliPlot.PlotID] });
  expect(await admin.list(paymentSchedule)).toMatchObject([{ PenaltyApplied: 0, AmountReceived: 2500, IsPaid: 1 }]);
});

const terms = { StartMonth: 11, IsPenaltyApply: true, PenaltyAmount: 200, GracePeriodDays: 5 };

/** House A-1 on 20 November: its installment of November bears the penalty, that of December is not yet due. */
async function createLateHouse() {
  const { admin, clock, portal, createSchedule, society } = await openHarness();
  await createSchedule({ ...terms, plots: [society.aliPlot.PlotID] });
  clock.set("2026-11-20T07:00:00Z");
  await portal.runJobs();
  const form = (AmountPaid: number, PaymentDate: string) => ({
    HouseNo: "A-1",
    AmountPaid,
    PaymentDate,
    PaymentMethod: "Cash",
  });
  return {
    admin,
    form,
    enter: async (amount: number, day: string): Promise<RecordOf<typeof paymentReceipt>> =>
      parseRecord(paymentReceipt, await admin.post("/payment-receipt", form(amount, day))),
    receipts: () => admin.list(paymentReceipt),
    rows: async () =>
      (await admin.list(paymentSchedule)).map(
        (row) => `${row.AmountReceived} of ${row.Amount + (row.PenaltyApplied ? row.PenaltyAmount : 0)}`,
      ),
  };
}
