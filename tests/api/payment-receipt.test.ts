import { describe, expect, test } from "vitest";
import type { InputOf, RecordOf } from "../../shared/registry.ts";
import { paymentReceipt } from "../../shared/resources/payment-receipt.ts";
import { paymentSchedule } from "../../shared/resources/payment-schedule.ts";
import type { Person } from "../world/person.ts";
import { accepted, recordIn } from "../world/reply.ts";
import { sharedWorld, world } from "../world/world.ts";

type Receipt = RecordOf<typeof paymentReceipt>;

const cash: InputOf<typeof paymentReceipt> = {
  HouseNo: "A-1",
  AmountPaid: 2500,
  PaymentDate: "2026-11-14",
  PaymentMethod: "Cash",
  Remarks: "",
};

describe("a receipt", () => {
  test("settles the oldest open installments of its house, the last in part", async () => {
    const { admin, society, aSchedule } = await world();
    await aSchedule({ StartMonth: 9, FloorRate: 2500.5 });
    const made = await receive(admin, { HouseNo: "a-1", AmountPaid: 6000.99, Remarks: "  two months " });
    const mine = await rowsOf(admin, society.ali.PlotID);
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
    expect((await rowsOf(admin, society.sana.PlotID)).every(({ AmountReceived }) => AmountReceived === 0)).toBe(true);
  });

  test("leaves the rest as credit, which settles what is generated later", async () => {
    const { admin, society, aSchedule } = await world();
    const early = await receive(admin, { AmountPaid: 3000 });
    expect(early).toMatchObject({ Allocations: [], Credit: 3000 });
    await aSchedule({ StartMonth: 11 });
    expect(await receiptOf(admin, early)).toMatchObject({
      Allocations: [{ Amount: 2500 }, { Amount: 500 }],
      Credit: 0,
    });
    expect((await rowsOf(admin, society.ali.PlotID)).map(({ AmountReceived }) => AmountReceived)).toEqual([2500, 500]);
  });

  test("changed is settled anew: less, at another house, on another day", async () => {
    const { admin, society, aSchedule } = await world();
    await aSchedule({ StartMonth: 10 });
    const made = await receive(admin, { AmountPaid: 5000 });
    const path = `/payment-receipt/${made.PaymentReceiptID}`;
    const less = await admin.put(path, { ...cash, AmountPaid: 1000, Version: made.Version });
    expect(less.body.message).toBe("Payment receipt updated");
    expect(recordIn(paymentReceipt, less)).toMatchObject({ ReceiptNo: 1, Allocations: [{ Amount: 1000 }], Credit: 0 });
    expect(await received(admin, society.ali.PlotID)).toEqual([1000, 0, 0]);
    accepted(await admin.put(path, { ...cash, HouseNo: "A-2", PaymentDate: "2026-11-01" }));
    expect(await received(admin, society.ali.PlotID)).toEqual([0, 0, 0]);
    expect(await rowsOf(admin, society.sana.PlotID)).toMatchObject([{ IsPaid: 1, PaidDate: "2026-11-01" }, {}, {}]);
    const stale = await admin.put(path, { ...cash, Version: made.Version });
    expect([stale.status, stale.body.data]).toMatchObject([409, { HouseNo: "A-2" }]);
  });

  test("deleted is voided: its installments are open again, its number is kept and shown under 'voided'", async () => {
    const { admin, society, aSchedule, clock } = await world();
    await aSchedule({ StartMonth: 11 });
    const made = await receive(admin, {});
    const path = `/payment-receipt/${made.PaymentReceiptID}`;
    expect((await admin.delete(path)).body.message).toBe("Receipt deleted");
    expect(await received(admin, society.ali.PlotID)).toEqual([0, 0]);
    expect(await admin.list(paymentReceipt)).toEqual([]);
    expect(await admin.list(paymentReceipt, "?voided=1")).toMatchObject([
      { ReceiptNo: 1, AmountPaid: 2500, Allocations: [], Credit: 0, VoidedAt: clock.now().toISOString() },
    ]);
    for (const again of [await admin.delete(path), await admin.put(path, cash)])
      expect([again.status, again.body.message]).toEqual([409, "This receipt is voided"]);
    expect((await receive(admin, {})).ReceiptNo).toBe(2);
  });

  test("voided lets another receipt's credit take its place", async () => {
    const { admin, society, aSchedule } = await world();
    await aSchedule({ StartMonth: 12 });
    const first = await receive(admin, {});
    const second = await receive(admin, { AmountPaid: 700 });
    expect(second.Credit).toBe(700);
    accepted(await admin.delete(`/payment-receipt/${first.PaymentReceiptID}`));
    expect(await received(admin, society.ali.PlotID)).toEqual([700]);
    expect((await receiptOf(admin, second)).Credit).toBe(0);
  });

  test("holds an installment ticked: the box cannot be emptied", async () => {
    const { admin, clerk, aSchedule } = await world();
    const { rows } = await aSchedule();
    await receive(admin, {});
    const answer = await clerk.put(`/payment-schedule/${rows[0]?.PaymentScheduleID}`, { IsPaid: 0 });
    expect([answer.status, answer.body.message]).toEqual([409, "Settled by receipt R-1; delete the receipt first"]);
  });
});

describe("many at once", () => {
  test("thirty receipts carry thirty numbers without a gap", async () => {
    const { admin, aSchedule } = await world();
    await aSchedule();
    const made = await Promise.all(
      Array.from({ length: 30 }, (_, at) => receive(admin, { HouseNo: at % 2 ? "A-1" : "A-2", AmountPaid: 100 })),
    );
    const numbers = made.map(({ ReceiptNo }) => ReceiptNo).sort((a, b) => a - b);
    expect(numbers).toEqual(Array.from({ length: 30 }, (_, at) => at + 1));
  });

  test("a refused receipt takes no number", async () => {
    const { admin } = await world();
    await receive(admin, {});
    expect((await admin.post("/payment-receipt", { ...cash, HouseNo: "Z-9" })).status).toBe(400);
    expect((await receive(admin, {})).ReceiptNo).toBe(2);
  });

  test("two cashiers on two servers pay no installment twice", async () => {
    const { admin, society, aSchedule, portal } = await world();
    await aSchedule({ StartMonth: 9 });
    const elsewhere = (await portal.another()).person("admin");
    const made = await Promise.all(
      Array.from({ length: 8 }, (_, at) => receive(at % 2 ? admin : elsewhere, { AmountPaid: 1000.25 })),
    );
    expect(new Set(made.map(({ ReceiptNo }) => ReceiptNo)).size).toBe(8);
    expect(await received(admin, society.ali.PlotID)).toEqual([2500, 2500, 2500, 502]);
    const receipts = await admin.list(paymentReceipt);
    const given = receipts.flatMap(({ Allocations }) => Allocations).reduce((sum, { Amount }) => sum + Amount * 100, 0);
    expect(Math.round(given)).toBe(800_200);
  });
});

describe("who reads", () => {
  test("a resident sees own receipts only, and enters none", async () => {
    const { admin, ali, sana } = await world();
    const mine = await receive(admin, {});
    const hers = await receive(admin, { HouseNo: "A-2" });
    expect(await ali.list(paymentReceipt)).toEqual([mine]);
    expect((await ali.get(`/payment-receipt/${hers.PaymentReceiptID}`)).status).toBe(404);
    expect((await sana.post("/payment-receipt", { ...cash, HouseNo: "A-2" })).status).toBe(403);
    expect((await sana.delete(`/payment-receipt/${hers.PaymentReceiptID}`)).status).toBe(403);
  });

  test("a list says how many mails are pending; a house without an address waits for none", async () => {
    const { admin, aPlot } = await world();
    await receive(admin, {});
    expect((await admin.get("/payment-receipt")).body).toMatchObject({ msg: "All emails already sent." });
    const { HouseNo } = await aPlot({ EmailID: "owner@example.org" });
    await receive(admin, { HouseNo });
    expect((await admin.get("/payment-receipt")).body).toMatchObject({ msg: "1 emails pending." });
  });

  test("whoever follows receipts hears a voided one leave the list", async () => {
    const { admin, manager } = await world();
    const listener = await manager.socket();
    await listener.watch([paymentReceipt.name]);
    const made = await receive(admin, {});
    await listener.until(({ changes }) => changes.some(({ type }) => type === "upsert"));
    expect(listener.heard.changes[0]?.record).toEqual(made);
    accepted(await admin.delete(`/payment-receipt/${made.PaymentReceiptID}`));
    await listener.until(({ changes }) => changes.some(({ type }) => type === "delete"));
    const [voided] = await admin.list(paymentReceipt, "?voided=1");
    expect(listener.heard.changes.at(-1)).toMatchObject({ id: made.PaymentReceiptID, record: voided });
  });
});

describe("is refused at its field", async () => {
  const { admin } = await sharedWorld();

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
    const answer = await admin.post("/payment-receipt", { ...cash, ...values });
    expect([answer.status, answer.body.errors]).toEqual([400, errors]);
    expect(await admin.list(paymentReceipt)).toEqual([]);
  });

  test("or where the server's own fields are sent, they are left aside", async () => {
    const own = { ReceiptNo: 77, Credit: 1, Allocations: [], IsEmailSent: 1, VoidedAt: "2026-01-01", PlotID: 2 };
    const { AmountPaid, IsEmailSent, ReceiptNo, Credit, VoidedAt } = await receive(admin, { ...own });
    expect([AmountPaid, IsEmailSent, ReceiptNo, Credit, VoidedAt]).toEqual([2500, 0, 1, 2500, null]);
  });
});

async function receive(person: Person, values: object): Promise<Receipt> {
  const answer = await person.post("/payment-receipt", { ...cash, ...values });
  expect(answer.body.message).toBe("Payment receipt added");
  return recordIn(paymentReceipt, answer);
}

async function receiptOf(person: Person, { PaymentReceiptID }: Receipt): Promise<Receipt> {
  return recordIn(paymentReceipt, await person.get(`/payment-receipt/${PaymentReceiptID}`));
}

function rowsOf(person: Person, PlotID: number) {
  return person.list(paymentSchedule, `?plot=${PlotID}`);
}

async function received(person: Person, PlotID: number): Promise<number[]> {
  return (await rowsOf(person, PlotID)).map(({ AmountReceived }) => AmountReceived);
}
