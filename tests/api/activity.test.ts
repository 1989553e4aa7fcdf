import { describe, expect, test } from "vitest";
import { z } from "zod";
import { type ActivityRecord, activityRecord } from "../../shared/endpoints/activity.ts";
import { account } from "../../shared/resources/account.ts";
import { paymentReceipt } from "../../shared/resources/payment-receipt.ts";
import { plot } from "../../shared/resources/plot.ts";
import { openNovemberHouses } from "../harness/adjustments.ts";
import { openHarness, openSharedHarness } from "../harness/harness.ts";
import type { Person } from "../harness/person.ts";
import { assertOk, parseRecord } from "../harness/reply.ts";

const sharedHarness = await openSharedHarness();
const receiptForm = { HouseNo: "A-1", AmountPaid: 2500.5, PaymentDate: "2026-11-15", PaymentMethod: "Cash" };

describe("the activity list", () => {
  test("the list shows each action of a user as one entry, newest first", async () => {
    const { admin, manager, clerk, society, clock, createSchedule, createExpense } = await openHarness();
    const { rate, plan, rows } = await createSchedule();
    const aMinuteLater = async (send: () => Promise<unknown>) => {
      clock.advanceMinutes(1);
      await send();
    };
    const sanaRow = rows.find(({ PlotID }) => PlotID === society.sanaPlot.PlotID);
    await aMinuteLater(() => clerk.put(`/payment-schedule/${sanaRow?.PaymentScheduleID}`, { IsPaid: 1 }));
    await aMinuteLater(() => clerk.put(`/payment-schedule/${sanaRow?.PaymentScheduleID}`, { IsPaid: 0 }));
    clock.advanceMinutes(1);
    const receipt = parseRecord(paymentReceipt, await manager.post("/payment-receipt", receiptForm));
    await aMinuteLater(() => manager.delete(`/payment-receipt/${receipt.PaymentReceiptID}`));
    await aMinuteLater(() => admin.put("/plot", { ...society.aliPlot, OwnerName: "Ali Raza" }));
    clock.advanceMinutes(1);
    await createExpense({ ExpenseTitle: "Lamps", Amount: 900 });
    await aMinuteLater(() => admin.delete(`/payment-plan/${plan.PaymentPlanID}`));
    const entries = (await readActivity(admin, "limit=100")).map(({ By, Kind, Count, HouseNo, Title, Amount }) => {
      return [By, Kind, Count, HouseNo, Title, Amount];
    });
    const rateTitle = "Residential · A · Ground";
    expect(entries.slice(0, 10)).toEqual([
      ["admin", "plan revoked", 24, null, plan.PaymentPlanName, null],
      ["admin", "expense added", 1, null, "Lamps", 900],
      ["admin", "house changed", 1, "A-1", "A-1", null],
      ["manager", "receipt voided", 1, "A-1", "1", 2500.5],
      ["manager", "receipt added", 1, "A-1", "1", 2500.5],
      ["clerk", "installment unpaid", 1, "A-2", sanaRow?.DueDate, 2500],
      ["clerk", "installment paid", 1, "A-2", sanaRow?.DueDate, 2500],
      ["admin", "installments made", 24, null, "", null],
      ["admin", "plan generated", 1, null, plan.PaymentPlanName, null],
      ["admin", "charge added", 1, null, rateTitle, rate.FloorRate],
    ]);
  });

  test("the list contains transfers, other income, day closes and month locks with their amounts", async () => {
    const { admin, clock } = await openHarness();
    const bankForm = { AccountName: "HBL", Kind: "bank", OpeningBalance: 0, OpeningDate: "2026-01-01" };
    const { AccountID } = parseRecord(account, await admin.post("/account", bankForm));
    const postAMinuteLater = async (path: string, body: object) => {
      clock.advanceMinutes(1);
      return assertOk(await admin.post(path, body)).body.data;
    };
    const day = "2026-11-15";
    await postAMinuteLater("/account-transfer", { FromAccountID: 1, ToAccountID: AccountID, Date: day, Amount: 750 });
    const incomeForm = { Date: day, Payer: "Bilal", Category: "Scrap", Amount: 40, Method: "Online" };
    const { OtherIncomeID } = Object(await postAMinuteLater("/other-income", incomeForm));
    await postAMinuteLater("/payment-receipt", receiptForm);
    await postAMinuteLater("/payment-receipt", { ...receiptForm, AmountPaid: 100, PaymentMethod: "Online" });
    await postAMinuteLater("/day-close", { Date: day });
    await postAMinuteLater("/month-lock", { Month: 9, Year: 2026 });
    await postAMinuteLater("/month-lock", { Month: 10, Year: 2026 });
    await postAMinuteLater("/month-lock/unlock", { Month: 8, Year: 2026, Reason: "A receipt was missing" });
    clock.advanceMinutes(1);
    assertOk(await admin.delete(`/other-income/${OtherIncomeID}`));
    const entries = await readActivity(admin, "limit=9");
    expect(entries.map(({ Kind, Title, Amount, Count }) => [Kind, Title, Amount, Count])).toEqual([
      ["other income deleted", "Scrap", 40, 1],
      ["month unlocked", "2026-10", null, 1],
      ["month locked", "2026-10", null, 1],
      ["month locked", "2026-09", null, 1],
      ["day closed", day, 2600.5, 1],
      ["receipt added", "2", 100, 1],
      ["receipt added", "1", 2500.5, 1],
      ["other income added", "Scrap", 40, 1],
      ["transfer added", "1", 750, 1],
    ]);
  });

  test("a void is one entry about the voided receipt, although it changes the allocations of another receipt", async () => {
    const { admin, clock, createSchedule } = await openHarness();
    await createSchedule({ StartMonth: 11, EndMonth: 11 });
    for (const AmountPaid of [2000, 2100])
      assertOk(await admin.post("/payment-receipt", { ...receiptForm, AmountPaid }));
    clock.advanceMinutes(1);
    assertOk(await admin.delete("/payment-receipt/1"));
    expect(await admin.list(paymentReceipt)).toMatchObject([{ ReceiptNo: 2, Credit: 0 }]);
    expect((await readActivity(admin, "limit=1"))[0]).toMatchObject({
      Kind: "receipt voided",
      Title: "1",
      Amount: 2000,
      Count: 1,
      HouseNo: "A-1",
    });
  });

  test("a receipt is listed as changed when a user changes it, but not when its credit pays new installments or its mail fails", async () => {
    const { admin, clock, society, createSchedule, transaction } = await openHarness();
    assertOk(await admin.post("/payment-receipt", receiptForm));
    clock.advanceMinutes(1);
    await createSchedule({ plots: [society.aliPlot.PlotID] });
    const [receipt] = await admin.list(paymentReceipt);
    expect(receipt?.Credit).toBeLessThan(2500.5);
    clock.advanceMinutes(1);
    await transaction(async (tx) => {
      const row = await tx.get(paymentReceipt, receipt?.PaymentReceiptID ?? 0);
      tx.update(paymentReceipt, row, { MailError: "Refused" });
    });
    expect((await readActivity(admin, "limit=1"))[0]).toMatchObject({ Kind: "installments made", Count: 12 });
    clock.advanceMinutes(1);
    assertOk(await admin.put("/payment-receipt", { ...receiptForm, PaymentReceiptID: 1, Remarks: "Paid by his son" }));
    expect((await readActivity(admin, "limit=1"))[0]).toMatchObject({ Kind: "receipt changed", Title: "1" });

    assertOk(await admin.post("/payment-receipt", { ...receiptForm, AmountPaid: 40_000 }));
    clock.advanceMinutes(1);
    // The credit of the second receipt pays the installment that the first one no longer pays.
    assertOk(await admin.put("/payment-receipt", { ...receiptForm, PaymentReceiptID: 1, AmountPaid: 100 }));
    expect((await readActivity(admin, "limit=1"))[0]).toMatchObject({ Kind: "receipt changed", Title: "1", Count: 1 });
  });

  test("the pages together contain every entry once", async () => {
    const { admin, createExpense } = sharedHarness;
    for (let number = 0; number < 7; number++) await createExpense({ ExpenseTitle: `Lamp ${number}` });
    const allEntries = await readActivity(admin, "limit=100");
    const pagedIds: string[] = [];
    let after = "";
    do {
      const { body } = assertOk(await admin.get(`/activity?limit=3${after && `&after=${after}`}`));
      pagedIds.push(
        ...z
          .array(activityRecord)
          .parse(body.data)
          .map(({ ActivityID }) => ActivityID),
      );
      after = String(body.next ?? "");
    } while (after);
    expect(pagedIds).toEqual(allEntries.map(({ ActivityID }) => ActivityID));
    expect(pagedIds).toHaveLength(new Set(pagedIds).size);
  });

  test("one entry sums up a schedule generation of many transactions, and for a resident counts only the resident's own rows", async () => {
    const { admin, ali, society, transaction, createSchedule } = sharedHarness;
    const { PlotID: _id, Version: _version, ...sharedValues } = society.aliPlot;
    const houses = Array.from({ length: 50 }, (_, index) => ({ ...sharedValues, HouseNo: `M-${index}` }));
    const otherPlots = await transaction((tx) => tx.insertMany(plot, houses));
    expect((await readActivity(admin, "limit=1"))[0]).toMatchObject({ Kind: "house added", Count: 50, By: "Office" });
    const { plan } = await createSchedule({
      plots: [society.aliPlot.PlotID, ...otherPlots.map(({ PlotID }) => PlotID)],
    });
    const [entry] = await readActivity(admin, "limit=1");
    expect(entry).toMatchObject({ Kind: "installments made", Count: 612, HouseNo: null });
    const aliEntries = await readActivity(ali, "limit=5");
    expect(aliEntries[0]).toMatchObject({ Kind: "installments made", Count: 12, HouseNo: "A-1", By: "Office" });
    expect(aliEntries.filter(({ Kind }) => Kind === "installments made")).toHaveLength(1);
    assertOk(await admin.delete(`/payment-plan/${plan.PaymentPlanID}`));
    expect((await readActivity(admin, "limit=1"))[0]).toMatchObject({
      Kind: "plan revoked",
      Count: 612,
      Title: plan.PaymentPlanName,
    });
    expect((await readActivity(ali, "limit=1"))[0]).toMatchObject({ Kind: "installments removed", Count: 12 });
  });

  test("one entry sums up all penalties that the daily job applies at once", async () => {
    const { admin, clock, portal, createSchedule } = sharedHarness;
    await createSchedule({
      StartYear: 2027,
      EndYear: 2027,
      DueOnDay: 10,
      IsPenaltyApply: true,
      GracePeriodDays: 5,
      PenaltyAmount: 100,
    });
    clock.set("2027-02-20T07:00:00Z");
    await portal.runJobs();
    expect((await readActivity(admin, "limit=1"))[0]).toMatchObject({
      Kind: "penalty applied",
      By: "Office",
      Count: 4,
    });
  });

  test("the entry of a paid installment has its amount after waivers and with the penalty", async () => {
    const { admin, clock, portal, society, createSchedule } = await openHarness();
    const { rows } = await createSchedule({ IsPenaltyApply: true, GracePeriodDays: 5, PenaltyAmount: 200 });
    const row = rows.find(({ PlotID, DueDate }) => PlotID === society.aliPlot.PlotID && DueDate < "2026-03-01");
    await portal.runJobs();
    clock.advanceMinutes(1);
    const waiverForm = {
      PlotID: row?.PlotID,
      Kind: "waiver",
      Amount: 500,
      Date: "2026-11-15",
      Reason: "Agreed",
      Of: "amount",
    };
    assertOk(await admin.post("/adjustment", { ...waiverForm, PaymentScheduleID: row?.PaymentScheduleID }));
    clock.advanceMinutes(1);
    assertOk(await admin.put(`/payment-schedule/${row?.PaymentScheduleID}`, { IsPaid: 1 }));
    expect((await readActivity(admin, "limit=1"))[0]).toMatchObject({
      Kind: "installment paid",
      // 2,500 less the waived 500 plus the penalty.
      Amount: 2_200,
      PenaltyAmount: 200,
    });
  });
});

describe("access to the activity list", () => {
  test("the list contains only entries of resources that the reader may view, and a resident sees no staff names", async () => {
    const { admin, ali, dashboardReader, grant, createSchedule, createExpense } = sharedHarness;
    await createSchedule({ StartYear: 2028, EndYear: 2028 });
    await createExpense();
    expect(await readActivity(dashboardReader, "")).toEqual([]);
    await grant({ role: "Dashboard reader", page: "/finance-management?tab=expenses", action: "View" });
    expect(new Set((await readActivity(dashboardReader, "limit=100")).map(({ Kind }) => Kind))).toEqual(
      new Set(["expense added"]),
    );
    const aliEntries = await readActivity(ali, "limit=100");
    expect(new Set(aliEntries.map(({ By }) => By))).toEqual(new Set(["Office"]));
    expect(new Set(aliEntries.map(({ HouseNo }) => HouseNo))).toEqual(new Set(["A-1"]));
    expect(new Set((await readActivity(admin, "limit=100")).map(({ Kind }) => Kind)).has("expense added")).toBe(true);
  });

  test("a resident gets no entries of records that the role may not view", async () => {
    const { admin, ali, revoke } = await openHarness();
    assertOk(await admin.post("/payment-receipt", receiptForm));
    const readKinds = async () => (await readActivity(ali, "")).map(({ Kind }) => Kind);
    expect(await readKinds()).toContain("receipt added");
    await revoke({ role: "Resident", page: "/payment-management?tab=payment-receipt", action: "View" });
    expect((await ali.get("/payment-receipt")).status).toBe(403);
    expect(await readKinds()).not.toContain("receipt added");
  });

  test("the list of one plot contains only its entries and is empty for a reader without access to the plot", async () => {
    const { admin, ali, society } = sharedHarness;
    const sanaEntries = await readActivity(admin, `plot=${society.sanaPlot.PlotID}`);
    expect(new Set(sanaEntries.map(({ HouseNo }) => HouseNo))).toEqual(new Set(["A-2"]));
    expect(await readActivity(ali, `plot=${society.sanaPlot.PlotID}`)).toEqual([]);
    expect(await readActivity(admin, "plot=999999")).toEqual([]);
  });

  test("a transfer of credit and its void are entries of both houses and of their residents, but not of others", async () => {
    const { addAdjustment, voidAdjustment, addReceipt, admin, ali, sana, society } = await openNovemberHouses();
    await addReceipt(3000);
    const { PlotID } = society.sanaPlot;
    const transfer = await addAdjustment({ Kind: "transfer", ToPlotID: PlotID, Amount: 100, Reason: "Same owner" });
    const charge = await addAdjustment({ Amount: 10 });
    await voidAdjustment(transfer);
    await voidAdjustment(charge);
    const readAdjustments = async (person: Person, query = "") =>
      (await readActivity(person, query))
        .filter(({ Kind }) => Kind.startsWith("adjustment"))
        .map(({ Kind, Title }) => `${Kind} ${Title}`)
        .sort();
    const transferEntries = ["adjustment added 1", "adjustment voided 1"];
    const allEntries = ["adjustment added 1", "adjustment added 2", "adjustment voided 1", "adjustment voided 2"];
    expect(await readAdjustments(admin, `plot=${society.aliPlot.PlotID}`)).toEqual(allEntries);
    expect(await readAdjustments(ali)).toEqual(allEntries);
    expect(await readAdjustments(admin, `plot=${PlotID}`)).toEqual(transferEntries);
    expect(await readAdjustments(sana, `plot=${PlotID}`)).toEqual(transferEntries);
    expect(await readAdjustments(sana)).toEqual(transferEntries);
  });

  test("the portal refuses the list to a user without permission to view the dashboard", async () => {
    const { clerk, anonymous } = sharedHarness;
    expect((await clerk.get("/activity")).status).toBe(403);
    expect((await anonymous.get("/activity")).status).toBe(401);
  });

  test.each(["after=x", "after=65f000000000000000000000", "limit=0", "limit=101", "plot=x", "bogus=1"])(
    "the portal refuses the query ?%s",
    async (query) => {
      expect((await sharedHarness.admin.get(`/activity?${query}`)).status).toBe(400);
    },
  );
});

async function readActivity(person: Person, query: string): Promise<ActivityRecord[]> {
  return z.array(activityRecord).parse(assertOk(await person.get(`/activity?${query}`)).body.data);
}
