import { describe, expect, test } from "vitest";
import { statementRecord } from "../../shared/endpoints/statement.ts";
import { paymentReceipt } from "../../shared/resources/payment-receipt.ts";
import { paymentSchedule } from "../../shared/resources/payment-schedule.ts";
import { openHarness, openSharedHarness } from "../harness/harness.ts";
import type { Person } from "../harness/person.ts";
import { createReceipt, voidReceipt } from "../harness/receipts.ts";
import { assertOk } from "../harness/reply.ts";

const { admin, ali, anonymous, dashboardReader, clerk, manager, nobody, clock, portal, society, createSchedule } =
  await openSharedHarness();
const { PlotID } = society.aliPlot;

// Ali's house has four installments, two of them with a penalty. A receipt pays the first installment and a part of the
// second, another receipt is voided, and the third installment is ticked.
clock.set("2026-09-01T07:00:00Z");
await createSchedule({
  StartMonth: 9,
  FloorRate: 2500.35,
  IsPenaltyApply: true,
  PenaltyAmount: 99.95,
  GracePeriodDays: 5,
});
clock.set("2026-11-12T07:00:00Z");
await portal.runJobs();
const [, , november] = await admin.list(paymentSchedule, `?plot=${PlotID}`);
const { PaymentReceiptID } = await createReceipt(admin, { AmountPaid: 3000, PaymentDate: "2026-09-20" });
await voidReceipt(admin, await createReceipt(admin, { AmountPaid: 77, PaymentDate: "2026-09-20" }));
assertOk(await clerk.put(`/payment-schedule/${november?.PaymentScheduleID}`, { IsPaid: 1 }));

describe("statement of a house", () => {
  test("the statement lists charges and payments by date, up to today", async () => {
    const statement = await readStatement(admin);
    expect(statement).toMatchObject({
      PlotID,
      HouseNo: "A-1",
      OwnerName: "Ali",
      from: null,
      to: "2026-11-12",
      opening: 0,
    });
    expect(
      statement.entries.map((entry) => [entry.Date, entry.Kind, entry.Charge, entry.Payment, entry.Balance]),
    ).toEqual([
      ["2026-09-10", "Charge", 2500.35, 0, 2500.35],
      ["2026-09-16", "Penalty", 99.95, 0, 2600.3],
      ["2026-09-20", "Receipt", 0, 3000, -399.7],
      ["2026-10-10", "Charge", 2500.35, 0, 2100.65],
      ["2026-10-16", "Penalty", 99.95, 0, 2200.6],
      ["2026-11-10", "Charge", 2500.35, 0, 4700.95],
      ["2026-11-12", "Payment", 0, 2500.35, 2200.6],
    ]);
    expect(statement.entries.map(({ Description }) => Description)).toEqual([
      "Installment 1, 09/2026",
      "Penalty on installment 1, 09/2026",
      "Receipt R-1, Cash",
      "Installment 2, 10/2026",
      "Penalty on installment 2, 10/2026",
      "Installment 3, 11/2026",
      "Payment of installment 3, 11/2026",
    ]);
    expect(statement.entries[2]).toMatchObject({ PaymentReceiptID, ReceiptNo: 1, PaymentMethod: "Cash" });
    expect(statement.entries[6]).toMatchObject({
      PaymentScheduleID: november?.PaymentScheduleID,
      InstallmentNumber: 3,
      DueDate: "2026-11-10",
    });
    expect([statement.charged, statement.paid, statement.closing]).toEqual([7700.95, 5500.35, 2200.6]);
  });

  test("a statement opens with the earlier balance, and closes with the balance that opens the next one", async () => {
    const october = await readStatement(admin, "?from=2026-09-20&to=2026-10-10");
    expect(october).toMatchObject({ opening: 2600.3, charged: 2500.35, paid: 3000, closing: 2100.65 });
    expect(october.entries.map((entry) => entry.Date)).toEqual(["2026-09-20", "2026-10-10"]);
    const following = await readStatement(admin, "?from=2026-10-11");
    expect(following.opening).toBe(october.closing);
    expect(await readStatement(admin, "?from=2030-01-01&to=2030-12-31")).toMatchObject({ entries: [], paid: 0 });
  });

  test("the closing balance over all time equals the unpaid installments minus the credit of the receipts", async () => {
    const statement = await readStatement(admin, "?to=2199-12-31");
    const rows = await admin.list(paymentSchedule, `?plot=${PlotID}`);
    const credits = (await admin.list(paymentReceipt)).map(({ Credit }) => Credit);
    const owed = rows.map((row) => row.Amount + (row.PenaltyApplied ? row.PenaltyAmount : 0) - row.AmountReceived);
    expect(statement.closing).toBe(sumRupees(owed) - sumRupees(credits));
    expect(sumRupees([statement.opening, statement.charged, -statement.paid])).toBe(statement.closing);
  });

  test.each([
    ["?from=2026-02-30", "from"],
    ["?to=today", "to"],
    ["?from=2026-11-02&to=2026-11-01", "to"],
    ["?from=2026-11-13", "from"],
    ["?from[$ne]=1", "from[$ne]"],
    ["?until=2026-11-01", "until"],
  ])("the portal refuses a statement with %s", async (query, field) => {
    const { status, body } = await admin.get(`/plot/${PlotID}/statement${query}`);
    expect([status, Object.keys(body.errors ?? {})]).toEqual([400, [field]]);
  });
});

describe("access to statements", { tags: "requirement-2" }, () => {
  test("a resident can read the statement of their own house; a request for another house gets the same reply as for an unknown house", async () => {
    expect(await readStatement(ali)).toEqual(await readStatement(manager));
    const otherPlot = await ali.get(`/plot/${society.sanaPlot.PlotID}/statement`);
    const unknownPlot = await ali.get("/plot/999/statement");
    expect([otherPlot.status, otherPlot.body]).toEqual([404, unknownPlot.body]);
    for (const id of ["0", "abc", "1e1"]) expect((await admin.get(`/plot/${id}/statement`)).status).toBe(404);
  });

  test("a statement requires the permissions to view the schedule and the receipts", async () => {
    for (const person of [clerk, dashboardReader, nobody])
      expect((await person.get(`/plot/${PlotID}/statement`)).status).toBe(403);
    expect((await anonymous.get(`/plot/${PlotID}/statement`)).status).toBe(401);
  });
});

describe("statement as PDF", () => {
  test("the PDF is a download that is named after the house and period and must not be cached", async () => {
    const { status, headers, bytes } = await fetchPdf(admin, "?from=2026-09-01&to=2026-10-31");
    expect([status, headers.get("content-type")]).toEqual([200, "application/pdf"]);
    expect(headers.get("content-disposition")).toBe("attachment; filename=statement_A-1_2026-09-01_2026-10-31.pdf");
    expect(headers.get("cache-control")).toBe("no-store");
    expect(bytes.subarray(0, 5).toString()).toBe("%PDF-");
    expect(bytes.length).toBe(Number(headers.get("content-length")));
    const fullPdf = await fetchPdf(admin);
    expect(fullPdf.headers.get("content-disposition")).toContain("statement_A-1_2026-09-10_2026-11-12.pdf");
  });

  test("the PDF has the same access rules as the statement", { tags: "requirement-2" }, async () => {
    expect((await fetchPdf(ali)).status).toBe(200);
    const path = `/plot/${society.sanaPlot.PlotID}/statement.pdf`;
    const [otherPlot, unknownPlot] = [await ali.get(path), await ali.get("/plot/999/statement.pdf")];
    expect([otherPlot.status, otherPlot.body]).toEqual([404, unknownPlot.body]);
    expect((await clerk.get(path)).status).toBe(403);
    expect((await admin.get(`${path}?from=2026-11-02&to=2026-11-01`)).status).toBe(400);
  });
});

test("the statement of a house without installments and receipts is empty", async () => {
  const { admin: otherAdmin, society: otherSociety } = await openHarness();
  const { data } = assertOk(await otherAdmin.get(`/plot/${otherSociety.aliPlot.PlotID}/statement`)).body;
  expect(statementRecord.parse(data)).toMatchObject({ opening: 0, entries: [], charged: 0, paid: 0, closing: 0 });
});

async function fetchPdf(person: Person, query = "") {
  const response = await person.fetch(`/plot/${PlotID}/statement.pdf${query}`);
  return {
    status: response.status,
    headers: response.headers,
    bytes: Buffer.from(await response.arrayBuffer()),
  };
}

async function readStatement(person: Person, query = "") {
  return statementRecord.parse(assertOk(await person.get(`/plot/${PlotID}/statement${query}`)).body.data);
}

function sumRupees(amounts: readonly number[]): number {
  return amounts.reduce((sum, amount) => sum + Math.round(amount * 100), 0) / 100;
}
