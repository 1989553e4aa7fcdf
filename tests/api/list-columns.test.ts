// @module-tag matrix
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { connect } from "../../server/database/connection.ts";
import { type Columns, columnsMediaType, decodeColumns } from "../../shared/columns.ts";
import { expenses } from "../../shared/resources/expenses.ts";
import { resources } from "../../shared/resources/index.ts";
import { openSharedHarness } from "../harness/harness.ts";
import type { Person } from "../harness/person.ts";
import { createReceipt } from "../harness/receipts.ts";
import { assertOk, type Reply } from "../harness/reply.ts";

const harness = await openSharedHarness();
const { admin, manager, clerk, ali, sana, dashboardReader, nobody, anonymous, portal, society } = harness;
const { createSchedule, createExpense } = harness;
const listedResources = resources.filter(({ verbs }) => verbs.includes("list"));
const connection = await connect(inject("mongoUri"), portal.databaseName);
afterAll(() => connection.close());

beforeAll(async () => {
  const { rows } = await createSchedule({ IsPenaltyApply: true, PenaltyAmount: 50 });
  for (const { PaymentScheduleID } of rows.slice(1, 3))
    assertOk(await clerk.put(`/payment-schedule/${PaymentScheduleID}`, { IsPaid: 1 }));
  for (const Remarks of ['Said "twice" \\ thrice', "مکان نمبر ۱۲", ""])
    await createReceipt(admin, { AmountPaid: 1234.5, Remarks });
  const chargeForm = { Kind: "charge", Amount: 500, Date: "2026-11-01", DueDate: "2026-11-20", Reason: "Repair" };
  for (const PlotID of [society.aliPlot.PlotID, society.sanaPlot.PlotID])
    assertOk(await admin.post("/adjustment", { PlotID, ...chargeForm }));
  for (const ExpenseTitle of ["Guards", "Lights", "]\n,[$&"]) await createExpense({ ExpenseTitle });
});

test.each(listedResources)(
  "the list of $name in columns decodes to the same records as the JSON list, for every user and parameter",
  async ({ name, titleField, idField, joins }) => {
    const sortFields = [titleField, idField].filter((field) => !(field in joins));
    const queries = ["", "?limit=2", "?q=a", "?limit=0", ...sortFields.map((field) => `?limit=1&sort=-${field}`)];
    for (const person of [admin, manager, clerk, ali, sana, dashboardReader, nobody, anonymous])
      for (const query of queries) {
        const path = `/${name}${query}`;
        const next = await expectSameList(person, path);
        if (next) await expectSameList(person, `${path}&after=${next}`);
      }
  },
);

test("a record that lacks a field also lacks it in columns", async () => {
  const [firstExpense] = await admin.list(expenses);
  await connection
    .collection(expenses.name)
    .updateOne({ ExpenseID: firstExpense?.ExpenseID }, { $unset: { Description: "" } });
  const columns = (await requestColumns(admin, "/expenses")).body.data as Columns;
  // The record without the field is sent as an object.
  expect(columns.rows.map(Array.isArray)).toEqual([false, true, true]);
  await expectSameList(admin, "/expenses");
});

test("the portal sends columns to clients that prefer them to plain JSON", async () => {
  const expectedTypes = [
    ["*/*", "application/json"],
    ["text/html", "application/json"],
    ["application/json", "application/json"],
    [`${columnsMediaType}, application/json`, columnsMediaType],
    [`application/json, ${columnsMediaType}`, "application/json"],
    [`application/json;q=0.5, ${columnsMediaType}`, columnsMediaType],
  ] as const;
  for (const [accept, type] of expectedTypes) {
    const { headers } = await admin.send({ method: "GET", path: "/expenses", headers: { accept } });
    expect([accept, headers.get("content-type")?.split(";")[0]]).toEqual([accept, type]);
    expect(headers.get("vary")).toMatch(/\bAccept(?!-)/);
  }
});

test("a list as records and as columns has different ETags, and 304 is answered only for the ETag of the requested form", async () => {
  const etags = { "application/json": "", [columnsMediaType]: "" };
  for (const accept of Object.keys(etags)) {
    const { headers } = await admin.send({ method: "GET", path: "/plot", headers: { accept } });
    Object.assign(etags, { [accept]: headers.get("etag") });
  }
  for (const [accept, tag] of Object.entries(etags))
    for (const [otherType, otherTag] of Object.entries(etags)) {
      const response = await admin.fetch("/plot", { headers: { accept, "if-none-match": otherTag } });
      expect([accept, otherType, response.status]).toEqual([accept, otherType, tag === otherTag ? 304 : 200]);
      expect(response.headers.get("vary")).toMatch(/\bAccept(?!-)/);
    }
});

function requestColumns(person: Person, path: string): Promise<Reply> {
  return person.send({ method: "GET", path, headers: { accept: columnsMediaType } });
}

/** Compares the responses. Returns the position of the next page, if there is one. */
async function expectSameList(person: Person, path: string): Promise<unknown> {
  const records = await person.get(path);
  const columns = await requestColumns(person, path);
  const { status, body } = columns;
  const decoded = status === 200 ? { ...body, data: decodeColumns(body.data as Columns) } : body;
  expect([person.username, path, status, decoded]).toEqual([person.username, path, records.status, records.body]);
  return records.body.next;
}
