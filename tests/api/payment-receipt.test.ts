import { describe, expect, test } from "vitest";
import { receiptVoids } from "../../shared/endpoints/voids.ts";
import { paymentReceipt } from "../../shared/resources/payment-receipt.ts";
import { paymentSchedule } from "../../shared/resources/payment-schedule.ts";
import { openHarness, openSharedHarness, shareHarness } from "../harness/harness.ts";
import type { Person } from "../harness/person.ts";
import { createReceipt, readReceipt, receiptForm } from "../harness/receipts.ts";
import { assertOk, parseRecord } from "../harness/reply.ts";

describe("a receipt", () => {
  test("a receipt settles the oldest unpaid installments of its house, the last one in part", async () => {
    const { admin, society, createSchedule } = await openHarness();
    await createSchedule({ StartMonth: 9, FloorRate: 2500.5 });
    const receipt = await createReceipt(admin, { HouseNo: "a-1", AmountPaid: 6000.99, Remarks: "  two months " });
    const aliRows = await listRows(admin, society.aliPlot.PlotID);
    expect(receipt).toMatchObject({
      HouseNo: "A-1",
      PlotID: society.aliPlot.PlotID,
      OwnerName: "Ali",
      ReceiptNo: 1,
      AmountPaid: 6000.99,
      Remarks: "two months",
      Allocations: [
        { PaymentScheduleID: aliRows[0]?.PaymentScheduleID, Amount: 2500.5 },
        { PaymentScheduleID: aliRows[1]?.PaymentScheduleID, Amount: 2500.5 },
        { PaymentScheduleID: aliRows[2]?.PaymentScheduleID, Amount: 999.99 },
      ],
      Credit: 0,
      IsEmailSent: 0,
      VoidedAt: null,
    });
    expect(aliRows.map(({ AmountReceived, IsPaid, PaidDate }) => [AmountReceived, IsPaid, PaidDate])).toEqual([
      [2500.5, 1, "2026-11-14"],
      [2500.5, 1, "2026-11-14"],
      [999.99, 0, null],
      [0, 0, null],
    ]);
    expect((await listRows(admin, society.sanaPlot.PlotID)).every(({ AmountReceived }) => AmountReceived === 0)).toBe(
      true,
    );
  });

  test("the rest of a receipt becomes credit and settles installments generated later", async () => {
    const { admin, society, createSchedule } = await openHarness();
    const earlierReceipt = await createReceipt(admin, { AmountPaid: 3000 });
    expect(earlierReceipt).toMatchObject({ Allocations: [], Credit: 3000 });
    await createSchedule({ StartMonth: 11 });
    expect(await readReceipt(admin, earlierReceipt)).toMatchObject({
      Allocations: [{ Amount: 2500 }, { Amount: 500 }],
      Credit: 0,
    });
    expect((await listRows(admin, society.aliPlot.PlotID)).map(({ AmountReceived }) => AmountReceived)).toEqual([
      2500, 500,
    ]);
  });

  test("a change of amount, house or date allocates a receipt again", async () => {
    const { admin, society, createSchedule } = await openHarness();
    await createSchedule({ StartMonth: 10 });
    const receipt = await createReceipt(admin, { AmountPaid: 5000 });
    const path = `/payment-receipt/${receipt.PaymentReceiptID}`;
    const reduced = await admin.put(path, { ...receiptForm({ AmountPaid: 1000 }), Version: receipt.Version });
    expect(reduced.body.message).toBe("Payment receipt updated");
    expect(parseRecord(paymentReceipt, reduced)).toMatchObject({
      ReceiptNo: 1,
      Allocations: [{ Amount: 1000 }],
      Credit: 0,
    });
    expect(await listReceivedAmounts(admin, society.aliPlot.PlotID)).toEqual([1000, 0, 0]);
    assertOk(await admin.put(path, receiptForm({ HouseNo: "A-2", PaymentDate: "2026-11-01" })));
    expect(await listReceivedAmounts(admin, society.aliPlot.PlotID)).toEqual([0, 0, 0]);
    expect(await listRows(admin, society.sanaPlot.PlotID)).toMatchObject([
      { IsPaid: 1, PaidDate: "2026-11-01" },
      {},
      {},
    ]);
    const conflict = await admin.put(path, { ...receiptForm({}), Version: receipt.Version });
    expect([conflict.status, conflict.body.data]).toMatchObject([409, { HouseNo: "A-2" }]);
  });

  test("a deleted receipt is voided: its installments are unpaid again, and it stays in the list of voided receipts", async () => {
    const { admin, society, createSchedule, clock } = await openHarness();
    await createSchedule({ StartMonth: 11 });
    const receipt = await createReceipt(admin, {});
    const path = `/payment-receipt/${receipt.PaymentReceiptID}`;
    expect((await admin.delete(path)).body.message).toBe("Receipt deleted");
    expect(await listReceivedAmounts(admin, society.aliPlot.PlotID)).toEqual([0, 0]);
    expect(await admin.list(paymentReceipt)).toEqual([]);
    expect(await admin.list(paymentReceipt, "?voided=1")).toMatchObject([
      { ReceiptNo: 1, AmountPaid: 2500, Allocations: [], Credit: 0, VoidedAt: clock.now().toISOString() },
    ]);
    for (const reply of [await admin.delete(path), await admin.put(path, receiptForm({}))])
      expect([reply.status, reply.body.message]).toEqual([409, "This receipt is voided"]);
    expect((await createReceipt(admin, {})).ReceiptNo).toBe(2);
  });

  test("after a receipt is voided, the credit of another receipt settles its installments", async () => {
    const { admin, society, createSchedule } = await openHarness();
    await createSchedule({ StartMonth: 12 });
    const firstReceipt = await createReceipt(admin, {});
    const secondReceipt = await createReceipt(admin, { AmountPaid: 700 });
    expect(secondReceipt.Credit).toBe(700);
    assertOk(await admin.delete(`/payment-receipt/${firstReceipt.PaymentReceiptID}`));
    expect(await listReceivedAmounts(admin, society.aliPlot.PlotID)).toEqual([700]);
    expect((await readReceipt(admin, secondReceipt)).Credit).toBe(0);
  });

  test("an installment settled by a receipt cannot be unticked", async () => {
    const { admin, clerk, createSchedule } = await openHarness();
    const { rows } = await createSchedule();
    await createReceipt(admin, {});
    const reply = await clerk.put(`/payment-schedule/${rows[0]?.PaymentScheduleID}`, { IsPaid: 0 });
    expect([reply.status, reply.body.message]).toEqual([409, "Settled by receipt R-1. Void the receipt first."]);
  });
});

describe("receipt numbers and concurrent receipts", () => {
  test("thirty concurrent receipts get consecutive numbers", async () => {
    const { admin, createSchedule } = await openHarness();
    await createSchedule();
    const newReceipts = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        createReceipt(admin, { HouseNo: index % 2 ? "A-1" : "A-2", AmountPaid: 100 }),
      ),
    );
    const numbers = newReceipts.map(({ ReceiptNo }) => ReceiptNo).sort((a, b) => a - b);
    expect(numbers).toEqual(Array.from({ length: 30 }, (_, index) => index + 1));
  });

  test("a refused receipt uses no number", async () => {
    const { admin } = await openHarness();
    await createReceipt(admin, {});
    expect((await admin.post("/payment-receipt", receiptForm({ HouseNo: "Z-9" }))).status).toBe(400);
    expect((await createReceipt(admin, {})).ReceiptNo).toBe(2);
  });

  test("concurrent receipts on two servers settle no installment twice", async () => {
    const { admin, society, createSchedule, portal } = await openHarness();
    await createSchedule({ StartMonth: 9 });
    const adminOnSecondServer = (await portal.startAnotherServer()).person("admin");
    const newReceipts = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        createReceipt(index % 2 ? admin : adminOnSecondServer, { AmountPaid: 1000.25 }),
      ),
    );
    expect(new Set(newReceipts.map(({ ReceiptNo }) => ReceiptNo)).size).toBe(8);
    // Eight receipts of 1,000.25.
    expect(await listReceivedAmounts(admin, society.aliPlot.PlotID)).toEqual([2500, 2500, 2500, 502]);
    const receipts = await admin.list(paymentReceipt);
    const allocatedPaisa = receipts
      .flatMap(({ Allocations }) => Allocations)
      .reduce((sum, { Amount }) => sum + Amount * 100, 0);
    expect(Math.round(allocatedPaisa)).toBe(800_200);
  });
});

describe("access to receipts", () => {
  test("a resident sees only the resident's own receipts and cannot enter any", async () => {
    const { admin, ali, sana } = await openHarness();
    const aliReceipt = await createReceipt(admin, {});
    const sanaReceipt = await createReceipt(admin, { HouseNo: "A-2" });
    expect(await ali.list(paymentReceipt)).toEqual([aliReceipt]);
    expect((await ali.get(`/payment-receipt/${sanaReceipt.PaymentReceiptID}`)).status).toBe(404);
    expect((await sana.post("/payment-receipt", receiptForm({ HouseNo: "A-2" }))).status).toBe(403);
    expect((await sana.delete(`/payment-receipt/${sanaReceipt.PaymentReceiptID}`)).status).toBe(403);
  });

  test("the list of receipts counts the pending mails of houses with an email address", async () => {
    const { admin, createPlot } = await openHarness();
    await createReceipt(admin, {});
    expect((await admin.get("/payment-receipt")).body).toMatchObject({ msg: "All emails already sent." });
    const { HouseNo } = await createPlot({ EmailID: "owner@example.org" });
    await createReceipt(admin, { HouseNo });
    expect((await admin.get("/payment-receipt")).body).toMatchObject({ msg: "1 emails pending." });
  });

  test("a subscriber of receipts receives a delete event for a voided receipt", async () => {
    const { admin, manager } = await openHarness();
    const socket = await manager.openSocket();
    await socket.watch([paymentReceipt.name]);
    const receipt = await createReceipt(admin, {});
    await socket.waitFor(({ changes }) => changes.some(({ type }) => type === "upsert"));
    expect(socket.received.changes[0]?.record).toEqual(receipt);
    assertOk(await admin.delete(`/payment-receipt/${receipt.PaymentReceiptID}`));
    await socket.waitFor(({ changes }) => changes.some(({ type }) => type === "delete"));
    const [voided] = await admin.list(paymentReceipt, "?voided=1");
    expect(socket.received.changes.at(-1)).toMatchObject({ id: receipt.PaymentReceiptID, record: voided });
  });
});

describe("invalid receipt values", async () => {
  const { admin } = await openSharedHarness();

  test.each([
    [{ HouseNo: "" }, { HouseNo: "House number is required" }],
    [{ HouseNo: "Z-9" }, { HouseNo: "House does not exist" }],
    [{ AmountPaid: 0 }, { AmountPaid: "Amount must be greater than 0" }],
    [{ AmountPaid: -5 }, { AmountPaid: "Amount must be greater than 0" }],
    [{ AmountPaid: "100" }, { AmountPaid: "Amount must be greater than 0" }],
    [{ AmountPaid: 0.001 }, { AmountPaid: "At most 2 decimals" }],
    [{ PaymentDate: "2026-02-30" }, { PaymentDate: "Payment date is required" }],
    [{ PaymentDate: undefined }, { PaymentDate: "Payment date is required" }],
    [{ PaymentMethod: "Gold" }, { PaymentMethod: "Payment method is required" }],
    [{ Remarks: 5 }, { Remarks: "Must be text" }],
  ])("the portal refuses a receipt with %j and names the field", async (values, errors) => {
    const reply = await admin.post("/payment-receipt", { ...receiptForm({}), ...values });
    expect([reply.status, reply.body.errors]).toEqual([400, errors]);
    expect(await admin.list(paymentReceipt)).toEqual([]);
  });

  test("the portal ignores values for read-only fields", async () => {
    const readOnlyValues = {
      ReceiptNo: 77,
      Credit: 1,
      Allocations: [],
      IsEmailSent: 1,
      VoidedAt: "2026-01-01",
      PlotID: 2,
    };
    const reply = await admin.post("/payment-receipt", { ...receiptForm({}), ...readOnlyValues });
    expect(reply.body.message).toBe("Payment receipt added");
    const { AmountPaid, IsEmailSent, ReceiptNo, Credit, VoidedAt } = parseRecord(paymentReceipt, reply);
    expect([AmountPaid, IsEmailSent, ReceiptNo, Credit, VoidedAt]).toEqual([2500, 0, 1, 2500, null]);
  });
});

describe("dates of receipts and expenses", async () => {
  const { admin, createSchedule, transaction } = await openSharedHarness();
  await createSchedule({ StartMonth: 3, StartYear: 2024 });

  test.each(["2022-12-31", "2026-11-16", "1900-01-01"])("a receipt of %s is refused", async (PaymentDate) => {
    const reply = await admin.post("/payment-receipt", receiptForm({ PaymentDate }));
    const message = "The payment date must be from 01/01/2023 to 15/11/2026";
    expect([reply.status, reply.body.errors]).toEqual([400, { PaymentDate: message }]);
    expect(await admin.list(paymentReceipt)).toEqual([]);
  });

  test("a change that keeps an existing date out of range is accepted", async () => {
    const receipt = await createReceipt(admin, { HouseNo: "A-1", PaymentDate: "2023-01-01" });
    const path = `/payment-receipt/${receipt.PaymentReceiptID}`;
    await transaction(async (tx) => {
      const row = await tx.get(paymentReceipt, receipt.PaymentReceiptID);
      tx.update(paymentReceipt, row, { PaymentDate: "1999-01-01" });
    });
    const formWithSameDate = { ...receipt, Version: undefined, PaymentDate: "1999-01-01", Remarks: "old" };
    assertOk(await admin.put(path, formWithSameDate));
    expect((await admin.put(path, { ...formWithSameDate, PaymentDate: "1999-01-02" })).status).toBe(400);
    assertOk(await admin.delete(path));
  });

  test.each(["1999", "2101", "20 26", "abcd", "20266"])("an expense of the year %s is refused", async (Year) => {
    const expenseForm = { ExpenseType: "Office", ExpenseTitle: "Tea", Month: "11", Amount: 1 };
    const { status, body } = await admin.post("/expenses", { ...expenseForm, Year });
    expect([status, body.errors]).toEqual([400, { Year: "Year must be from 2000 to 2100" }]);
    expect((await admin.post("/expenses", { ...expenseForm, Year: "26" })).body.errors).toEqual({
      Year: "Year is required",
    });
  });
});

describe("voids", () => {
  const openShared = shareHarness((harness) => harness);

  test("a void stores its reason and shows who voided the receipt, but residents see only the office", async () => {
    const { admin, manager, ali, sana } = await openHarness();
    const receipt = await createReceipt(admin, { HouseNo: "A-1" });
    const path = `/payment-receipt/${receipt.PaymentReceiptID}`;
    const tooShort = await manager.send({ method: "DELETE", path, body: { Reason: "a \u200c b" } });
    expect([tooShort.status, tooShort.body.errors]).toEqual([
      400,
      { Reason: "Reason must have at least 3 characters" },
    ]);
    assertOk(await manager.send({ method: "DELETE", path, body: { Reason: " Wrong house " } }));
    expect(await admin.list(paymentReceipt, "?voided=1")).toMatchObject([{ VoidReason: "Wrong house" }]);
    const { PaymentReceiptID } = receipt;
    const readVoids = async (person: typeof admin, query = "") =>
      assertOk(await person.get(`${receiptVoids.path}${query}`)).body.data;
    expect(await readVoids(admin)).toEqual([{ PaymentReceiptID, By: "manager" }]);
    expect(await readVoids(ali, `?plot=${receipt.PlotID}`)).toEqual([{ PaymentReceiptID, By: "Office" }]);
    expect(await readVoids(sana)).toEqual([]);
  });

  test.each([undefined, {}, { Reason: "  " }, { Reason: null }])("a void with %j has no reason", async (body) => {
    const { admin } = await openShared();
    const { PaymentReceiptID } = await createReceipt(admin, { HouseNo: "A-1" });
    assertOk(await admin.send({ method: "DELETE", path: `/payment-receipt/${PaymentReceiptID}`, body }));
    const voided = await admin.list(paymentReceipt, "?voided=1");
    expect(voided.find((row) => row.PaymentReceiptID === PaymentReceiptID)).toMatchObject({ VoidReason: "" });
  });
});

function listRows(person: Person, PlotID: number) {
  return person.list(paymentSchedule, `?plot=${PlotID}`);
}

async function listReceivedAmounts(person: Person, PlotID: number): Promise<number[]> {
  return (await listRows(person, PlotID)).map(({ AmountReceived }) => AmountReceived);
}
