import { describe, expect, test } from "vitest";
import type { InputOf, RecordOf } from "../../shared/registry.ts";
import { paymentReceipt } from "../../shared/resources/payment-receipt.ts";
import { paymentSchedule } from "../../shared/resources/payment-schedule.ts";
import { openHarness, openSharedHarness } from "../harness/harness.ts";
import type { Person } from "../harness/person.ts";
import { assertOk, parseRecord } from "../harness/reply.ts";

type Receipt = RecordOf<typeof paymentReceipt>;

const receiptForm: InputOf<typeof paymentReceipt> = {
  HouseNo: "A-1",
  AmountPaid: 2500,
  PaymentDate: "2026-11-14",
  PaymentMethod: "Cash",
  Remarks: "",
};

describe("a receipt", () => {
  test("settles the oldest open installments of its house, the last in part", async () => {
    const { admin, society, createSchedule } = await openHarness();
    await createSchedule({ StartMonth: 9, FloorRate: 2500.5 });
    const made = await createReceipt(admin, { HouseNo: "a-1", AmountPaid: 6000.99, Remarks: "  two months " });
    const mine = await listRows(admin, society.ali.PlotID);
    expect(made).toMatchObject({
      HouseNo: "A-1",
      PlotID: society.ali.PlotID,
      OwnerName: "Ali",
      ReceiptNo: 1,
      AmountPaid: 6000.99,
      Remarks: "two months",
      Allocations: [
        { PaymentScheduleID: mine[0]?.PaymentScheduleID, Amount: 2500.5 },
        { PaymentScheduleID: mine[1]?.PaymentScheduleID, Amount: 2500.5 },
        { PaymentScheduleID: mine[2]?.PaymentScheduleID, Amount: 999.99 },
      ],
      Credit: 0,
      IsEmailSent: 0,
      VoidedAt: null,
    });
    expect(mine.map(({ AmountReceived, IsPaid, PaidDate }) => [AmountReceived, IsPaid, PaidDate])).toEqual([
      [2500.5, 1, "2026-11-14"],
      [2500.5, 1, "2026-11-14"],
      [999.99, 0, null],
      [0, 0, null],
    ]);
    expect((await listRows(admin, society.sana.PlotID)).every(({ AmountReceived }) => AmountReceived === 0)).toBe(true);
  });

  test("leaves the rest as credit, which settles what is generated later", async () => {
    const { admin, society, createSchedule } = await openHarness();
    const early = await createReceipt(admin, { AmountPaid: 3000 });
    expect(early).toMatchObject({ Allocations: [], Credit: 3000 });
    await createSchedule({ StartMonth: 11 });
    expect(await readReceipt(admin, early)).toMatchObject({
      Allocations: [{ Amount: 2500 }, { Amount: 500 }],
      Credit: 0,
    });
    expect((await listRows(admin, society.ali.PlotID)).map(({ AmountReceived }) => AmountReceived)).toEqual([
      2500, 500,
    ]);
  });

  test("changed is settled anew: less, at another house, on another day", async () => {
    const { admin, society, createSchedule } = await openHarness();
    await createSchedule({ StartMonth: 10 });
    const made = await createReceipt(admin, { AmountPaid: 5000 });
    const path = `/payment-receipt/${made.PaymentReceiptID}`;
    const less = await admin.put(path, { ...receiptForm, AmountPaid: 1000, Version: made.Version });
    expect(less.body.message).toBe("Payment receipt updated");
    expect(parseRecord(paymentReceipt, less)).toMatchObject({
      ReceiptNo: 1,
      Allocations: [{ Amount: 1000 }],
      Credit: 0,
    });
    expect(await listReceivedAmounts(admin, society.ali.PlotID)).toEqual([1000, 0, 0]);
    assertOk(await admin.put(path, { ...receiptForm, HouseNo: "A-2", PaymentDate: "2026-11-01" }));
    expect(await listReceivedAmounts(admin, society.ali.PlotID)).toEqual([0, 0, 0]);
    expect(await listRows(admin, society.sana.PlotID)).toMatchObject([{ IsPaid: 1, PaidDate: "2026-11-01" }, {}, {}]);
    const stale = await admin.put(path, { ...receiptForm, Version: made.Version });
    expect([stale.status, stale.body.data]).toMatchObject([409, { HouseNo: "A-2" }]);
  });

  test("deleted is voided: its installments are open again, its number is kept and shown under 'voided'", async () => {
    const { admin, society, createSchedule, clock } = await openHarness();
    await createSchedule({ StartMonth: 11 });
    const made = await createReceipt(admin, {});
    const path = `/payment-receipt/${made.PaymentReceiptID}`;
    expect((await admin.delete(path)).body.message).toBe("Receipt deleted");
    expect(await listReceivedAmounts(admin, society.ali.PlotID)).toEqual([0, 0]);
    expect(await admin.list(paymentReceipt)).toEqual([]);
    expect(await admin.list(paymentReceipt, "?voided=1")).toMatchObject([
      { ReceiptNo: 1, AmountPaid: 2500, Allocations: [], Credit: 0, VoidedAt: clock.now().toISOString() },
    ]);
    for (const again of [await admin.delete(path), await admin.put(path, receiptForm)])
      expect([again.status, again.body.message]).toEqual([409, "This receipt is voided"]);
    expect((await createReceipt(admin, {})).ReceiptNo).toBe(2);
  });

  test("voided lets another receipt's credit take its place", async () => {
    const { admin, society, createSchedule } = await openHarness();
    await createSchedule({ StartMonth: 12 });
    const first = await createReceipt(admin, {});
    const second = await createReceipt(admin, { AmountPaid: 700 });
    expect(second.Credit).toBe(700);
    assertOk(await admin.delete(`/payment-receipt/${first.PaymentReceiptID}`));
    expect(await listReceivedAmounts(admin, society.ali.PlotID)).toEqual([700]);
    expect((await readReceipt(admin, second)).Credit).toBe(0);
  });

  test("holds an installment ticked: the box cannot be emptied", async () => {
    const { admin, clerk, createSchedule } = await openHarness();
    const { rows } = await createSchedule();
    await createReceipt(admin, {});
    const answer = await clerk.put(`/payment-schedule/${rows[0]?.PaymentScheduleID}`, { IsPaid: 0 });
    expect([answer.status, answer.body.message]).toEqual([409, "Settled by receipt R-1; delete the receipt first"]);
  });
});

describe("many at once", () => {
  test("thirty receipts carry thirty numbers without a gap", async () => {
    const { admin, createSchedule } = await openHarness();
    await createSchedule();
    const made = await Promise.all(
      Array.from({ length: 30 }, (_, at) => createReceipt(admin, { HouseNo: at % 2 ? "A-1" : "A-2", AmountPaid: 100 })),
    );
    const numbers = made.map(({ ReceiptNo }) => ReceiptNo).sort((a, b) => a - b);
    expect(numbers).toEqual(Array.from({ length: 30 }, (_, at) => at + 1));
  });

  test("a refused receipt takes no number", async () => {
    const { admin } = await openHarness();
    await createReceipt(admin, {});
    expect((await admin.post("/payment-receipt", { ...receiptForm, HouseNo: "Z-9" })).status).toBe(400);
    expect((await createReceipt(admin, {})).ReceiptNo).toBe(2);
  });

  test("two cashiers on two servers pay no installment twice", async () => {
    const { admin, society, createSchedule, portal } = await openHarness();
    await createSchedule({ StartMonth: 9 });
    const elsewhere = (await portal.startAnotherServer()).person("admin");
    const made = await Promise.all(
      Array.from({ length: 8 }, (_, at) => createReceipt(at % 2 ? admin : elsewhere, { AmountPaid: 1000.25 })),
    );
    expect(new Set(made.map(({ ReceiptNo }) => ReceiptNo)).size).toBe(8);
    expect(await listReceivedAmounts(admin, society.ali.PlotID)).toEqual([2500, 2500, 2500, 502]);
    const receipts = await admin.list(paymentReceipt);
    const given = receipts.flatMap(({ Allocations }) => Allocations).reduce((sum, { Amount }) => sum + Amount * 100, 0);
    expect(Math.round(given)).toBe(800_200);
  });
});

describe("who reads", () => {
  test("a resident sees own receipts only, and enters none", async () => {
    const { admin, ali, sana } = await openHarness();
    const mine = await createReceipt(admin, {});
    const hers = await createReceipt(admin, { HouseNo: "A-2" });
    expect(await ali.list(paymentReceipt)).toEqual([mine]);
    expect((await ali.get(`/payment-receipt/${hers.PaymentReceiptID}`)).status).toBe(404);
    expect((await sana.post("/payment-receipt", { ...receiptForm, HouseNo: "A-2" })).status).toBe(403);
    expect((await sana.delete(`/payment-receipt/${hers.PaymentReceiptID}`)).status).toBe(403);
  });

  test("a list says how many mails are pending; a house without an address waits for none", async () => {
    const { admin, createPlot } = await openHarness();
    await createReceipt(admin, {});
    expect((await admin.get("/payment-receipt")).body).toMatchObject({ msg: "All emails already sent." });
    const { HouseNo } = await createPlot({ EmailID: "owner@example.org" });
    await createReceipt(admin, { HouseNo });
    expect((await admin.get("/payment-receipt")).body).toMatchObject({ msg: "1 emails pending." });
  });

  test("whoever follows receipts hears a voided one leave the list", async () => {
    const { admin, manager } = await openHarness();
    const listener = await manager.openSocket();
    await listener.watch([paymentReceipt.name]);
    const made = await createReceipt(admin, {});
    await listener.waitFor(({ changes }) => changes.some(({ type }) => type === "upsert"));
    expect(listener.received.changes[0]?.record).toEqual(made);
    assertOk(await admin.delete(`/payment-receipt/${made.PaymentReceiptID}`));
    await listener.waitFor(({ changes }) => changes.some(({ type }) => type === "delete"));
    const [voided] = await admin.list(paymentReceipt, "?voided=1");
    expect(listener.received.changes.at(-1)).toMatchObject({ id: made.PaymentReceiptID, record: voided });
  });
});

describe("is refused at its field", async () => {
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
  ])("with %j", async (values, errors) => {
    const answer = await admin.post("/payment-receipt", { ...receiptForm, ...values });
    expect([answer.status, answer.body.errors]).toEqual([400, errors]);
    expect(await admin.list(paymentReceipt)).toEqual([]);
  });

  test("or where the server's own fields are sent, they are left aside", async () => {
    const own = { ReceiptNo: 77, Credit: 1, Allocations: [], IsEmailSent: 1, VoidedAt: "2026-01-01", PlotID: 2 };
    const { AmountPaid, IsEmailSent, ReceiptNo, Credit, VoidedAt } = await createReceipt(admin, { ...own });
    expect([AmountPaid, IsEmailSent, ReceiptNo, Credit, VoidedAt]).toEqual([2500, 0, 1, 2500, null]);
  });
});

async function createReceipt(person: Person, values: object): Promise<Receipt> {
  const answer = await person.post("/payment-receipt", { ...receiptForm, ...values });
  expect(answer.body.message).toBe("Payment receipt added");
  return parseRecord(paymentReceipt, answer);
}

async function readReceipt(person: Person, { PaymentReceiptID }: Receipt): Promise<Receipt> {
  return parseRecord(paymentReceipt, await person.get(`/payment-receipt/${PaymentReceiptID}`));
}

function listRows(person: Person, PlotID: number) {
  return person.list(paymentSchedule, `?plot=${PlotID}`);
}

async function listReceivedAmounts(person: Person, PlotID: number): Promise<number[]> {
  return (await listRows(person, PlotID)).map(({ AmountReceived }) => AmountReceived);
}
