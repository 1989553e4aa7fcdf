import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { z } from "zod";
import { connect } from "../../server/database.ts";
import type { AnyResource } from "../../shared/registry.ts";
import { expenses } from "../../shared/resources/expenses.ts";
import { resources } from "../../shared/resources/index.ts";
import { paymentReceipt } from "../../shared/resources/payment-receipt.ts";
import { paymentSchedule } from "../../shared/resources/payment-schedule.ts";
import { accepted } from "../world/reply.ts";
import { sharedWorld } from "../world/world.ts";

const here = await sharedWorld();
const { admin, ali, portal, society, aSchedule, anExpense } = here;
const connection = await connect(inject("mongoUri"), portal.database);
afterAll(async () => {
  await connection.db?.command({ profile: 0 });
  await connection.collection("system.profile").drop();
  await connection.close();
});

const limit = 20;
/** Of each resource whose rows come by themselves year after year, so many that a look at all of them would show. */
const many = 3_000;

/** What the database tells of a search that it did. */
const work = z.array(z.looseObject({ docsExamined: z.int(), hasSortStage: z.boolean().default(false) })).min(1);

const long = [paymentSchedule, paymentReceipt, expenses];
const paged = resources.filter(({ verbs, mirrored }) => verbs.includes("list") && !mirrored);

beforeAll(async () => {
  await aSchedule();
  await anExpense();
  const receipt = { HouseNo: "A-1", AmountPaid: 1, PaymentDate: "2026-11-20", PaymentMethod: "Cash" };
  accepted(await admin.post("/payment-receipt", receipt));
  for (const resource of long) await multiply(resource);
  await connection.db?.command({ profile: 2 });
}, 60_000);

test.each(paged)(
  "$name is read page by page at the cost of the page, in each order that it is found by",
  async (resource) => {
    for (const order of ordersOf(resource))
      for (const sort of [order, `-${order}`]) {
        const path = `/${resource.name}?limit=${limit}&sort=${sort}`;
        const { next } = accepted(await admin.get(path)).body;
        const second = next === null ? path : `${path}&after=${next}`;
        const third = accepted(await admin.get(second)).body.next;
        for (const page of [path, second, third ? `${path}&after=${third}` : second]) {
          const { sorted, looked } = await workFor(resource, () => admin.get(page));
          expect([page, sorted]).toEqual([page, false]);
          expect([page, looked, looked <= 3 * limit]).toEqual([page, looked, true]);
        }
      }
  },
);

test("a house's pages cost no more among the rows of all others", async () => {
  const { PlotID } = society.ali;
  for (const path of [`/payment-schedule?plot=${PlotID}`, `/receivables?plot=${PlotID}`, "/payment-schedule?"]) {
    const who = path.endsWith("?") ? ali : admin;
    const { sorted, looked } = await workFor(paymentSchedule, () => who.get(`${path}&limit=${limit}`));
    expect([path, sorted, looked <= 3 * limit]).toEqual([path, false, true]);
  }
});

test("what the caller holds already is not looked for", async () => {
  const read = async (held: Record<string, string>) => {
    const headers = { authorization: `Bearer ${await admin.token()}`, ...held };
    return fetch(`${portal.url()}/api/payment-schedule?sort=Amount`, { headers });
  };
  const tag = (await read({})).headers.get("etag") ?? "";
  const from = new Date();
  expect((await read({ "if-none-match": tag })).status).toBe(304);
  const ns = `${connection.name}.${paymentSchedule.name}`;
  expect(
    await connection
      .collection("system.profile")
      .find({ ns, ts: { $gte: from } })
      .toArray(),
  ).toEqual([]);
});

/** In the list's own words: the id, and what it has an index for. */
function ordersOf(resource: AnyResource): string[] {
  const { viewOf, id } = resource;
  const { indexes, own } = viewOf?.source ?? resource;
  const found = [...indexes.filter(({ length }) => length === 1).flat(), ...(own === undefined ? [] : [own])];
  if (!viewOf) return [id, ...found];
  return Object.entries(viewOf.names).flatMap(([name, source]) =>
    name === id || found.includes(source) ? [name] : [],
  );
}

/** What a request made the database do with the rows of the resource. */
async function workFor(resource: AnyResource, ask: () => Promise<Parameters<typeof accepted>[0]>) {
  const profile = connection.collection("system.profile");
  const from = new Date();
  accepted(await ask());
  const ns = `${connection.name}.${(resource.viewOf?.source ?? resource).name}`;
  const done = work.parse(await profile.find({ ns, ts: { $gte: from }, op: { $in: ["query", "getmore"] } }).toArray());
  return {
    sorted: done.some(({ hasSortStage }) => hasSortStage),
    looked: done.reduce((sum, { docsExamined }) => sum + docsExamined, 0),
  };
}

/** Copies of what there is, of other houses and other days. */
async function multiply({ name, id, fields }: AnyResource): Promise<void> {
  const rows = connection.collection<{ _id: number; [field: string]: unknown }>(name);
  const like = await rows.find().toArray();
  const copies = Array.from({ length: many }, (_, index) => {
    const row = { ...like[index % like.length], _id: 10_000 + index, [id]: 10_000 + index };
    for (const [field, { kind }] of fields) {
      if (kind === "ref") row[field] = 100 + (index % 150);
      if (kind === "day" && row[field] !== null) row[field] = `20${10 + (index % 20)}-0${1 + (index % 9)}-10`;
      if (["InstallmentNumber", "ReceiptNo"].includes(field)) row[field] = 10_000 + index;
    }
    return row;
  });
  await rows.insertMany(copies);
}
