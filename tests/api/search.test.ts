import fc from "fast-check";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { connect } from "../../server/database/connection.ts";
import type { AnyResource, RecordOf } from "../../shared/registry.ts";
import { expenses } from "../../shared/resources/expenses.ts";
import { paymentSchedule } from "../../shared/resources/payment-schedule.ts";
import { receivables } from "../../shared/resources/receivables.ts";
import { searchTerms } from "../../shared/search.ts";
import { matchesSearch } from "../../web/resource/search.ts";
import { openSharedHarness } from "../harness/harness.ts";
import { assertOk } from "../harness/reply.ts";

const { admin, portal, society, createPlot, createSchedule, createExpense } = await openSharedHarness();
const connection = await connect(inject("mongoUri"), portal.databaseName);
afterAll(() => connection.close());

/** More rows than a search compares without its index. */
const precedingRows = 2_500;
const titles = [
  "Water pump A-12",
  "WATER tank",
  "pump, spare",
  "بجلی کا بل",
  "بجلى كا میٹر",
  "Gate-2 lamp",
  "12 lamps",
];

beforeAll(async () => {
  await createExpense({ ExpenseTitle: "Sweeping", Description: "Daily" });
  await insertCopies(expenses, precedingRows);
  for (const [index, ExpenseTitle] of titles.entries())
    await createExpense({ ExpenseTitle, Description: index % 2 === 0 ? "paid by Tariq" : "Özil & sons" });
  for (const [index, name] of ["Ali Raza", "علی رضا", "Bilal", "Zainab Ali"].entries())
    await createPlot({ HouseNo: `B-${index + 10}`, OwnerName: name, CategoryID: society.categories.B.CategoryID });
  await createSchedule({ FloorRate: 1234.5 });
});

test("the first page of a search on the server, of any size, has the records that the search of the web client finds", async () => {
  const all = { expenses: await admin.list(expenses), receivables: await admin.list(receivables) };
  const schedule = await admin.list(paymentSchedule);
  const text = fc.constantFrom(...titles, "Tariq", "Özil & sons", "B-10", "b11", "Ali Raza", "علي", "1234.50", "12");
  const query = fc
    .tuple(text, fc.nat({ max: 6 }), fc.constantFrom("", " paid", " wat", " 12", " ali"))
    .map(([words, length, suffix]) => `${words.slice(0, length + 1)}${suffix}`);
  await fc.assert(
    fc.asyncProperty(query, fc.constantFrom(1, 3, 50), fc.boolean(), async (q, limit, isDescending) => {
      await expectSameRecords(expenses, { rows: all.expenses, q, limit, isDescending });
      await expectSameRecords(paymentSchedule, { rows: schedule, q, limit, isDescending });
      await expectSameRecords(receivables, { rows: all.receivables, q, limit, isDescending });
    }),
    { numRuns: 40 },
  );
});

test("a search finds a changed text at once and no longer the earlier text", async () => {
  const record = await createExpense({ ExpenseTitle: "Generator" });
  const countMatches = async (q: string) => (await admin.list(expenses, `?q=${q}&limit=5`)).length;
  expect([await countMatches("gener"), await countMatches("solar")]).toEqual([1, 0]);
  assertOk(await admin.put(`/expenses/${record.ExpenseID}`, { ...record, ExpenseTitle: "Solar panels" }));
  expect([await countMatches("gener"), await countMatches("solar")]).toEqual([0, 1]);
  assertOk(await admin.delete(`/expenses/${record.ExpenseID}`));
  expect(await countMatches("solar")).toBe(0);
});

test("the response to a search does not contain the stored search words of its records", async () => {
  const text = JSON.stringify(assertOk(await admin.get("/expenses?q=pump")).body);
  expect(text).toContain("Water pump");
  expect(text).not.toContain("_words");
});

test("a search text may have 200 characters, and a longer one is refused at once", async () => {
  const words = (length: number) => `?q=${"a+".repeat(length / 2)}`;
  expect((await admin.get(`/expenses${words(200)}&limit=5`)).status).toBe(200);
  const { status, body } = await admin.get(`/expenses${words(15_000)}`);
  expect([status, body.code, body.values]).toEqual([400, "invalid-parameter", { name: "q" }]);
});

interface SearchCase<Rec> {
  rows: readonly Rec[];
  q: string;
  limit: number;
  isDescending: boolean;
}

/**
 * Asserts that the first page of a search sorted by id has the rows that the web client finds, and that `next` shows
 * whether there are more.
 */
async function expectSameRecords<R extends AnyResource>(
  resource: R,
  { rows, q, limit, isDescending }: SearchCase<RecordOf<R>>,
): Promise<void> {
  const sort = `${isDescending ? "-" : ""}${resource.idField}`;
  const reply = await admin.get(`/${resource.name}?q=${encodeURIComponent(q)}&limit=${limit}&sort=${sort}`);
  const { data, next } = assertOk(reply).body;
  const matching = rows.filter((row) => typeof row === "object" && row && matchesSearch(resource, row, searchTerms(q)));
  const ordered = isDescending ? matching.toReversed() : matching;
  expect([q, data]).toEqual([q, ordered.slice(0, limit)]);
  expect([q, next === null]).toEqual([q, matching.length <= limit]);
}

/** Inserts copies of the first row. */
async function insertCopies({ name, idField }: AnyResource, count: number): Promise<void> {
  const rows = connection.collection<{ _id: number; [field: string]: unknown }>(name);
  const original = await rows.findOne({});
  if (!original) throw new Error(`There is no row of ${name} to copy`);
  const lastId = original._id;
  await rows.insertMany(
    Array.from({ length: count }, (_, index) => ({
      ...original,
      _id: lastId + index + 1,
      [idField]: lastId + index + 1,
    })),
  );
  await connection
    .collection<{ _id: string; last: number }>("counters")
    .updateOne({ _id: name }, { $set: { last: lastId + count } });
}
