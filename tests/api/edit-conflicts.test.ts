import { describe, expect, test } from "vitest";
import { paymentReceipt } from "../../shared/resources/payment-receipt.ts";
import { plot } from "../../shared/resources/plot.ts";
import { openHarness } from "../harness/harness.ts";
import { createMailableReceipt, sendPendingEmails } from "../harness/mail.ts";
import { createReceipt } from "../harness/receipts.ts";
import { assertOk, parseRecord } from "../harness/reply.ts";

describe("edit conflicts", () => {
  test("the conflict reply contains the current record and the user, time and fields of each change", async () => {
    const { admin, manager, createPlot, clock } = await openHarness();
    const opened = await createPlot();
    const path = `/plot/${opened.PlotID}`;
    const renamed = parseRecord(plot, await manager.put(path, { ...opened, OwnerName: "Farzana Malik" }));
    clock.advanceMinutes(5);
    const current = parseRecord(
      plot,
      await admin.put(path, { ...renamed, MobileNo: "03001234567", LandlineNo: "042-1" }),
    );

    const firstConflict = await admin.put(path, { ...opened, OwnerName: "Farzana M." });
    expect(firstConflict).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining("Somebody has changed this") },
    });
    expect(firstConflict.body.data).toEqual(current);
    expect(firstConflict.body.changed).toEqual([
      { by: "manager", at: "2026-11-15T07:00:00.000Z", fields: ["OwnerName"] },
      { by: "admin", at: "2026-11-15T07:05:00.000Z", fields: ["LandlineNo", "MobileNo"] },
    ]);

    const secondConflict = await admin.put(path, { ...renamed, OwnerName: "Farzana M." });
    expect(secondConflict.body.changed).toMatchObject([{ by: "admin" }]);
    expect((await admin.put(path, { ...current, OwnerName: "Farzana M." })).status).toBe(200);
  });

  test("the conflict reply for a receipt lists the changed amount and allocations", async () => {
    const { admin, manager, createSchedule } = await openHarness();
    await createSchedule({ StartMonth: 11, EndMonth: 11 });
    const cashReceiptForm = { HouseNo: "A-1", AmountPaid: 1000, PaymentDate: "2026-11-14", PaymentMethod: "Cash" };
    const opened = parseRecord(paymentReceipt, await admin.post("/payment-receipt", cashReceiptForm));
    const path = `/payment-receipt/${opened.PaymentReceiptID}`;
    await manager.put(path, { ...opened, AmountPaid: 1500 });

    const { status, body } = await admin.put(path, { ...opened, Remarks: "Slip 12" });
    expect(status).toBe(409);
    expect(body.changed).toMatchObject([{ by: "manager", fields: ["AmountPaid", "Allocations"] }]);
    expect(body.data).toMatchObject({ AmountPaid: 1500, Remarks: "" });
  });

  test("a deletion that is based on an old version is refused with the current record; a deletion without a version is not", async () => {
    const { admin, manager, createPlot } = await openHarness();
    const opened = await createPlot();
    const path = `/plot/${opened.PlotID}`;
    const current = parseRecord(plot, await manager.put(path, { ...opened, OwnerName: "Farzana Malik" }));
    const refused = await admin.delete(path, { Version: opened.Version });
    expect(refused).toMatchObject({ status: 409, body: { code: "stale", data: current } });
    expect(refused.body.changed).toMatchObject([{ by: "manager", fields: ["OwnerName"] }]);
    for (const body of [{ Version: "1" }, [], null]) expect((await admin.delete(path, body)).status).toBe(400);
    assertOk(await admin.delete(path, { Version: current.Version }));
    assertOk(await admin.delete(`/plot/${(await createPlot()).PlotID}`));
  });

  test("a void that is based on an old version is refused as stale, and that of a voided receipt as already voided", async () => {
    const { admin, manager } = await openHarness();
    const opened = await createReceipt(admin, { AmountPaid: 5000 });
    const path = `/payment-receipt/${opened.PaymentReceiptID}`;
    const current = parseRecord(paymentReceipt, await manager.put(path, { ...opened, AmountPaid: 9000 }));
    const Reason = "Wrong house";
    const refused = await admin.delete(path, { Reason, Version: opened.Version });
    expect(refused).toMatchObject({ status: 409, body: { code: "stale", data: { AmountPaid: 9000, VoidedAt: null } } });
    assertOk(await admin.delete(path, { Reason, Version: current.Version }));
    const repeated = await admin.delete(path, { Reason, Version: current.Version });
    expect(repeated).toMatchObject({ status: 409, body: { code: "receipt-voided" } });
  });

  test("a void that is based on the version before the receipt was mailed is possible", async () => {
    const harness = await openHarness();
    const { admin, manager, portal } = harness;
    const receipts = [await createMailableReceipt(harness), await createMailableReceipt(harness)];
    assertOk(await sendPendingEmails(admin));
    await portal.sendMails();
    const [mailed, changed] = await Promise.all(
      receipts.map(async ({ PaymentReceiptID, Version }) => {
        const path = `/payment-receipt/${PaymentReceiptID}`;
        return { path, Version, current: parseRecord(paymentReceipt, await admin.get(path)) };
      }),
    );
    if (!mailed || !changed) throw new Error("A receipt is missing");
    expect(mailed.current).toMatchObject({ IsEmailSent: 1, Version: mailed.Version + 1 });
    assertOk(await admin.delete(mailed.path, { Version: mailed.Version }));
    parseRecord(paymentReceipt, await manager.put(changed.path, { ...changed.current, AmountPaid: 100 }));
    const refused = await admin.delete(changed.path, { Version: changed.Version });
    expect(refused).toMatchObject({ status: 409, body: { code: "stale" } });
  });

  test("a refusal for another reason lists no changes", async () => {
    const { admin, createPlot } = await openHarness();
    const { PlotID } = await createPlot();
    const refusal = await admin.put(`/plot/${PlotID}`, { HouseNo: "A-99" });
    expect(refusal.status).toBe(400);
    expect(refusal.body).not.toHaveProperty("changed");
  });
});
