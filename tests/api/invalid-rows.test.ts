import type { Connection } from "mongoose";
import { expect, inject, onTestFinished, test } from "vitest";
import { connect } from "../../server/database/connection.ts";
import { Store } from "../../server/database/store.ts";
import { reconcile } from "../../server/services/reconciliation.ts";
import type { MonthReport } from "../../shared/domain/month-report.ts";
import type { AgeingRecord } from "../../shared/endpoints/ageing.ts";
import type { StatementRecord } from "../../shared/endpoints/statement.ts";
import { sumRupees } from "../../shared/money.ts";
import type { AnyResource } from "../../shared/registry.ts";
import { adjustment } from "../../shared/resources/adjustment.ts";
import { resources } from "../../shared/resources/index.ts";
import { paymentReceipt } from "../../shared/resources/payment-receipt.ts";
import { paymentSchedule } from "../../shared/resources/payment-schedule.ts";
import type { DashboardData } from "../../shared/wire.ts";
import { type Harness, openHarness } from "../harness/harness.ts";
import type { Person } from "../harness/person.ts";
import { createReceipt } from "../harness/receipts.ts";
import { assertOk, type Reply } from "../harness/reply.ts";

/** Values that the portal stores in no field; undefined stands for a missing field. */
const invalidValues = [undefined, null, "much", Number.NaN, 1e300, [null]];

test("no request fails with 500 when each collection contains, for every field, records with an invalid value in it", {
  tags: "soak",
  timeout: 400_000,
}, async () => {
  const { admin, ali, society, portal, createSchedule, createExpense } = await openHarness();
  const connection = await openDatabase(portal);
  const { PlotID, HouseNo } = society.aliPlot;
  await createSchedule({ IsPenaltyApply: true, PenaltyAmount: 200, GracePeriodDays: 5 });
  await createExpense({ Month: "11", Year: "2026", Amount: 500 });
  await createReceipt(admin, { HouseNo, AmountPaid: 3_000 });
  for (const values of [
    { Kind: "charge", Amount: 700 },
    { Kind: "opening", Amount: 900 },
  ])
    assertOk(await admin.post("/adjustment", { PlotID, Date: "2026-01-01", Reason: "sample", ...values }));
  for (const resource of resources) if (!resource.derivedFrom) await insertInvalidCopies(connection, resource);
  await portal.restart();
  await portal.runJobs();
  await portal.sendMails();

  const failures: string[] = [];
  const addIfFailed = (name: string, { status }: { status: number }) => {
    if (status >= 500) failures.push(`${name}: ${status}`);
  };
  for (const person of [admin, ali]) {
    await person.signIn();
    await Promise.all(listReadPaths(PlotID).map(async (path) => addIfFailed(path, await get(person, path))));
  }
  addIfFailed("report", await admin.post("/generate-report", { month: 11, year: 2026 }));
  const receiptForm = { HouseNo, AmountPaid: 100, PaymentDate: "2026-11-14", PaymentMethod: "Cash" };
  addIfFailed("receipt", await admin.post("/payment-receipt", receiptForm));
  const revisionForm = { FromMonth: 12, FromYear: 2026, FloorRate: 2_600 };
  addIfFailed("revise", await admin.post("/service-rate/1/revise?dryRun=1", revisionForm));
  addIfFailed("revise", await admin.post("/service-rate/1/revise", revisionForm));
  const { TypeID } = society.aliPlot;
  const moveForm = { TypeID, FloorID: society.floors.first.FloorID, FromMonth: 12, FromYear: 2026 };
  addIfFailed("move", await admin.post(`/plot/${PlotID}/move`, moveForm));
  for (const resource of [paymentSchedule, paymentReceipt, adjustment]) {
    for (const { _id: id } of await connection.collection<{ _id: number }>(resource.name).find().toArray()) {
      const path = `/${resource.name}/${id}`;
      addIfFailed(path, await admin.get(path));
      if (resource === paymentSchedule) {
        addIfFailed(`tick ${path}`, await admin.put(path, { IsPaid: 1 }));
        addIfFailed(`untick ${path}`, await admin.put(path, { IsPaid: 0 }));
      } else if (resource === paymentReceipt) {
        addIfFailed(`change ${path}`, await admin.put(path, { ...receiptForm, AmountPaid: 50 }));
        addIfFailed(`void ${path}`, await admin.delete(path));
      } else addIfFailed(`void ${path}`, await admin.post(`${path}/void`, { Reason: "broken" }));
    }
  }
  expect(failures).toEqual([]);

  async function get(person: Person, path: string) {
    const response = await person.fetch(path);
    await response.arrayBuffer();
    return response;
  }
});

const fieldsOfSums = ["Amount", "AmountReceived", "PenaltyApplied", "IsPaid", "DueDate"];

test.each(fieldsOfSums)(
  "an installment with an invalid %s is left out of all figures and reported by the reconciliation, and payments of its house are refused",
  { tags: "soak" },
  async (field) => {
    const { admin, society, portal, createSchedule } = await openHarness();
    const connection = await openDatabase(portal);
    const { PlotID, HouseNo } = society.aliPlot;
    const { rows } = await createSchedule({ FloorRate: 2_500 });
    const aliRows = rows.filter((row) => row.PlotID === PlotID);
    const marchFilter = { _id: aliRows[2]?.PaymentScheduleID ?? 0 };
    const collection = connection.collection<{ _id: number }>(paymentSchedule.name);
    const before = await collection.findOne(marchFilter);
    const receiptForm = { HouseNo, AmountPaid: 100, PaymentDate: "2026-11-14", PaymentMethod: "Cash" };
    for (const value of invalidValues) {
      await collection.updateOne(
        marchFilter,
        value === undefined ? { $unset: { [field]: 1 } } : { $set: { [field]: value } },
      );
      await portal.restart();
      await portal.runJobs();
      // 23 of 24 installments of 2,500 are counted.
      expect(await readFigures(admin, PlotID)).toEqual({
        dashboard: 57_500,
        receivables: 57_500,
        ageing: 57_500,
        report: { paid: 0, unpaid: 1, unpaidAmount: 2_500 },
        months: 57_500,
        balance: { due: 27_500, items: 11 },
        statement: 27_500,
      });
      const { differences } = await reconcile(new Store(connection));
      expect(differences.join()).toContain(`Installment ${marchFilter._id} has an invalid ${field}`);
      for (const reply of [
        await admin.post("/payment-receipt", receiptForm),
        await admin.put(`/payment-schedule/${marchFilter._id}`, { IsPaid: 1 }),
      ])
        expect([reply.status, reply.body.code, reply.body.values]).toEqual([
          409,
          "invalid-record",
          { record: `Installment ${marchFilter._id}`, field },
        ]);
      assertOk(
        await admin.post("/payment-receipt", { ...receiptForm, HouseNo: society.sanaPlot.HouseNo, AmountPaid: 1 }),
      );
      const [sanaReceipt] = await admin.list(paymentReceipt);
      assertOk(await admin.delete(`/payment-receipt/${sanaReceipt?.PaymentReceiptID}`));
    }
    await collection.replaceOne(marchFilter, { ...before });
    await portal.restart();
    assertOk(await admin.post("/payment-receipt", receiptForm));
    expect(await readFigures(admin, PlotID)).toMatchObject({ dashboard: 60_000, balance: { due: 29_900, items: 12 } });
  },
);

test("an installment of an unknown house is counted in the totals, is in the balance of no house and is reported by the reconciliation", async () => {
  const { admin, portal, society, createSchedule } = await openHarness();
  const connection = await openDatabase(portal);
  const { rows } = await createSchedule({ FloorRate: 2_500 });
  const [firstInstallment] = rows.filter(({ PlotID }) => PlotID === society.aliPlot.PlotID);
  const filter = { _id: firstInstallment?.PaymentScheduleID ?? 0 };
  await connection.collection<{ _id: number }>(paymentSchedule.name).updateOne(filter, { $set: { PlotID: 999_999 } });
  await portal.restart();
  const figures = await readFigures(admin, society.aliPlot.PlotID);
  expect(figures).toMatchObject({
    dashboard: 60_000,
    receivables: 60_000,
    ageing: 60_000,
    balance: { due: 27_500, items: 11 },
  });
  const { differences } = await reconcile(new Store(connection));
  expect(differences).toContain(`installment ${filter._id} belongs to no house`);
  const path = `/payment-schedule/${filter._id}`;
  assertOk(await admin.put(path, { IsPaid: 1 }));
  const untick = await admin.put(path, { IsPaid: 0 });
  expect([untick.status, untick.body.errors]).toEqual([400, { PlotID: "Plot does not exist" }]);
});

/** The sums of 2026 in rupees as each page shows them, the report of March, and what the house owes. */
async function readFigures(admin: Person, PlotID: number) {
  const summary = await readBody<DashboardData>(admin.get("/dashboard/summary"));
  const ageing = await readBody<{ data: AgeingRecord }>(admin.get("/ageing"));
  const report = await readBody<MonthReport>(admin.post("/generate-report", { month: 3, year: 2026 }));
  const balance = await readBody<{ data: { due: number; items: unknown[] } }>(admin.get(`/plot/${PlotID}/balance`));
  const statementPath = `/plot/${PlotID}/statement?to=2026-12-31`;
  const { data: statement } = await readBody<{ data: StatementRecord }>(admin.get(statementPath));
  const months = summary.months.flatMap(({ received, due, notDueYet }) => [received, due, notDueYet]);
  const { A } = report.summary;
  assertOk(await admin.get("/wall/receipts"));
  const { data: receivables } = await readBody<{ data: { Amount: number }[] }>(admin.get("/receivables"));
  return {
    dashboard: summary.data[0]?.total_amount,
    months: sumRupees(months),
    receivables: sumRupees(receivables.map(({ Amount }) => Amount)),
    ageing: ageing.data.total.due + ageing.data.total.notYet,
    report: { paid: A?.paidCount, unpaid: A?.unpaidCount, unpaidAmount: A?.unpaidAmount },
    balance: { due: balance.data.due, items: balance.data.items.length },
    statement: statement.charged,
  };
}

async function readBody<Body>(reply: Promise<Reply>): Promise<Body> {
  return assertOk(await reply).body as Body;
}

async function openDatabase({ databaseName }: Harness["portal"]): Promise<Connection> {
  const connection = await connect(inject("mongoUri"), databaseName);
  onTestFinished(() => connection.close());
  return connection;
}

/** The paths of GET requests for each resource with a list, for the house, and for the pages with figures and mails. */
function listReadPaths(PlotID: number): string[] {
  const lists = resources.flatMap(({ name, verbs, idField }) =>
    verbs.includes("list") ? [`/${name}`, `/${name}?limit=5`, `/${name}?q=a`, `/${name}?sort=-${idField}&limit=5`] : [],
  );
  const housePaths = ["balance", "statement", "statement.pdf", "history"].map((name) => `/plot/${PlotID}/${name}`);
  const otherPaths = ["/dashboard/summary", "/ageing", "/ageing/reminders", "/activity", "/audit", "/society", "/me"];
  const mailPaths = ["/mails", "/payment-receipt/emails", "/payment-receipt/voids", "/wall/receipts"];
  return [
    ...lists,
    ...housePaths,
    ...otherPaths,
    ...mailPaths,
    "/payment-schedule?year=2026&month=11",
    "/receivables?year=2026",
  ];
}

/** Inserts a copy of the first row for each field and invalid value. Copies that a unique index refuses are left out. */
async function insertInvalidCopies(connection: Connection, resource: AnyResource): Promise<void> {
  const { name, idField, fields } = resource;
  const rows = connection.collection<{ _id: number; [field: string]: unknown }>(name);
  const original = await rows.findOne();
  if (!original) return;
  const fieldNames = [...fields.keys()].filter((field) => field !== idField);
  const copies = fieldNames.flatMap((field, fieldIndex) =>
    invalidValues.map((value, valueIndex) => {
      const id = 10_000 + fieldIndex * invalidValues.length + valueIndex;
      const uniqueValues = resource.unique
        .flatMap((keys) => keys.slice(-1))
        .map((key) => [key, distinctValue(resource, { key, id })]);
      return {
        ...original,
        ...Object.fromEntries(uniqueValues),
        ...("IsDuplicate" in original ? { IsDuplicate: 1 } : {}),
        _id: id,
        [idField]: id,
        [field]: value,
      };
    }),
  );
  await rows.insertMany(copies, { ordered: false, ignoreUndefined: true }).catch(() => undefined);
}

function distinctValue({ fields }: AnyResource, { key, id }: { key: string; id: number }): unknown {
  return fields.get(key)?.kind === "text" ? `invalid ${id}` : id;
}
