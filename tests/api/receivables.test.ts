import { describe, expect, test } from "vitest";
import { z } from "zod";
import { formatMonthYear, monthOf } from "../../shared/dates.ts";
import type { RecordOf } from "../../shared/registry.ts";
import { paymentSchedule } from "../../shared/resources/payment-schedule.ts";
import { receivables } from "../../shared/resources/receivables.ts";
import type { Change } from "../../shared/wire.ts";
import { createAdjustmentBuilders } from "../harness/adjustments.ts";
import { type Harness, openHarness, openSharedHarness } from "../harness/harness.ts";
import type { Person } from "../harness/person.ts";
import { createReceipt } from "../harness/receipts.ts";
import { assertOk } from "../harness/reply.ts";

const harness = await openSharedHarness();
const { admin, clerk, ali, nobody, anonymous, society, createSchedule, createPlot, grant } = harness;
await grant({ role: "Resident", page: "/finance-management?tab=received", action: "View" });
const otherPlot = await createPlot({ HouseNo: "B-7", CategoryID: society.categories.B.CategoryID });
const penalty = { IsPenaltyApply: true, GracePeriodDays: 5, PenaltyAmount: 100.05 };
const scheduleOf2026 = await createSchedule({ StartMonth: 10, FloorRate: 2500.5, ...penalty });
const scheduleOf2027 = await createSchedule({
  StartYear: 2027,
  EndYear: 2027,
  PlotCategoryID: otherPlot.CategoryID,
  plots: [otherPlot.PlotID],
});
await clerk.put(`/payment-schedule/${scheduleOf2026.rows[0]?.PaymentScheduleID}`, { IsPaid: 1 });

test("each receivable corresponds to an installment, and its amount includes the penalty", async () => {
  const rows = await admin.list(paymentSchedule);
  const list = await admin.list(receivables);
  expect(list).toEqual(rows.map(toReceivable));
  expect(list[0]).toEqual({
    ReceivableID: rows[0]?.PaymentScheduleID,
    PlotID: society.aliPlot.PlotID,
    PaymentPlanID: scheduleOf2026.plan.PaymentPlanID,
    Kind: "installment",
    AdjustmentID: null,
    HouseNo: "A-1",
    OwnerName: "Ali",
    CategoryName: "A",
    Month: 10,
    Year: 2026,
    MonthYear: "10/2026",
    DueDate: "2026-10-10",
    Amount: 2600.55,
    Received: 2600.55,
    IsPaid: 1,
    PaidOnDate: "2026-11-15",
    Version: 2,
  });
  const [firstReceivable] = list;
  expect(assertOk(await admin.get(`/receivables/${firstReceivable?.ReceivableID}`)).body.data).toEqual(firstReceivable);
});

test.each([
  ["?year=2027", { Year: 2027 }, 12],
  ["?month=11", { Month: 11 }, 3],
  ["?year=2026&month=11", { MonthYear: "11/2026" }, 2],
  [`?plan=${scheduleOf2027.plan.PaymentPlanID}`, { HouseNo: "B-7" }, 12],
  [`?plot=${society.sanaPlot.PlotID}`, { HouseNo: "A-2" }, 3],
  ["?IsPaid=1", { IsPaid: 1 }, 1],
  ["?Year=2026&Month=12", { MonthYear: "12/2026" }, 2],
  ["?q=b-7&month=1", { MonthYear: "01/2027" }, 1],
  ["?month=13", {}, 0],
])("the list with %s contains only the matching receivables", async (query, expected, count) => {
  const list = await admin.list(receivables, query);
  expect(list).toHaveLength(count);
  for (const row of list) expect(row).toMatchObject(expected);
});

test("the list can be read in pages and in descending order", async () => {
  const all = await admin.list(receivables);
  const page = assertOk(await admin.get("/receivables?limit=5")).body;
  expect([page.data, page.next]).toEqual([all.slice(0, 5), all[4]?.ReceivableID]);
  expect(await admin.list(receivables, `?after=${page.next}`)).toEqual(all.slice(5));
  expect(await admin.list(receivables, "?sort=-ReceivableID")).toEqual(all.toReversed());
});

test.each([
  "bogus=1",
  "PaymentScheduleID=1",
  "PaidDate=2026-11-10",
  "Amount=5",
  "year=x",
  "sort=Amount",
  "year=1&Year=1",
])("the portal refuses the list parameters %s", async (query) => {
  expect((await admin.get(`/receivables?${query}`)).status).toBe(400);
});

test("receivables require a token and the permission, a resident reads only their own, and none can be written", async () => {
  expect((await anonymous.get("/receivables")).status).toBe(401);
  expect((await nobody.get("/receivables")).status).toBe(403);
  expect((await clerk.get("/receivables")).status).toBe(403);
  expect(await ali.list(receivables)).toEqual(await admin.list(receivables, `?plot=${society.aliPlot.PlotID}`));
  const installmentOfSana = scheduleOf2026.rows.find(({ PlotID }) => PlotID === society.sanaPlot.PlotID);
  expect((await ali.get(`/receivables/${installmentOfSana?.PaymentScheduleID}`)).status).toBe(404);
  for (const method of ["POST", "PUT", "DELETE"])
    expect((await admin.send({ method, path: "/receivables/1", body: {} })).status).toBe(405);
});

test("live changes lead to the same receivables as the list, for a resident to those of their own house", async () => {
  const liveHarness = await openHarness();
  await liveHarness.grant({ role: "Resident", page: "/finance-management?tab=received", action: "View" });
  const subscriptions = await Promise.all([liveHarness.admin, liveHarness.ali].map(subscribe));
  const { rows, plan } = await liveHarness.createSchedule({ StartMonth: 10 });
  await liveHarness.clerk.put(`/payment-schedule/${rows[0]?.PaymentScheduleID}`, { IsPaid: 1 });
  const receipt = await createReceipt(liveHarness.admin, { HouseNo: "A-2", AmountPaid: 4000 });
  await liveHarness.admin.put(`/plot/${liveHarness.society.aliPlot.PlotID}`, {
    ...liveHarness.society.aliPlot,
    OwnerName: "Ali Raza",
  });
  for (const { person, socket } of subscriptions) {
    await socket.waitForEarlierEvents();
    const records = applyChanges(socket.received.changes);
    expect(records).toEqual(await person.list(receivables));
    expect(records).toHaveLength(person === liveHarness.ali ? 3 : 6);
    expect(records).toContainEqual(expect.objectContaining({ OwnerName: "Ali Raza", IsPaid: 1 }));
  }
  await liveHarness.clerk.put(`/payment-schedule/${rows[0]?.PaymentScheduleID}`, { IsPaid: 0 });
  assertOk(await liveHarness.admin.delete(`/payment-receipt/${receipt.PaymentReceiptID}`));
  assertOk(await liveHarness.admin.delete(`/payment-plan/${plan.PaymentPlanID}`));
  for (const { socket } of subscriptions) {
    await socket.waitForEarlierEvents();
    expect(applyChanges(socket.received.changes)).toEqual([]);
  }
});

/** Houses that the tests only read. */
const sharedHouses = await openHousesWithCharges(await openSharedHarness());

// The ReceivableID of an adjustment is 1,000,000,000 plus its AdjustmentID.
describe("receivables of charges and opening balances", () => {
  test("a charge or opening balance is listed with the amount due after waivers and the amount received", async () => {
    const { admin: otherAdmin, addAdjustment } = await openHousesWithCharges();
    const list = await otherAdmin.list(receivables);
    expect(list.map(({ ReceivableID, Kind, Amount, Received }) => [ReceivableID, Kind, Amount, Received])).toEqual([
      [1, "installment", 2500, 600],
      [2, "installment", 2500, 0],
      [1_000_000_001, "opening", 400, 400],
      [1_000_000_002, "charge", 1100, 0],
      [1_000_000_003, "charge", 70, 0],
    ]);
    expect(list[2]).toMatchObject({
      AdjustmentID: 1,
      PaymentPlanID: null,
      MonthYear: "10/2026",
      HouseNo: "A-1",
      IsPaid: 1,
    });
    expect(assertOk(await otherAdmin.get("/receivables/1000000002")).body.data).toEqual(list[3]);
    // The adjustment 4 is a voided charge, and 5 is a waiver.
    for (const id of [1_000_000_000, 1_000_000_004, 1_000_000_005, 999])
      expect((await otherAdmin.get(`/receivables/${id}`)).status).toBe(404);
    const [year] = summarySchema.parse(assertOk(await otherAdmin.get("/dashboard/summary")).body.data);
    expect(year).toMatchObject({ total_amount: 6570, amount_received: 1000 });
    await addAdjustment({ Kind: "waiver", PaymentScheduleID: 1, Amount: 1900 });
    expect((await otherAdmin.list(receivables))[0]).toMatchObject({ Amount: 600, Received: 600, IsPaid: 1 });
  });

  test.each([
    ["?Kind=charge", [1_000_000_002, 1_000_000_003]],
    ["?Kind=installment", [1, 2]],
    ["?Kind=refund", []],
    ["?AdjustmentID=1", [1_000_000_001]],
    ["?plan=1", [1, 2]],
    ["?month=12", [1_000_000_002]],
    ["?Year=2026&Month=10", [1_000_000_001]],
    ["?plot=1&IsPaid=0", [1, 1_000_000_002]],
    ["?q=a-2", [2, 1_000_000_003]],
    ["?ReceivableID=2", [2]],
  ])("the list of installments and charges with %s contains only the matching receivables", async (query, expected) => {
    expect((await sharedHouses.admin.list(receivables, query)).map(({ ReceivableID }) => ReceivableID)).toEqual(
      expected,
    );
  });

  test("pages in every order contain each row once", async () => {
    const { admin: otherAdmin } = sharedHouses;
    const all = (await otherAdmin.list(receivables)).map(({ ReceivableID }) => ReceivableID);
    for (const field of ["ReceivableID", "PlotID", "PaymentPlanID", "DueDate", "PaidOnDate", "Kind", "AdjustmentID"])
      for (const sort of [field, `-${field}`]) {
        const sorted = (await otherAdmin.list(receivables, `?sort=${sort}`)).map(({ ReceivableID }) => ReceivableID);
        expect([sort, sorted.toSorted((a, b) => a - b)]).toEqual([sort, all]);
        for (const limit of [1, 2]) {
          const pagedIds: number[] = [];
          let next: unknown = null;
          do {
            const after: string = next === null ? "" : `&after=${next}`;
            const { body } = assertOk(await otherAdmin.get(`/receivables?sort=${sort}&limit=${limit}${after}`));
            pagedIds.push(...pageSchema.parse(body.data).map(({ ReceivableID }) => ReceivableID));
            next = body.next;
          } while (next !== null);
          expect([sort, limit, pagedIds]).toEqual([sort, limit, sorted]);
        }
      }
  });

  test("live changes lead to the same receivables as the list, and a voided charge is removed", async () => {
    const {
      admin: otherAdmin,
      ali: otherAli,
      addAdjustment,
      grant: otherGrant,
      addReceipt,
      voidAdjustment,
    } = await openHousesWithCharges();
    await otherGrant({ role: "Resident", page: "/finance-management?tab=received", action: "View" });
    const subscriptions = await Promise.all([otherAdmin, otherAli].map(subscribe));
    const startLists = await Promise.all(subscriptions.map(({ person }) => person.list(receivables)));
    const charge = await addAdjustment({ Kind: "charge", Amount: 50 });
    await addAdjustment({ Kind: "charge", Amount: 60 });
    await addReceipt(2000);
    await addAdjustment({ Kind: "waiver", ChargeID: 2, Amount: 5 });
    await voidAdjustment(charge);
    for (const [index, { person, socket }] of subscriptions.entries()) {
      await socket.waitForEarlierEvents();
      expect(applyChanges(socket.received.changes, startLists[index])).toEqual(await person.list(receivables));
    }
    expect(await otherAli.list(receivables)).toHaveLength(4);
  });

  test("the ETag of the list changes with a charge", async () => {
    const { admin: otherAdmin, addAdjustment } = await openHousesWithCharges();
    const tag = (await otherAdmin.fetch("/receivables")).headers.get("etag") ?? "";
    const readStatus = async () =>
      (await otherAdmin.fetch("/receivables", { headers: { "if-none-match": tag } })).status;
    expect(await readStatus()).toBe(304);
    await addAdjustment({ Kind: "charge", Amount: 50 });
    expect(await readStatus()).toBe(200);
  });
});

const pageSchema = z.array(z.object({ ReceivableID: z.number() }));
const summarySchema = z.array(z.object({ total_amount: z.number(), amount_received: z.number() }));

/** Houses with one installment of November each, and charges in October, November and December. */
async function openHousesWithCharges(sharedHarness?: Harness) {
  const harness = sharedHarness ?? (await openHarness());
  const { aliPlot, sanaPlot } = harness.society;
  await harness.createSchedule({ StartMonth: 11, EndMonth: 11, plots: [aliPlot.PlotID, sanaPlot.PlotID] });
  const { addAdjustment, voidAdjustment, addReceipt } = createAdjustmentBuilders(harness.admin);
  await addAdjustment({ Kind: "opening", Amount: 400, Date: "2026-10-31" });
  await addAdjustment({ Kind: "charge", Amount: 1200, DueDate: "2026-12-20" });
  await addAdjustment({ Kind: "charge", Amount: 70, PlotID: sanaPlot.PlotID });
  await voidAdjustment(await addAdjustment({ Kind: "charge", Amount: 30 }));
  await addAdjustment({ Kind: "waiver", ChargeID: 2, Amount: 100 });
  await addReceipt(1000);
  return { ...harness, addAdjustment, addReceipt, voidAdjustment };
}

async function subscribe(person: Person) {
  const socket = await person.openSocket();
  expect(await socket.watch([receivables.name])).toMatchObject({ watching: ["receivables"] });
  return { person, socket };
}

/** The records, sorted by id, of a client that starts with these records and applies these changes. */
function applyChanges(changes: readonly Change[], start: readonly { ReceivableID: number }[] = []): unknown[] {
  const records = new Map<number, unknown>(start.map((record) => [record.ReceivableID, record]));
  for (const { resource, type, id, record } of changes) {
    expect(resource).toBe("receivables");
    if (type === "upsert") records.set(id, record);
    else records.delete(id);
  }
  return [...records].sort(([a], [b]) => a - b).map(([, record]) => record);
}

/** The receivable that the installment is expected to have. */
function toReceivable(row: RecordOf<typeof paymentSchedule>): RecordOf<typeof receivables> {
  const { year, month } = monthOf(row.DueDate);
  return {
    ReceivableID: row.PaymentScheduleID,
    PlotID: row.PlotID,
    PaymentPlanID: row.PaymentPlanID,
    Kind: "installment",
    AdjustmentID: null,
    HouseNo: row.HouseNo,
    OwnerName: row.OwnerName,
    CategoryName: row.CategoryName,
    Month: month,
    Year: year,
    MonthYear: formatMonthYear({ year, month }),
    DueDate: row.DueDate,
    // In whole paisa, because fractions of rupees are not added exactly.
    Amount: (row.Amount * 100 + row.PenaltyApplied * row.PenaltyAmount * 100) / 100,
    Received: row.AmountReceived,
    IsPaid: row.IsPaid,
    PaidOnDate: row.PaidDate,
    Version: row.Version,
  };
}
