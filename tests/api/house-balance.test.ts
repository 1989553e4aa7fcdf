import { expect, test } from "vitest";
import { houseBalanceSchema, outstandingByHouseSchema } from "../../shared/endpoints/balance.ts";
import { statementRecord } from "../../shared/endpoints/statement.ts";
import { adjustment } from "../../shared/resources/adjustment.ts";
import { openNovemberHouses } from "../harness/adjustments.ts";
import type { Person } from "../harness/person.ts";
import { assertOk } from "../harness/reply.ts";

test("the statement shows adjustments by day and closes with the amount due minus the credit", async () => {
  const { addAdjustment, readStatement, addReceipt, society } = await openHouses();
  await addAdjustment({
    Kind: "opening",
    Amount: 4000.5,
    Date: "2026-11-01",
    DueDate: "2026-11-02",
    Reason: "Arrears of 2024",
  });
  await addAdjustment({ Kind: "charge", Amount: 1200, DueDate: "2026-12-20", Reason: "Water tanker" });
  await addAdjustment({ Kind: "waiver", Amount: 500, PaymentScheduleID: 1, Reason: "Well broken" });
  await addAdjustment({ Kind: "write-off", Amount: 0.5, ChargeID: 1, Reason: "Small change" });
  await addReceipt(8000);
  await addAdjustment({ Kind: "refund", Amount: 300, Reason: "Paid twice" });
  await addAdjustment({ Kind: "transfer", Amount: 100, ToPlotID: society.sanaPlot.PlotID, Reason: "Same owner" });
  const statement = await readStatement("admin", society.aliPlot.PlotID);
  expect(statement.entries.map((entry) => [entry.Date, entry.Kind, entry.Charge, entry.Payment])).toEqual([
    ["2026-11-02", "Opening", 4000.5, 0],
    ["2026-11-10", "Charge", 2500, 0],
    ["2026-11-15", "Waiver", -500, 0],
    ["2026-11-15", "Write-off", -0.5, 0],
    ["2026-11-15", "Receipt", 0, 8000],
    ["2026-11-15", "Transfer", 100, 0],
    ["2026-11-15", "Refund", 300, 0],
    ["2026-12-20", "Charge", 1200, 0],
  ]);
  expect(statement.entries[0]?.Description).toBe("Opening ADJ-1: Arrears of 2024");
  expect([statement.charged, statement.paid, statement.closing]).toEqual([7600, 8000, -400]);
  const sanaStatement = await readStatement("sana", society.sanaPlot.PlotID);
  expect(sanaStatement.entries).toMatchObject([
    { Kind: "Charge", Charge: 2500 },
    { Kind: "Transfer", Payment: 100, Description: "Transfer ADJ-6 from another house: Same owner", Balance: 2400 },
  ]);
});

test("the balance lists the open items in the order of settlement, and other residents cannot read it", async () => {
  const { addAdjustment, addReceipt, applyPenalty, readBalance, readStatement, society, people } = await openHouses();
  await applyPenalty();
  await addAdjustment({ Kind: "charge", Amount: 1200, DueDate: "2026-12-20", Reason: "Water tanker" });
  await addAdjustment({ Kind: "opening", Amount: 400, Date: "2026-11-01", Reason: "Arrears of 2024" });
  await addAdjustment({ Kind: "waiver", Amount: 500, PaymentScheduleID: 1, Reason: "Well broken" });
  await addAdjustment({ Kind: "waiver", Amount: 50, PaymentScheduleID: 1, Of: "penalty", Reason: "In hospital" });
  await addReceipt(1000);

  expect(await readBalance("ali", society.aliPlot.PlotID)).toEqual({
    due: 2750,
    credit: 0,
    items: [
      { kind: "installment", id: 1, DueDate: "2026-11-10", Amount: 2000, PenaltyAmount: 150, Received: 600, Due: 1550 },
      { kind: "charge", id: 1, DueDate: "2026-12-20", Amount: 1200, PenaltyAmount: 0, Received: 0, Due: 1200 },
    ],
  });
  await addReceipt(3000);
  // Both payments are dated within the days of grace, so that the portal removes the penalty and its waiver.
  expect(await readBalance("admin", society.aliPlot.PlotID)).toEqual({ due: 0, credit: 400, items: [] });
  expect(await readStatement("ali", society.aliPlot.PlotID)).toMatchObject({ closing: -400 });
  const unknownPlot = await people.ali.get("/plot/999/balance");
  const otherPlot = await people.ali.get(`/plot/${society.sanaPlot.PlotID}/balance`);
  expect([otherPlot.status, otherPlot.body]).toEqual([404, unknownPlot.body]);
});

test("residents can read the adjustments of their own house and the transfers to it", {
  tags: "requirement-2",
}, async () => {
  const { addAdjustment, addReceipt, people, society } = await openHouses();
  const transferForm = { Kind: "transfer", Amount: 100, ToPlotID: society.sanaPlot.PlotID };
  const socket = await people.sana.openSocket();
  await socket.watch([adjustment.name]);
  await addAdjustment({ Kind: "charge", Amount: 10 });
  await addReceipt(3000);
  await addAdjustment(transferForm);
  const listKinds = async (person: Person, query = "") =>
    (await person.list(adjustment, query)).map(({ Kind }) => Kind);
  expect(await listKinds(people.ali)).toEqual(["charge", "transfer"]);
  expect(await listKinds(people.sana)).toEqual(["transfer"]);
  expect(await listKinds(people.sana, `?SettledPlotID=${society.sanaPlot.PlotID}`)).toEqual(["transfer"]);
  await socket.waitForEarlierEvents();
  expect(socket.received.changes.map(({ record }) => record)).toEqual(await people.sana.list(adjustment));
});

test("a user who may view the schedule but not receipts gets the list of balances without credit, and a resync when a payment changes it", async () => {
  const { addReceipt, people, society, manager, revoke } = await openHouses();
  await revoke({ role: "Manager", page: "/payment-management?tab=payment-receipt", action: "View" });
  const socket = await manager.openSocket();
  await socket.watch(["house-balance"]);
  await addReceipt(4000);
  const { data } = assertOk(await manager.get("/plot-balances")).body;
  const { PlotID } = society.sanaPlot;
  expect(outstandingByHouseSchema.parse(data)).toMatchObject([{ PlotID, Overdue: 2500, Credit: 0 }]);
  expect(assertOk(await people.admin.get("/plot-balances")).body.data).toHaveLength(2);
  await socket.waitForEarlierEvents();
  expect(socket.received.resyncs).toContainEqual(["house-balance"]);
});

test("the list of balances has the outstanding and overdue amount and the credit of every house, and for a resident only of their own houses", async () => {
  const { addAdjustment, addReceipt, readBalance, society, people } = await openHouses();
  const { aliPlot, sanaPlot } = society;
  await addAdjustment({ Kind: "charge", Amount: 1200, DueDate: "2026-12-20", Reason: "Water tanker" });
  await addReceipt(1000);
  await addAdjustment({
    Kind: "opening",
    PlotID: sanaPlot.PlotID,
    Amount: -5000,
    Date: "2026-11-01",
    Reason: "Paid ahead",
  });
  const readBalances = async (name: "admin" | "ali") => {
    const { data } = assertOk(await people[name].get("/plot-balances")).body;
    return outstandingByHouseSchema.parse(data).toSorted((a, b) => a.PlotID - b.PlotID);
  };
  const aliBalance = await readBalance("admin", aliPlot.PlotID);
  const sanaBalance = await readBalance("admin", sanaPlot.PlotID);
  const aliRow = {
    PlotID: aliPlot.PlotID,
    Outstanding: aliBalance.due,
    Credit: 0,
    Overdue: 1500,
    OverdueCount: 1,
    OldestDue: "2026-11-10",
  };
  expect(await readBalances("admin")).toEqual([
    aliRow,
    {
      PlotID: sanaPlot.PlotID,
      Outstanding: 0,
      Credit: sanaBalance.credit,
      Overdue: 0,
      OverdueCount: 0,
      OldestDue: null,
    },
  ]);
  expect([aliBalance.due, sanaBalance.credit]).toEqual([2700, 2500]);
  expect(await readBalances("ali")).toEqual([aliRow]);
});

/** The houses of November, with functions that read their balances and statements as a user. */
async function openHouses() {
  const houses = await openNovemberHouses();
  const { admin, ali, sana } = houses;
  const people = { admin, ali, sana };
  return {
    ...houses,
    people,
    readBalance: async (name: keyof typeof people, PlotID: number) =>
      houseBalanceSchema.parse(assertOk(await people[name].get(`/plot/${PlotID}/balance`)).body.data),
    readStatement: async (name: keyof typeof people, PlotID: number) =>
      statementRecord.parse(assertOk(await people[name].get(`/plot/${PlotID}/statement?to=2199-12-31`)).body.data),
  };
}
