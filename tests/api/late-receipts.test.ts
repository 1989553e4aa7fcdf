import { describe, expect, test } from "vitest";
import type { RecordOf } from "../../shared/registry.ts";
import { paymentReceipt } from "../../shared/resources/payment-receipt.ts";
import { paymentSchedule } from "../../shared/resources/payment-schedule.ts";
import { openHarness } from "../harness/harness.ts";
import { assertOk, parseRecord } from "../harness/reply.ts";

const inTime = "2026-11-15";
const late = "2026-11-16";

describe("a receipt entered late", () => {
  test("but dated within the days of grace takes the penalty off", async () => {
    const { enter, rows } = await createLateHouse();
    expect(await rows()).toEqual(["0 of 2700", "0 of 2500"]);
    const made = await enter(2500, inTime);
    expect(await rows()).toEqual(["2500 of 2500", "0 of 2500"]);
    expect(made).toMatchObject({ Credit: 0, PenaltyAmount: 0, PenaltyApplied: 0 });
  });

  test("and dated late pays amount and penalty", async () => {
    const { enter, rows } = await createLateHouse();
    expect(await enter(2600, late)).toMatchObject({ PenaltyAmount: 100, PenaltyApplied: 1 });
    expect(await enter(200, late)).toMatchObject({ PenaltyAmount: 100, PenaltyApplied: 1 });
    expect(await rows()).toEqual(["2700 of 2700", "100 of 2500"]);
  });

  test("in two parts takes it off with the second", async () => {
    const { enter, rows } = await createLateHouse();
    await enter(1000, "2026-11-12");
    expect(await rows()).toEqual(["1000 of 2700", "0 of 2500"]);
    await enter(1500, inTime);
    expect(await rows()).toEqual(["2500 of 2500", "0 of 2500"]);
  });

  test("costs no penalty when later money was entered first: that gives way and pays the next", async () => {
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

  test("does not bring back a penalty that was paid", async () => {
    const { enter, rows, receipts } = await createLateHouse();
    await enter(2700, late);
    await enter(2500, inTime);
    expect(await rows()).toEqual(["2700 of 2700", "2500 of 2500"]);
    expect(await receipts()).toMatchObject([{ PenaltyAmount: 200 }, { PenaltyAmount: 0 }]);
  });

  test("and voided again brings the penalty back", async () => {
    const { admin, enter, rows } = await createLateHouse();
    const made = await enter(2500, inTime);
    assertOk(await admin.delete(`/payment-receipt/${made.PaymentReceiptID}`));
    expect(await rows()).toEqual(["0 of 2700", "0 of 2500"]);
  });

  test("with another date is settled by that date", async () => {
    const { admin, enter, form, rows } = await createLateHouse();
    const made = await enter(2500, late);
    const redate = async (day: string) =>
      assertOk(await admin.put(`/payment-receipt/${made.PaymentReceiptID}`, form(2500, day)));
    expect(await rows()).toEqual(["2500 of 2700", "0 of 2500"]);
    await redate(inTime);
    expect(await rows()).toEqual(["2500 of 2500", "0 of 2500"]);
    await redate(late);
    expect(await rows()).toEqual(["2500 of 2700", "0 of 2500"]);
  });

  test("counts together with what was ticked in time", async () => {
    const { admin, clock, createSchedule, society } = await openHarness();
    const { rows } = await createSchedule({ ...terms, EndMonth: 11, plots: [society.ali.PlotID] });
    const part = { HouseNo: "A-1", AmountPaid: 1000, PaymentDate: inTime, PaymentMethod: "Cash" };
    const made = parseRecord(paymentReceipt, await admin.post("/payment-receipt", part));
    assertOk(await admin.put(`/payment-schedule/${rows[0]?.PaymentScheduleID}`, { IsPaid: 1 }));
    clock.set("2026-11-20T07:00:00Z");
    assertOk(await admin.delete(`/payment-receipt/${made.PaymentReceiptID}`));
    expect(await admin.list(paymentSchedule)).toMatchObject([{ PenaltyApplied: 1, AmountReceived: 1500, IsPaid: 0 }]);
    assertOk(await admin.post("/payment-receipt", part));
    expect(await admin.list(paymentSchedule)).toMatchObject([{ PenaltyApplied: 0, AmountReceived: 2500, IsPaid: 1 }]);
  });
});

test("credit dated in time pays a charge that is made late without its penalty", async () => {
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
  await createSchedule({ ...terms, EndMonth: 11, plots: [society.ali.PlotID] });
  expect(await admin.list(paymentSchedule)).toMatchObject([{ PenaltyApplied: 0, AmountReceived: 2500, IsPaid: 1 }]);
});

const terms = { StartMonth: 11, IsPenaltyApply: true, PenaltyAmount: 200, GracePeriodDays: 5 };

/** November bears its penalty, December is to come. */
async function createLateHouse() {
  const { admin, clock, portal, createSchedule, society } = await openHarness();
  await createSchedule({ ...terms, plots: [society.ali.PlotID] });
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
