import { describe, expect, test } from "vitest";
import { z } from "zod";
import { paymentReceipt } from "../../shared/resources/payment-receipt.ts";
import { paymentSchedule } from "../../shared/resources/payment-schedule.ts";
import { openHarness } from "../harness/harness.ts";
import type { Person } from "../harness/person.ts";
import { createReceipt, receiptForm } from "../harness/receipts.ts";
import { assertOk, parseRecord } from "../harness/reply.ts";

/** Installments from November on; the first is due on the 10th and can be paid without a penalty until the 15th. */
const terms = { StartMonth: 11, IsPenaltyApply: true, PenaltyAmount: 200, GracePeriodDays: 5 };
/** 23:59 on 15 November in Pakistan. */
const graceEnd = "2026-11-15T18:59:00Z";
const afterGrace = "2026-11-15T19:01:00Z";

describe("the daily penalty job", () => {
  test("the daily job applies the penalty once to an installment unpaid after its grace period", async () => {
    const { admin, clock, portal, createSchedule, society } = await openHarness();
    const { rows } = await createSchedule({ ...terms, plots: [society.aliPlot.PlotID] });
    clock.set(graceEnd);
    await portal.runJobs();
    expect(await admin.list(paymentSchedule)).toEqual(rows);
    clock.set(afterGrace);
    await portal.runJobs();
    const after = await admin.list(paymentSchedule);
    expect(after).toEqual([{ ...rows[0], PenaltyApplied: 1, Version: 2 }, rows[1]]);
    await portal.runJobs();
    clock.advanceMinutes(60);
    await portal.runJobs();
    expect(await admin.list(paymentSchedule)).toEqual(after);
    expect(await listChanges(admin, rows[0])).toEqual(["update by Office", "insert by admin"]);
  });

  test("the daily job applies the penalty to part-paid installments and not to paid ones", async () => {
    const { admin, clerk, clock, portal, createSchedule } = await openHarness();
    const { rows } = await createSchedule({ ...terms, EndMonth: 11 });
    await createReceipt(admin, { AmountPaid: 2499.99, PaymentDate: "2026-11-12" });
    assertOk(await clerk.put(`/payment-schedule/${rows[1]?.PaymentScheduleID}`, { IsPaid: 1 }));
    clock.set(afterGrace);
    await portal.runJobs();
    const after = await admin.list(paymentSchedule);
    expect(after.map(({ PenaltyApplied, IsPaid }) => [PenaltyApplied, IsPaid])).toEqual([
      [1, 0],
      [0, 1],
    ]);
    expect((await admin.list(paymentReceipt))[0]).toMatchObject({ PenaltyAmount: 0, PenaltyApplied: 0 });
  });

  test("the daily jobs of two servers apply the penalty once", async () => {
    const { admin, clock, portal, createSchedule } = await openHarness();
    const { rows } = await createSchedule({ ...terms, EndMonth: 11 });
    const secondServer = await portal.startAnotherServer();
    clock.set(afterGrace);
    await Promise.all([portal.runJobs(), secondServer.runJobs(), portal.runJobs()]);
    for (const row of rows) expect(await listChanges(admin, row)).toEqual(["update by Office", "insert by admin"]);
  });

  test("a portal that was stopped at midnight applies the penalties after its start", async () => {
    const { admin, clock, portal, createSchedule } = await openHarness();
    await createSchedule({ ...terms, EndMonth: 11 });
    clock.set("2026-12-24T03:00:00Z");
    await portal.restart();
    await portal.runJobs();
    expect((await admin.list(paymentSchedule)).map(({ PenaltyApplied }) => PenaltyApplied)).toEqual([1, 1]);
  });

  test("payments during the daily job are recorded in full", async () => {
    const { admin, clerk, clock, portal, createSchedule, createPlot } = await openHarness();
    const houses = [];
    for (let count = 0; count < 8; count++) houses.push(await createPlot());
    const { rows } = await createSchedule({ ...terms, EndMonth: 11, plots: houses.map(({ PlotID }) => PlotID) });
    clock.set(afterGrace);
    await Promise.all([admin.token(), clerk.token()]);
    const pay = (HouseNo: string) =>
      admin.post("/payment-receipt", receiptForm({ HouseNo, PaymentDate: "2026-11-16" }));
    await Promise.all([
      portal.runJobs(),
      ...houses.slice(0, 4).map(({ HouseNo }) => pay(HouseNo)),
      ...rows.slice(4, 6).map((row) => clerk.put(`/payment-schedule/${row.PaymentScheduleID}`, { IsPaid: 1 })),
    ]);
    const after = await admin.list(paymentSchedule);
    expect(after.map((row) => [row.PenaltyApplied, row.IsPaid, row.AmountReceived])).toEqual([
      ...Array(4).fill([1, 0, 2500]),
      ...Array(2).fill([1, 1, 2700]),
      ...Array(2).fill([1, 0, 0]),
    ]);
  });
});

describe("an installment reopened or ticked after its grace period", () => {
  test("after the grace period, a void or reduction of a receipt or an untick applies the penalty at once", async () => {
    const { admin, clock, createSchedule, createPlot } = await openHarness();
    const houses = [await createPlot(), await createPlot(), await createPlot()];
    const { rows } = await createSchedule({ ...terms, EndMonth: 11, plots: houses.map(({ PlotID }) => PlotID) });
    const payment = { PaymentDate: "2026-11-12" };
    const voidedReceipt = await createReceipt(admin, { ...payment, HouseNo: houses[0]?.HouseNo });
    const changedForm = receiptForm({ ...payment, HouseNo: houses[1]?.HouseNo });
    const changedReceipt = await createReceipt(admin, changedForm);
    const tickedPath = `/payment-schedule/${rows[2]?.PaymentScheduleID}`;
    assertOk(await admin.put(tickedPath, { IsPaid: 1 }));
    clock.set(afterGrace);
    assertOk(await admin.delete(`/payment-receipt/${voidedReceipt.PaymentReceiptID}`));
    assertOk(
      await admin.put(`/payment-receipt/${changedReceipt.PaymentReceiptID}`, { ...changedForm, AmountPaid: 2000 }),
    );
    const unticked = parseRecord(paymentSchedule, await admin.put(tickedPath, { IsPaid: 0 }));
    expect(unticked).toMatchObject({ PenaltyApplied: 1, TickedAmount: 0, TickedDate: null });
    const after = await admin.list(paymentSchedule);
    expect(after.map((row) => [row.PenaltyApplied, row.AmountReceived])).toEqual([
      [1, 0],
      [1, 2000],
      [1, 0],
    ]);
  });

  test("a tick after the grace period includes the penalty even before the daily job runs", async () => {
    const { clerk, clock, createSchedule } = await openHarness();
    const { rows } = await createSchedule({ ...terms, EndMonth: 11 });
    clock.set(afterGrace);
    const path = `/payment-schedule/${rows[0]?.PaymentScheduleID}`;
    expect(parseRecord(paymentSchedule, await clerk.put(path, { IsPaid: 1 }))).toMatchObject({
      PenaltyApplied: 1,
      TickedAmount: 2700,
      TickedDate: "2026-11-16",
    });
  });
});

const auditEntries = z.array(z.looseObject({ Type: z.string(), By: z.string() }));

/** Lists the audit entries of an installment, newest first, as "type by user". */
async function listChanges(person: Person, row: { PaymentScheduleID: number } | undefined): Promise<string[]> {
  const path = `/audit?resource=payment-schedule&id=${row?.PaymentScheduleID}`;
  return auditEntries.parse(assertOk(await person.get(path)).body.data).map(({ Type, By }) => `${Type} by ${By}`);
}
