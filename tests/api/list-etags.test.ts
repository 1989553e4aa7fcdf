import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { resources } from "../../shared/resources/index.ts";
import { plotCategory } from "../../shared/resources/plot-category.ts";
import { role } from "../../shared/resources/role.ts";
import { openSharedHarness } from "../harness/harness.ts";
import type { Person } from "../harness/person.ts";
import { assertOk } from "../harness/reply.ts";

const harness = await openSharedHarness();
const { admin, manager, clerk, ali, society, portal, clock } = harness;
const { createSchedule, createPlot, createExpense, grant, revoke, changeUser, transaction } = harness;
const { rows } = await createSchedule({ IsPenaltyApply: true, PenaltyAmount: 50 });
const sanaRows = rows.filter(({ PlotID }) => PlotID === society.sana.PlotID);

test("a list that has not changed is not sent again", async () => {
  for (const { name } of resources.filter(({ verbs }) => verbs.includes("list"))) {
    const { tag, refetch } = await fetchList(admin, `/${name}`);
    expect(tag).toMatch(/^W\/"[\w-]{43}"$/);
    expect(await refetch()).toEqual({ status: 304, tag, text: "" });
  }
  const { tag, refetch } = await fetchList(admin, "/plot");
  expect((await refetch({ "if-none-match": `"other", ${tag}` })).status).toBe(304);
  for (const other of ['"other"', "*", tag.slice(0, -2), ""])
    expect((await refetch({ "if-none-match": other })).status).toBe(200);
  for (const other of ["?limit=1", "?sort=HouseNo", "?q=A"])
    expect((await requestList(admin, { path: `/plot${other}`, headers: { "if-none-match": tag } })).status).toBe(200);
  expect((await requestList(admin, { path: "/plot?bogus=1", headers: { "if-none-match": tag } })).status).toBe(400);
});

test("whatever moves a list, it is sent anew, and no other", async () => {
  const held = {
    schedule: await fetchList(clerk, "/payment-schedule"),
    page: await fetchList(clerk, `/payment-schedule?sort=-DueDate&limit=2&after=${sanaRows[3]?.PaymentScheduleID}`),
    books: await fetchList(manager, "/receivables?year=2026"),
    houses: await fetchList(manager, "/plot"),
    own: await fetchList(ali, "/payment-schedule"),
    spent: await fetchList(manager, "/expenses"),
    receipts: await fetchList(manager, "/payment-receipt"),
    people: await fetchList(admin, "/users"),
  };
  const moved = async (what: string, names: readonly (keyof typeof held)[]) => {
    for (const [name, list] of Object.entries(held)) {
      const { status, text, tag } = await list.refetch();
      const now = await requestList(list.person, { path: list.path });
      const isSame = now.text === list.text;
      if (!isSame) expect([what, name, status, text]).toEqual([what, name, 200, now.text]);
      if (status === 200) Object.assign(list, { text, tag });
      expect([what, name, isSame]).toEqual([what, name, !names.some((each) => each === name)]);
    }
  };
  await moved("nothing", []);

  assertOk(await clerk.put(`/payment-schedule/${sanaRows[0]?.PaymentScheduleID}`, { IsPaid: 1 }));
  await moved("a row", ["schedule", "books"]);
  assertOk(await admin.put(`/plot/${society.sana.PlotID}`, { ...society.sana, OwnerName: "Sana Khan" }));
  await moved("a name beside rows", ["schedule", "page", "books", "houses"]);
  await transaction(async (tx) => {
    tx.update(plotCategory, await tx.get(plotCategory, society.ali.CategoryID), { CategoryName: "Alpha" });
  });
  await moved("a name beside a name", ["schedule", "page", "books", "houses", "own"]);
  await createExpense();
  await moved("a new row", ["spent"]);
  assertOk(
    await admin.post("/payment-receipt", {
      HouseNo: "A-1",
      AmountPaid: 100,
      PaymentDate: "2026-11-20",
      PaymentMethod: "Cash",
    }),
  );
  await moved("money of a house", ["schedule", "books", "own", "receipts"]);
  const { body } = await admin.get(`/plot/${society.ali.PlotID}`);
  assertOk(await admin.put(`/plot/${society.ali.PlotID}`, { ...Object(body.data), EmailID: "ali@example.org" }));
  await moved("what is said beside rows", ["houses", "receipts"]);

  await changeUser("ali", { PlotIDs: [society.sana.PlotID] });
  await moved("whose rows they are", ["own", "people"]);
  await setScope("all");
  await moved("how far somebody sees", ["own"]);
  await setScope("own");
  await changeUser("ali", { PlotIDs: [society.ali.PlotID] });
  await moved("the same back", ["own", "people"]);

  const seeing = { role: "Clerk", page: "/payment-management?tab=payment-schedule", action: "View" } as const;
  await revoke(seeing);
  expect((await held.schedule.refetch()).status).toBe(403);
  await grant(seeing);
  await moved("a right taken and given", []);

  clock.set("2027-03-01T10:00:00Z");
  await moved("the day", []);
  await portal.runJobs();
  await moved("the work of the day", ["schedule", "books", "own"]);
  await portal.restart();
  await moved("another server in its place", []);
});

test("of another server it counts only if that has heard as much as the caller", async () => {
  const second = await portal.startAnotherServer();
  const there = second.person("admin");
  const list = await fetchList(admin, "/expenses");
  await createExpense({ ExpenseTitle: "Written here" });
  await expect
    .poll(async () => (await requestList(there, { path: "/expenses", url: second.url })).tag)
    .not.toBe(list.tag);
  const now = await fetchList(admin, "/expenses");
  await expect.poll(async () => (await now.refetch({}, second.url)).status).toBe(304);

  assertOk(await there.post("/expenses", { ...expenseForm, ExpenseTitle: "Written there" }));
  const screen = await there.openSocket();
  const { cursor } = await screen.watch(["expenses"]);
  const { status, text } = await now.refetch({ cursor });
  expect([status, text]).toEqual([200, expect.stringContaining("Written there")]);
  await expect.poll(async () => (await now.refetch()).status).toBe(200);
  screen.close();
});

test("after a restore no list is taken for what it was before", async () => {
  const folder = await mkdtemp(join(tmpdir(), "unchanged-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const screen = await admin.openSocket();
  await screen.watch(["plot"]);
  const before = await fetchList(admin, "/plot");
  await portal.backup(join(folder, "backup"));
  await createPlot({ HouseNo: "Later-1" });
  const later = await fetchList(admin, "/plot");
  await portal.restore(join(folder, "backup"));
  await screen.waitFor(({ resyncs }) => resyncs.length > 0);
  expect(await later.refetch()).toMatchObject({ status: 200, text: before.text });
  screen.close();
});

const expenseForm = { ExpenseType: "Repairs", ExpenseTitle: "", Description: "", Month: "11", Year: "2026", Amount: 5 };

interface ListResponse {
  status: number;
  tag: string;
  text: string;
}

async function requestList(
  person: Person,
  { path, headers, url = portal.url() }: { path: string; headers?: Readonly<Record<string, string>>; url?: string },
): Promise<ListResponse> {
  const authorization = `Bearer ${await person.token()}`;
  const response = await fetch(`${url}/api${path}`, { headers: { authorization, ...headers } });
  expect(response.headers.get("cache-control")).toBe("no-store");
  return { status: response.status, tag: response.headers.get("etag") ?? "", text: await response.text() };
}

/** A list as it was answered, and how to ask whether it is still the same. */
async function fetchList(person: Person, path: string) {
  const { status, tag, text } = await requestList(person, { path });
  expect([path, status]).toEqual([path, 200]);
  const held = {
    person,
    path,
    tag,
    text,
    refetch: (headers: Readonly<Record<string, string>> = {}, url?: string) =>
      requestList(person, { path, url, headers: { "if-none-match": held.tag, ...headers } }),
  };
  return held;
}

function setScope(Scope: "all" | "own"): Promise<void> {
  return transaction(async (tx) => {
    const residents = await tx.findFirst(role, { RoleName: "Resident" });
    if (residents) tx.update(role, residents, { Scope });
  });
}
