import { expect, test } from "vitest";
import { z } from "zod";
import { houseBalance } from "../../shared/endpoints/balance.ts";
import { statementRecord } from "../../shared/endpoints/statement.ts";
import type { RecordOf } from "../../shared/registry.ts";
import { adjustment } from "../../shared/resources/adjustment.ts";
import { openHarness } from "../harness/harness.ts";
import type { Person } from "../harness/person.ts";
import { assertOk, parseRecord } from "../harness/reply.ts";

const balanceList = z.array(z.object({ PlotID: z.int(), Outstanding: z.number(), Credit: z.number() }));

type Body = Readonly<Record<string, unknown>>;

test("the statement shows adjustments by day and closes with what is due minus the credit", async () => {
  const { adjust, readStatement, pay, society } = await openNovemberHouses();
  await adjust({
    Kind: "opening",
    Amount: 4000.5,
    Date: "2026-11-01",
    DueDate: "2026-11-02",
    Reason: "Arrears of 2024",
  });
  await adjust({ Kind: "charge", Amount: 1200, DueDate: "2026-12-20", Reason: "Water tanker" });
  await adjust({ Kind: "waiver", Amount: 500, PaymentScheduleID: 1, Reason: "Well broken" });
  await adjust({ Kind: "write-off", Amount: 0.5, ChargeID: 1, Reason: "Small change" });
  await pay(8000);
  await adjust({ Kind: "refund", Amount: 300, Reason: "Paid twice" });
  await adjust({ Kind: "transfer", Amount: 100, ToPlotID: society.sanaPlot.PlotID, Reason: "Same owner" });
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
  const received = await readStatement("sana", society.sanaPlot.PlotID);
  expect(received.entries).toMatchObject([
    { Kind: "Charge", Charge: 2500 },
    { Kind: "Transfer", Payment: 100, Description: "Transfer ADJ-6 from another house: Same owner", Balance: 2400 },
  ]);
});

test("the balance lists the open items in the order of settlement, and only residents of the house read it", async () => {
  const { adjust, pay, penalize, readBalance, readStatement, society, people } = await openNovemberHouses();
  await penalize();
  await adjust({ Kind: "charge", Amount: 1200, DueDate: "2026-12-20", Reason: "Water tanker" });
  await adjust({ Kind: "opening", Amount: 400, Date: "2026-11-01", Reason: "Arrears of 2024" });
  await adjust({ Kind: "waiver", Amount: 500, PaymentScheduleID: 1, Reason: "Well broken" });
  await adjust({ Kind: "waiver", Amount: 50, PaymentScheduleID: 1, Of: "penalty", Reason: "In hospital" });
  await pay(1000);
  const item = { PenaltyAmount: 0, Received: 0 };
  expect(await readBalance("ali", society.aliPlot.PlotID)).toEqual({
    due: 2750,
    credit: 0,
    items: [
      { kind: "installment", id: 1, DueDate: "2026-11-10", Amount: 2000, PenaltyAmount: 150, Received: 600, Due: 1550 },
      { ...item, kind: "charge", id: 1, DueDate: "2026-12-20", Amount: 1200, Due: 1200 },
    ],
  });
  await pay(3000);
  // Both payments are within the days of grace, so that the penalty is removed, also the waived part.
  expect(await readBalance("admin", society.aliPlot.PlotID)).toEqual({ due: 0, credit: 400, items: [] });
  expect(await readStatement("ali", society.aliPlot.PlotID)).toMatchObject({ closing: -400 });
  const unknown = await people.ali.get("/plot/999/balance");
  const neighbour = await people.ali.get(`/plot/${society.sanaPlot.PlotID}/balance`);
  expect([neighbour.status, neighbour.body]).toEqual([404, unknown.body]);
});

test("residents list the adjustments of their own house, and the transfers to it", {
  tags: "requirement-2",
}, async () => {
  const { adjust, pay, people, society } = await openNovemberHouses();
  const toSana = { Kind: "transfer", Amount: 100, ToPlotID: society.sanaPlot.PlotID };
  const listener = await people.sana.openSocket();
  await listener.watch([adjustment.name]);
  await adjust({ Kind: "charge", Amount: 10 });
  await pay(3000);
  await adjust(toSana);
  const kindsFor = async (person: Person, query = "") => (await person.list(adjustment, query)).map(({ Kind }) => Kind);
  expect(await kindsFor(people.ali)).toEqual(["charge", "transfer"]);
  expect(await kindsFor(people.sana)).toEqual(["transfer"]);
  expect(await kindsFor(people.sana, `?SettledPlotID=${society.sanaPlot.PlotID}`)).toEqual(["transfer"]);
  await listener.waitForEarlierEvents();
  expect(listener.received.changes.map(({ record }) => record)).toEqual(await people.sana.list(adjustment));
});

/** Houses with one installment of November each: 2,500, penalty 200 after 5 days. */
async function openNovemberHouses() {
  const harness = await openHarness();
  const { admin, ali, sana, clock, createSchedule, portal, society } = harness;
  const terms = { StartMonth: 11, EndMonth: 11, IsPenaltyApply: true, PenaltyAmount: 200, GracePeriodDays: 5 };
  await createSchedule({ ...terms, plots: [society.aliPlot.PlotID, society.sanaPlot.PlotID] });
  const people = { admin, ali, sana };
  return {
    people,
    society,
    adjust: async (change: Body): Promise<RecordOf<typeof adjustment>> =>
      parseRecord(
        adjustment,
        await admin.post("/adjustment", {
          ...{ PlotID: society.aliPlot.PlotID, Date: "2026-11-15", Reason: "For the test" },
          ...change,
        }),
      ),
    pay: async (AmountPaid: number) =>
      assertOk(
        await admin.post("/payment-receipt", {
          ...{ HouseNo: "A-1", AmountPaid, PaymentDate: "2026-11-15", PaymentMethod: "Cash" },
        }),
      ),
    penalize: async () => {
      clock.set("2026-11-20T07:00:00Z");
      await portal.runJobs();
    },
    readBalance: async (name: keyof typeof people, PlotID: number) =>
      houseBalance.parse(assertOk(await people[name].get(`/plot/${PlotID}/balance`)).body.data),
    readStatement: async (name: keyof typeof people, PlotID: number) =>
      statementRecord.parse(assertOk(await people[name].get(`/plot/${PlotID}/statement?to=2199-12-31`)).body.data),
  };
}

test("the balances of all houses are the sums of what each one owes and its credit; residents get their own", async () => {
  const { adjust, pay, readBalance, society, people } = await openNovemberHouses();
  const { aliPlot, sanaPlot } = society;
  await adjust({ Kind: "charge", Amount: 1200, DueDate: "2026-12-20", Reason: "Water tanker" });
  await pay(1000);
  await adjust({ Kind: "opening", PlotID: sanaPlot.PlotID, Amount: -5000, Date: "2026-11-01", Reason: "Paid ahead" });
  const readBalances = async (name: "admin" | "ali") => {
    const { data } = assertOk(await people[name].get("/plot-balances")).body;
    return balanceList.parse(data).toSorted((a, b) => a.PlotID - b.PlotID);
  };
  const [ali, sana] = [await readBalance("admin", aliPlot.PlotID), await readBalance("admin", sanaPlot.PlotID)];
  expect(await readBalances("admin")).toEqual([
    { PlotID: aliPlot.PlotID, Outstanding: ali.due, Credit: 0 },
    { PlotID: sanaPlot.PlotID, Outstanding: 0, Credit: sana.credit },
  ]);
  expect([ali.due, sana.credit]).toEqual([2700, 2500]);
  expect(await readBalances("ali")).toEqual([{ PlotID: aliPlot.PlotID, Outstanding: 2700, Credit: 0 }]);
});
