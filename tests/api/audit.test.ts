import { describe, expect, test } from "vitest";
import { z } from "zod";
import { type AuditRecord, auditRecord } from "../../shared/endpoints/audit.ts";
import { adjustment } from "../../shared/resources/adjustment.ts";
import { expenses } from "../../shared/resources/expenses.ts";
import { paymentReceipt } from "../../shared/resources/payment-receipt.ts";
import { plot } from "../../shared/resources/plot.ts";
import { users } from "../../shared/resources/users.ts";
import { createAdjustmentBuilders } from "../harness/adjustments.ts";
import { openSharedHarness } from "../harness/harness.ts";
import type { Person } from "../harness/person.ts";
import { assertOk, parseRecord } from "../harness/reply.ts";

const harness = await openSharedHarness();
const {
  admin,
  manager,
  clerk,
  ali,
  sana,
  nobody,
  anonymous,
  society,
  clock,
  createExpense,
  createSchedule,
  grant,
  changeUser,
} = harness;

describe("the audit log", { tags: "requirement-21" }, () => {
  test("the log contains user, time, type and both versions of the record for every change, newest first", async () => {
    clock.set("2026-11-15T08:00:00Z");
    const expense = await createExpense({ ExpenseTitle: "Lamps", Amount: 1500.5 });
    clock.advanceMinutes(1);
    await manager.put(`/expenses/${expense.ExpenseID}`, { ...expense, Amount: 1600 });
    clock.advanceMinutes(1);
    await admin.delete(`/expenses/${expense.ExpenseID}`);
    const entries = await readAudit(admin, `resource=expenses&id=${expense.ExpenseID}`);
    expect(
      entries.map(({ By, At, Type, Title, Before, After }) => [By, At, Type, Title, Before?.Amount, After?.Amount]),
    ).toEqual([
      ["admin", "2026-11-15T08:02:00.000Z", "delete", "Lamps", 1600, undefined],
      ["manager", "2026-11-15T08:01:00.000Z", "update", "Lamps", 1500.5, 1600],
      ["admin", "2026-11-15T08:00:00.000Z", "insert", "Lamps", undefined, 1500.5],
    ]);
    expect(entries[2]?.After).toEqual(expense);
  });

  test("the pages together contain every entry once, also within a large transaction", async () => {
    const { rows } = await createSchedule({ EndYear: 2027 });
    const allEntries = await readAudit(admin, "resource=payment-schedule&limit=1000");
    expect(allEntries).toHaveLength(rows.length);
    const pagedIds: string[] = [];
    let after = "";
    do {
      const { body } = assertOk(
        await admin.get(`/audit?resource=payment-schedule&limit=7${after && `&after=${after}`}`),
      );
      pagedIds.push(...parseAuditRecords(body.data).map(({ AuditID }) => AuditID));
      after = String(body.next ?? "");
    } while (after);
    expect(pagedIds).toEqual(allEntries.map(({ AuditID }) => AuditID));
  });

  test("the query filters entries by user, day, type of change and record", async () => {
    clock.set("2026-11-16T18:59:59Z");
    const beforeMidnight = await createExpense({ ExpenseTitle: "Before midnight" });
    clock.set("2026-11-16T19:00:00Z");
    const afterMidnight = parseRecord(
      expenses,
      await manager.post("/expenses", { ...beforeMidnight, ExpenseTitle: "After midnight" }),
    );
    const readTitles = async (query: string) =>
      (await readAudit(admin, `resource=expenses&${query}`)).map(({ Title }) => Title);
    expect(await readTitles("from=2026-11-17&to=2026-11-17")).toEqual(["After midnight"]);
    expect(await readTitles("from=2026-11-16&to=2026-11-16")).toEqual(["Before midnight"]);
    const { user } = await manager.session();
    expect(await readTitles(`from=2026-11-16&user=${user.UserID}`)).toEqual(["After midnight"]);
    expect(await readTitles(`id=${afterMidnight.ExpenseID}&type=delete`)).toEqual([]);
    expect(await readTitles(`id=${afterMidnight.ExpenseID}&type=insert`)).toEqual(["After midnight"]);
  });

  test("the log requires its own permission and hides records that the reader may not list", async () => {
    expect((await anonymous.get("/audit")).status).toBe(401);
    for (const person of [manager, clerk, ali, nobody]) expect((await person.get("/audit")).status).toBe(403);
    await grant({ role: "Clerk", page: "/system-management?tab=audit", action: "View" });
    const entries = await readAudit(clerk, "limit=1000");
    expect(new Set(entries.map(({ Resource }) => Resource))).toEqual(
      new Set(["account", "payment-schedule", "plot-category"]),
    );
    expect(await readAudit(clerk, "resource=users")).toEqual([]);
  });

  test("a resident sees only entries of the resident's own rows", async () => {
    await grant({ role: "Resident", page: "/system-management?tab=audit", action: "View" });
    const { sanaPlot, aliPlot } = society;
    await admin.put(`/plot/${sanaPlot.PlotID}`, { ...sanaPlot, OwnerName: "Sana B." });
    await admin.put(`/plot/${aliPlot.PlotID}`, { ...aliPlot, OwnerName: "Ali B." });
    const entries = await readAudit(ali, "limit=1000");
    expect(new Set(entries.filter(({ Resource }) => Resource === plot.name).map(({ RecordID }) => RecordID))).toEqual(
      new Set([aliPlot.PlotID]),
    );
    const plotIds = entries
      .flatMap(({ Before, After }) => [Before?.PlotID, After?.PlotID])
      .filter((id) => id !== undefined);
    expect(new Set(plotIds)).toEqual(new Set([aliPlot.PlotID]));
  });

  test("a resident cannot filter the log by user", async () => {
    const { user } = await admin.session();
    for (const id of [user.UserID, 999]) expect((await ali.get(`/audit?user=${id}`)).status).toBe(400);
  });

  test("the history of a plot contains the changes of the plot, its installments and receipts, and hides staff names from residents", async () => {
    const { PlotID, HouseNo } = society.aliPlot;
    const receiptForm = { HouseNo, AmountPaid: 2500, PaymentDate: "2026-11-16", PaymentMethod: "Cash" };
    const receipt = parseRecord(paymentReceipt, await manager.post("/payment-receipt", receiptForm));
    const entries = await readHistory(manager, PlotID);
    expect(
      entries
        .slice(0, 2)
        .map(({ Resource, By }) => [Resource, By])
        .sort(),
    ).toEqual([
      ["payment-receipt", "manager"],
      ["payment-schedule", "manager"],
    ]);
    expect(entries.at(-1)).toMatchObject({ Resource: "plot", Type: "insert", Title: HouseNo });
    const aliEntries = await readHistory(ali, PlotID);
    expect(aliEntries).toHaveLength(entries.length);
    expect(new Set(aliEntries.map(({ By, UserID }) => `${By} ${UserID}`))).toEqual(new Set(["Office 0"]));
    expect((await ali.get(`/plot/${society.sanaPlot.PlotID}/history`)).status).toBe(404);
    expect((await ali.get("/plot/999999/history")).status).toBe(404);
    expect((await clerk.get(`/plot/${PlotID}/history`)).status).toBe(403);
    await manager.put(`/payment-receipt/${receipt.PaymentReceiptID}`, {
      ...receiptForm,
      HouseNo: society.sanaPlot.HouseNo,
    });
    expect((await readHistory(manager, PlotID)).some(({ After }) => After?.PlotID === society.sanaPlot.PlotID)).toBe(
      true,
    );
    expect((await readHistory(ali, PlotID)).some(({ After }) => After?.PlotID === society.sanaPlot.PlotID)).toBe(false);
  });

  test("the history of a plot contains the transfers of credit to it, and their voids", async () => {
    const { addAdjustment, voidAdjustment } = createAdjustmentBuilders(admin);
    await admin.post("/payment-receipt", {
      HouseNo: "A-1",
      AmountPaid: 100_000,
      PaymentDate: "2026-11-15",
      PaymentMethod: "Cash",
    });
    const { PlotID } = society.sanaPlot;
    const charge = await addAdjustment({ Amount: 10 });
    await voidAdjustment(await addAdjustment({ Kind: "transfer", ToPlotID: PlotID, Reason: "Same owner" }));
    for (const person of [admin, sana]) {
      const entries = (await readHistory(person, PlotID)).filter(({ Resource }) => Resource === adjustment.name);
      expect(entries.map(({ Type, After }) => [Type, After?.Kind, After?.ToHouseNo])).toEqual([
        ["update", "transfer", "A-2"],
        ["insert", "transfer", "A-2"],
      ]);
    }
    const aliEntries = await readHistory(ali, society.aliPlot.PlotID);
    const ids = aliEntries.filter(({ Resource }) => Resource === adjustment.name).map(({ RecordID }) => RecordID);
    expect(new Set(ids)).toEqual(new Set([charge.AdjustmentID, charge.AdjustmentID + 1]));
  });

  test("the log contains no passwords, hashes or sessions", { tags: "requirement-3" }, async () => {
    await changeUser("sana", { FullName: "Sana Butt" });
    const reply = await admin.post("/users", {
      Username: "auditee",
      FullName: "Auditee",
      RoleID: (await admin.list(users))[0]?.RoleID,
      Password: "very-secret",
    });
    expect(reply.status).toBe(200);
    const text = JSON.stringify(await readAudit(admin, "limit=1000"));
    expect(text).toContain("Sana Butt");
    expect(text).not.toMatch(/very-secret|argon2|SessionID|password(?!ChangedAt)/i);
  });

  test.each([
    "after=x",
    "after=65f000000000000000000000.0",
    "limit=-1",
    "limit=5000",
    "resource=nothing",
    "resource=sessions",
    "id=5",
    "resource=plot&id=0",
    "user=x",
    "type=moved",
    "from=2026-02-30",
    "from=2026-11-02&to=2026-11-01",
    "bogus=1",
  ])("the portal refuses the query ?%s", async (query) => {
    expect((await admin.get(`/audit?${query}`)).status).toBe(400);
  });
});

async function readAudit(person: Person, query: string): Promise<AuditRecord[]> {
  return parseAuditRecords(assertOk(await person.get(`/audit?${query}`)).body.data);
}

async function readHistory(person: Person, PlotID: number): Promise<AuditRecord[]> {
  return parseAuditRecords(assertOk(await person.get(`/plot/${PlotID}/history?limit=1000`)).body.data);
}

function parseAuditRecords(data: unknown): AuditRecord[] {
  return z.array(auditRecord).parse(data);
}
