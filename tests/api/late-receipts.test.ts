import { describe, expect, test } from "vitest";
import { paymentReceipt } from "../../shared/resources/payment-receipt.ts";
import { paymentSchedule } from "../../shared/resources/payment-schedule.ts";
import { openHarness } from "../harness/harness.ts";
import { createReceipt, receiptForm } from "../harness/receipts.ts";
import { assertOk } from "../harness/reply.ts";

const withinGrace = "2026-11-15";
const afterGrace = "2026-11-16";

describe("a receipt entered after the grace period", () => {
  test("a receipt dated within the grace period removes the penalty", async () => {
    const { addReceipt, readInstallments } = await openOverdueHouse();
    expect(await readInstallments()).toEqual(["0 of 2700", "0 of 2500"]);
    const receipt = await addReceipt(2500, withinGrace);
    expect(await readInstallments()).toEqual(["2500 of 2500", "0 of 2500"]);
    expect(receipt).toMatchObject({ Credit: 0, PenaltyAmount: 0, PenaltyApplied: 0 });
  });

  test("a receipt dated after the grace period pays the amount and the penalty", async () => {
    const { addReceipt, readInstallments } = await openOverdueHouse();
    expect(await addReceipt(2600, afterGrace)).toMatchObject({ PenaltyAmount: 100, PenaltyApplied: 1 });
    expect(await addReceipt(200, afterGrace)).toMatchObject({ PenaltyAmount: 100, PenaltyApplied: 1 });
    expect(await readInstallments()).toEqual(["2700 of 2700", "100 of 2500"]);
  });

  test("the second of two receipts dated within the grace period removes the penalty", async () => {
    const { addReceipt, readInstallments } = await openOverdueHouse();
    await addReceipt(1000, "2026-11-12");
    expect(await readInstallments()).toEqual(["1000 of 2700", "0 of 2500"]);
    await addReceipt(1500, withinGrace);
    expect(await readInstallments()).toEqual(["2500 of 2500", "0 of 2500"]);
  });

  test("a receipt dated within the grace period settles its installment before a receipt with a later date, which then pays the next installment", async () => {
    const { addReceipt, readInstallments, listReceipts } = await openOverdueHouse();
    await addReceipt(2600, afterGrace);
    expect(await readInstallments()).toEqual(["2600 of 2700", "0 of 2500"]);
    await addReceipt(2500, withinGrace);
    expect(await readInstallments()).toEqual(["2500 of 2500", "2500 of 2500"]);
    expect(await listReceipts()).toMatchObject([
      { Allocations: [{ Amount: 2500 }], Credit: 100, PenaltyAmount: 0, PenaltyApplied: 0 },
      { Allocations: [{ Amount: 2500 }], Credit: 0, PenaltyAmount: 0, PenaltyApplied: 0 },
    ]);
  });

  test("a receipt dated within the grace period does not remove a penalty that is already paid", async () => {
    const { addReceipt, readInstallments, listReceipts } = await openOverdueHouse();
    await addReceipt(2700, afterGrace);
    await addReceipt(2500, withinGrace);
    expect(await readInstallments()).toEqual(["2700 of 2700", "2500 of 2500"]);
    expect(await listReceipts()).toMatchObject([{ PenaltyAmount: 200 }, { PenaltyAmount: 0 }]);
  });

  test("voiding a receipt dated within the grace period applies the penalty again", async () => {
    const { admin, addReceipt, readInstallments } = await openOverdueHouse();
    const receipt = await addReceipt(2500, withinGrace);
    assertOk(await admin.delete(`/payment-receipt/${receipt.PaymentReceiptID}`));
    expect(await readInstallments()).toEqual(["0 of 2700", "0 of 2500"]);
  });

  test("a receipt with a changed date settles by the new date", async () => {
    const { admin, addReceipt, readInstallments } = await openOverdueHouse();
    const receipt = await addReceipt(2500, afterGrace);
    const changeDate = async (day: string) =>
      assertOk(await admin.put(`/payment-receipt/${receipt.PaymentReceiptID}`, receiptForm({ PaymentDate: day })));
    expect(await readInstallments()).toEqual(["2500 of 2700", "0 of 2500"]);
    await changeDate(withinGrace);
    expect(await readInstallments()).toEqual(["2500 of 2500", "0 of 2500"]);
    await changeDate(afterGrace);
    expect(await readInstallments()).toEqual(["2500 of 2700", "0 of 2500"]);
  });

  test("a receipt and a tick within the grace period together remove the penalty", async () => {
    const { admin, clock, createSchedule, society } = await openHarness();
    const { rows } = await createSchedule({ ...terms, EndMonth: 11, plots: [society.aliPlot.PlotID] });
    const receipt = await createReceipt(admin, { AmountPaid: 1000, PaymentDate: withinGrace });
    assertOk(await admin.put(`/payment-schedule/${rows[0]?.PaymentScheduleID}`, { IsPaid: 1 }));
    clock.set("2026-11-20T07:00:00Z");
    assertOk(await admin.delete(`/payment-receipt/${receipt.PaymentReceiptID}`));
    expect(await admin.list(paymentSchedule)).toMatchObject([{ PenaltyApplied: 1, AmountReceived: 1500, IsPaid: 0 }]);
    await createReceipt(admin, { AmountPaid: 1000, PaymentDate: withinGrace });
    expect(await admin.list(paymentSchedule)).toMatchObject([{ PenaltyApplied: 0, AmountReceived: 2500, IsPaid: 1 }]);
  });
});

test("credit from a receipt dated within the grace period pays an installment generated after the grace period without its penalty", async () => {
  const { admin, clock, createSchedule, society } = await openHarness();
  await createReceipt(admin, { PaymentDate: withinGrace });
  clock.set("2026-11-20T07:00:00Z");
  await createSchedule({ ...terms, EndMonth: 11, plots: [society.aliPlot.PlotID] });
  expect(await admin.list(paymentSchedule)).toMatchObject([{ PenaltyApplied: 0, AmountReceived: 2500, IsPaid: 1 }]);
});

const terms = { StartMonth: 11, IsPenaltyApply: true, PenaltyAmount: 200, GracePeriodDays: 5 };

/** House A-1 on 20 November: the installment of November has a penalty, that of December is not due yet. */
async function openOverdueHouse() {
  const { admin, clock, portal, createSchedule, society } = await openHarness();
  await createSchedule({ ...terms, plots: [society.aliPlot.PlotID] });
  clock.set("2026-11-20T07:00:00Z");
  await portal.runJobs();
  return {
    admin,
    addReceipt: (AmountPaid: number, PaymentDate: string) => createReceipt(admin, { AmountPaid, PaymentDate }),
    listReceipts: () => admin.list(paymentReceipt),
    /** The received and due rupees of both installments. */
    readInstallments: async () =>
      (await admin.list(paymentSchedule)).map(
        (row) => `${row.AmountReceived} of ${row.Amount + (row.PenaltyApplied ? row.PenaltyAmount : 0)}`,
      ),
  };
}
