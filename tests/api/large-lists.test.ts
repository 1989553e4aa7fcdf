// @module-tag matrix
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { z } from "zod";
import { connect } from "../../server/database/connection.ts";
import { listSortableFields } from "../../server/http/list-parameters.ts";
import type { AnyResource } from "../../shared/registry.ts";
import { adjustment } from "../../shared/resources/adjustment.ts";
import { bill } from "../../shared/resources/bill.ts";
import { expenses } from "../../shared/resources/expenses.ts";
import { resources } from "../../shared/resources/index.ts";
import { mails } from "../../shared/resources/mails.ts";
import { paymentReceipt } from "../../shared/resources/payment-receipt.ts";
import { paymentSchedule } from "../../shared/resources/payment-schedule.ts";
import { plot } from "../../shared/resources/plot.ts";
import { startHarness } from "../harness/harness.ts";
import { createReceipt } from "../harness/receipts.ts";
import { assertOk } from "../harness/reply.ts";

// A database of its own: in a reused one, MongoDB may have cached plans that it chose for the few rows of another test.
const harness = await startHarness({ uri: inject("mongoUri") });
afterAll(harness.stop);
const { admin, ali, portal, society, transaction, createSchedule, createExpense } = harness;
const connection = await connect(inject("mongoUri"), portal.databaseName);
afterAll(async () => {
  await connection.db?.command({ profile: 0 });
  await connection.collection("system.profile").drop();
  await connection.close();
});

const limit = 20;
/** Rows of each large resource: enough that a scan of the whole collection exceeds the limit on examined documents. */
const rowCount = 3_000;

/** The fields of the entries in `system.profile` that the tests read. */
const profileEntries = z
  .array(z.looseObject({ docsExamined: z.int(), hasSortStage: z.boolean().default(false) }))
  .min(1);

const largeResources = [paymentSchedule, paymentReceipt, expenses, adjustment];
const pagedResources = resources.filter(({ verbs, cached }) => verbs.includes("list") && !cached);

beforeAll(async () => {
  await createSchedule();
  await createExpense();
  await createReceipt(admin, { AmountPaid: 1 });
  const chargeForm = {
    PlotID: society.aliPlot.PlotID,
    Kind: "charge",
    Amount: 5,
    Date: "2026-11-14",
    Reason: "New gate",
  };
  assertOk(await admin.post("/adjustment", chargeForm));
  for (const resource of largeResources) await insertCopies(resource);
  await connection.db?.command({ profile: 2 });
});

test.each(pagedResources)(
  "each query for a page of $name examines at most three documents per row of the page, for each sort field",
  async (resource) => {
    for (const sortField of isLarge(resource) ? listSortableFields(resource) : [resource.idField])
      for (const sort of [sortField, `-${sortField}`]) {
        const path = `/${resource.name}?limit=${limit}&sort=${sort}`;
        const { next } = assertOk(await admin.get(path)).body;
        const secondPage = next === null ? path : `${path}&after=${next}`;
        const thirdPosition = assertOk(await admin.get(secondPage)).body.next;
        for (const page of [path, secondPage, thirdPosition ? `${path}&after=${thirdPosition}` : secondPage]) {
          const { hasSortStage, docsExamined } = await profileQuery(resource, () => admin.get(page));
          expect([page, hasSortStage]).toEqual([page, false]);
          expect([page, docsExamined, docsExamined <= 3 * limit]).toEqual([page, docsExamined, true]);
        }
      }
  },
);

test("the queries for a page of one year's rows by amount examine at most three documents per row of the page", async () => {
  for (const [resource, sortField] of [[paymentSchedule, "Amount"] as const, [paymentReceipt, "AmountPaid"] as const])
    for (const sort of [sortField, `-${sortField}`]) {
      const path = `/${resource.name}?year=2015&sort=${sort}&limit=${limit}`;
      const { next } = assertOk(await admin.get(path)).body;
      for (const page of [path, `${path}&after=${next}`]) {
        const { hasSortStage, docsExamined } = await profileQuery(resource, () => admin.get(page));
        expect([page, hasSortStage]).toEqual([page, false]);
        expect([page, docsExamined, docsExamined <= 3 * limit]).toEqual([page, docsExamined, true]);
      }
    }
});

test("the query for a page of one house's rows examines at most three documents per row of the page", async () => {
  const { PlotID } = society.aliPlot;
  for (const path of [
    `/payment-schedule?plot=${PlotID}`,
    `/receivables?plot=${PlotID}`,
    "/payment-schedule?HouseNo=A-1",
    "/receivables?HouseNo=A-1",
    "/payment-schedule?",
  ]) {
    // Ali's list without a filter contains only the rows of the house A-1.
    const reader = path.endsWith("?") ? ali : admin;
    const { hasSortStage, docsExamined } = await profileQuery(paymentSchedule, () =>
      reader.get(`${path}&limit=${limit}`),
    );
    expect([path, hasSortStage, docsExamined <= 3 * limit]).toEqual([path, false, true]);
  }
});

test("the states of reminders and bill mails are read without the mails of other kinds, and the bills to mail without others", async () => {
  const mail = { To: "", PaymentReceiptID: null, BillID: null, PlotID: null, State: "sent", Tries: 1, Reason: "" };
  const time = "2026-11-10T10:00:00.000Z";
  await connection.collection<{ _id: number }>(mails.name).insertMany(
    Array.from({ length: rowCount }, (_, index) => ({
      ...{ ...mail, _id: 10_000 + index, MailID: 10_000 + index, Kind: "receipt", MessageID: `receipt-${index}` },
      ...{ NextTryAt: time, RunAt: time, SentAt: time, Version: 1 },
    })),
  );
  for (const path of ["/ageing/reminders", "/bill/emails"])
    expect([path, await profileQuery(mails, () => admin.get(path))]).toMatchObject([path, { docsExamined: 0 }]);
  await connection.collection<{ _id: number }>(bill.name).insertMany(
    Array.from({ length: rowCount }, (_, index) => ({
      ...{ _id: 10_000 + index, BillID: 10_000 + index, BillNo: index, PlotID: 100 + index, Year: 2026, Month: 11 },
      ...{ State: index % 2 === 0 ? "paid" : "issued", IsEmailSent: index % 2, Version: 1 },
    })),
  );
  const billQueries = await profileQuery(bill, () => admin.post("/bill/send-emails?dryRun=1", {}));
  expect(billQueries).toMatchObject({ docsExamined: 0 });
});

test("a list request with a current ETag causes no database query", async () => {
  const readList = async (conditions: Record<string, string>) => {
    return admin.fetch("/payment-schedule?sort=Amount", { headers: conditions });
  };
  const list = await readList({});
  const tag = list.headers.get("etag") ?? "";
  // The list is read from the database while its response is read.
  await list.arrayBuffer();
  const from = new Date();
  expect((await readList({ "if-none-match": tag })).status).toBe(304);
  const ns = `${connection.name}.${paymentSchedule.name}`;
  expect(
    await connection
      .collection("system.profile")
      .find({ ns, ts: { $gte: from } })
      .toArray(),
  ).toEqual([]);
});

test("a search of many rows finds the same rows in each order, and reads no long run of equal values row by row", async () => {
  const { PlotID: _id, Version: _version, ...values } = society.aliPlot;
  const houses = await transaction((tx) =>
    tx.insertMany(
      plot,
      Array.from({ length: 60 }, (_, index) => ({ ...values, HouseNo: `${index < 40 ? "S" : "T"}-${index}` })),
    ),
  );
  const schedule = connection.collection<{ _id: number }>(paymentSchedule.name);
  const original = await schedule.findOne();
  const firstId = 100_000;
  // The rows of the houses T come last, and all but some have the same amount and no day of payment.
  const copies = Array.from({ length: 30_000 }, (_, index) => ({
    ...original,
    _id: firstId + index,
    PaymentScheduleID: firstId + index,
    InstallmentNumber: firstId + index,
    IsDuplicate: 1,
    PlotID: (index < 22_000 ? houses[index % 40] : houses[40 + (index % 20)])?.PlotID,
    Amount: index % 300 === 299 ? 900_000 : 700_000,
    PaidDate: index % 300 === 298 ? "2026-11-10" : null,
    DueDate: `20${10 + (index % 7)}-01-10`,
  }));
  await schedule.deleteMany({});
  await schedule.insertMany(copies);
  for (const sortField of ["Amount", "PaidDate", "DueDate", "InstallmentNumber"])
    for (const sort of [sortField, `-${sortField}`]) {
      const path = `/payment-schedule?q=t&sort=${sort}`;
      const all = await listIds(path);
      expect(all).toHaveLength(8_000);
      for (const after of [undefined, all[0], all[4_000], all[7_980]]) {
        const page = `${path}&limit=50${after === undefined ? "" : `&after=${after}`}`;
        const start = after === undefined ? 0 : all.indexOf(after) + 1;
        expect([page, await listIds(page)]).toEqual([page, all.slice(start, start + 50)]);
      }
    }
  for (const sortField of ["Amount", "PaidDate"]) {
    const path = `/payment-schedule?q=t&sort=${sortField}&limit=${limit}`;
    const { docsExamined } = await profileQuery(paymentSchedule, () => admin.get(path));
    expect([path, docsExamined, docsExamined <= 10 * limit]).toEqual([path, docsExamined, true]);
  }
});

async function listIds(path: string): Promise<number[]> {
  const rows = z.array(z.looseObject({ PaymentScheduleID: z.int() })).parse(assertOk(await admin.get(path)).body.data);
  return rows.map(({ PaymentScheduleID }) => PaymentScheduleID);
}

/** Whether the list, or the lists from which it is derived, can have very many rows. */
function isLarge({ derivedFrom, sortFields }: AnyResource): boolean {
  return derivedFrom ? derivedFrom.every(({ source }) => isLarge(source)) : sortFields !== undefined;
}

/** Sends a request and sums up the queries on the collection of the resource that it caused. */
async function profileQuery(resource: AnyResource, sendRequest: () => Promise<Parameters<typeof assertOk>[0]>) {
  const profile = connection.collection("system.profile");
  const from = new Date();
  assertOk(await sendRequest());
  const ns = `${connection.name}.${(resource.derivedFrom?.[0]?.source ?? resource).name}`;
  const queries = profileEntries.parse(
    await profile.find({ ns, ts: { $gte: from }, op: { $in: ["query", "getmore"] } }).toArray(),
  );
  return {
    hasSortStage: queries.some(({ hasSortStage }) => hasSortStage),
    docsExamined: queries.reduce((sum, { docsExamined }) => sum + docsExamined, 0),
  };
}

/** Inserts copies of the existing rows with other houses and other days. */
async function insertCopies({ name, idField, fields }: AnyResource): Promise<void> {
  const rows = connection.collection<{ _id: number; [field: string]: unknown }>(name);
  const originals = await rows.find().toArray();
  const copies = Array.from({ length: rowCount }, (_, index) => {
    const row = { ...originals[index % originals.length], _id: 10_000 + index, [idField]: 10_000 + index };
    for (const [field, { kind }] of fields) {
      if (kind === "ref") row[field] = 100 + (index % 150);
      // The days are in ascending order from 2010 to 2029, as in generated schedules.
      if (kind === "day" && row[field] !== null)
        row[field] = `20${10 + Math.floor((index * 20) / rowCount)}-0${1 + (index % 9)}-10`;
      if (["InstallmentNumber", "ReceiptNo", "AdjustmentNo"].includes(field)) row[field] = 10_000 + index;
      // A month charged twice is outside the unique index.
      if (field === "IsDuplicate") row[field] = 1;
    }
    return row;
  });
  await rows.insertMany(copies);
}
