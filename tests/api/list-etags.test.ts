import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { resources } from "../../shared/resources/index.ts";
import { plotCategory } from "../../shared/resources/plot-category.ts";
import { role } from "../../shared/resources/role.ts";
import { openSharedHarness } from "../harness/harness.ts";
import type { Person } from "../harness/person.ts";
import { createReceipt } from "../harness/receipts.ts";
import { assertOk } from "../harness/reply.ts";

const harness = await openSharedHarness();
const { admin, manager, clerk, ali, society, portal, clock } = harness;
const { createSchedule, createPlot, createExpense, grant, revoke, changeUser, transaction } = harness;
const { rows } = await createSchedule({ IsPenaltyApply: true, PenaltyAmount: 50 });
const sanaRows = rows.filter(({ PlotID }) => PlotID === society.sanaPlot.PlotID);

test("the portal answers 304 to a request with the ETag of an unchanged list", async () => {
  for (const { name } of resources.filter(({ verbs }) => verbs.includes("list"))) {
    const { tag, refetch } = await fetchList(admin, `/${name}`);
    expect(tag).toMatch(/^W\/"[\w-]{43}"$/);
    expect(await refetch()).toEqual({ status: 304, tag, text: "" });
  }
  const { tag, refetch } = await fetchList(admin, "/plot");
  expect((await refetch({ "if-none-match": `"other", ${tag}` })).status).toBe(304);
  for (const otherTag of ['"other"', "*", tag.slice(0, -2), ""])
    expect((await refetch({ "if-none-match": otherTag })).status).toBe(200);
  for (const query of ["?limit=1", "?sort=HouseNo", "?q=A"])
    expect((await requestList(admin, { path: `/plot${query}`, headers: { "if-none-match": tag } })).status).toBe(200);
  expect((await requestList(admin, { path: "/plot?bogus=1", headers: { "if-none-match": tag } })).status).toBe(400);
});

test("each change alters the text of exactly the lists that show it, and none of these is answered 304", async () => {
  const lists = {
    schedule: await fetchList(clerk, "/payment-schedule"),
    page: await fetchList(clerk, `/payment-schedule?sort=-DueDate&limit=2&after=${sanaRows[3]?.PaymentScheduleID}`),
    receivables: await fetchList(manager, "/receivables?year=2026"),
    houses: await fetchList(manager, "/plot"),
    residentSchedule: await fetchList(ali, "/payment-schedule"),
    expenses: await fetchList(manager, "/expenses"),
    receipts: await fetchList(manager, "/payment-receipt"),
    users: await fetchList(admin, "/users"),
  };
  const expectChangedLists = async (change: string, names: readonly (keyof typeof lists)[]) => {
    for (const [name, list] of Object.entries(lists)) {
      const { status, text, tag } = await list.refetch();
      const current = await requestList(list.person, { path: list.path });
      const isTextUnchanged = current.text === list.text;
      if (!isTextUnchanged) expect([change, name, status, text]).toEqual([change, name, 200, current.text]);
      if (status === 200) Object.assign(list, { text, tag });
      expect([change, name, isTextUnchanged]).toEqual([change, name, !names.some((changed) => changed === name)]);
    }
  };
  await expectChangedLists("nothing", []);

  assertOk(await clerk.put(`/payment-schedule/${sanaRows[0]?.PaymentScheduleID}`, { IsPaid: 1 }));
  await expectChangedLists("a changed row", ["schedule", "receivables"]);
  assertOk(await admin.put(`/plot/${society.sanaPlot.PlotID}`, { ...society.sanaPlot, OwnerName: "Sana Khan" }));
  await expectChangedLists("a changed owner name in joined rows", ["schedule", "page", "receivables", "houses"]);
  await transaction(async (tx) => {
    tx.update(plotCategory, await tx.get(plotCategory, society.aliPlot.CategoryID), { CategoryName: "Alpha" });
  });
  await expectChangedLists("a changed category name in joined rows", [
    "schedule",
    "page",
    "receivables",
    "houses",
    "residentSchedule",
  ]);
  await createExpense();
  await expectChangedLists("a new row", ["expenses"]);
  await createReceipt(admin, { AmountPaid: 100 });
  await expectChangedLists("a new receipt", ["schedule", "receivables", "residentSchedule", "receipts"]);
  const { body } = await admin.get(`/plot/${society.aliPlot.PlotID}`);
  assertOk(await admin.put(`/plot/${society.aliPlot.PlotID}`, { ...Object(body.data), EmailID: "ali@example.org" }));
  await expectChangedLists("a changed email address of a plot", ["houses", "receipts"]);

  await changeUser("ali", { PlotIDs: [society.sanaPlot.PlotID] });
  await expectChangedLists("other plots of a user", ["residentSchedule", "users"]);
  await setResidentScope("all");
  await expectChangedLists("a wider scope of a role", ["residentSchedule"]);
  await setResidentScope("own");
  await changeUser("ali", { PlotIDs: [society.aliPlot.PlotID] });
  await expectChangedLists("the former plots and scope", ["residentSchedule", "users"]);

  const viewPermission = { role: "Clerk", page: "/payment-management?tab=payment-schedule", action: "View" } as const;
  await revoke(viewPermission);
  expect((await lists.schedule.refetch()).status).toBe(403);
  await grant(viewPermission);
  await expectChangedLists("a permission revoked and granted again", []);

  clock.set("2027-03-01T10:00:00Z");
  await expectChangedLists("a new day", []);
  await portal.runJobs();
  await expectChangedLists("the daily jobs", ["schedule", "receivables", "residentSchedule"]);
  await portal.restart();
  await expectChangedLists("a restart", []);
});

test("a server answers 304 to an ETag from another server only if it has received the same commits", async () => {
  const secondServer = await portal.startAnotherServer();
  const adminOnSecondServer = secondServer.person("admin");
  const list = await fetchList(admin, "/expenses");
  await createExpense({ ExpenseTitle: "Written on the first server" });
  await expect
    .poll(async () => (await requestList(adminOnSecondServer, { path: "/expenses", url: secondServer.url })).tag)
    .not.toBe(list.tag);
  const currentList = await fetchList(admin, "/expenses");
  await expect.poll(async () => (await currentList.refetch({}, secondServer.url)).status).toBe(304);

  assertOk(
    await adminOnSecondServer.post("/expenses", { ...expenseForm, ExpenseTitle: "Written on the second server" }),
  );
  const socket = await adminOnSecondServer.openSocket();
  const { cursor } = await socket.watch(["expenses"]);
  const { status, text } = await currentList.refetch({ cursor });
  expect([status, text]).toEqual([200, expect.stringContaining("Written on the second server")]);
  await expect.poll(async () => (await currentList.refetch()).status).toBe(200);
  socket.close();
});

test("a restored backup invalidates the ETags from before the restore", async () => {
  const folder = await mkdtemp(join(tmpdir(), "etags-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const socket = await admin.openSocket();
  await socket.watch(["plot"]);
  const listBefore = await fetchList(admin, "/plot");
  await portal.backup(join(folder, "backup"));
  await createPlot({ HouseNo: "Later-1" });
  const listAfter = await fetchList(admin, "/plot");
  await portal.restore(join(folder, "backup"));
  await socket.waitFor(({ resyncs }) => resyncs.length > 0);
  expect(await listAfter.refetch()).toMatchObject({ status: 200, text: listBefore.text });
  socket.close();
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

/** Fetches a list. `refetch` requests it again with its latest ETag. */
async function fetchList(person: Person, path: string) {
  const { status, tag, text } = await requestList(person, { path });
  expect([path, status]).toEqual([path, 200]);
  const list = {
    person,
    path,
    tag,
    text,
    refetch: (headers: Readonly<Record<string, string>> = {}, url?: string) =>
      requestList(person, { path, url, headers: { "if-none-match": list.tag, ...headers } }),
  };
  return list;
}

function setResidentScope(Scope: "all" | "own"): Promise<void> {
  return transaction(async (tx) => {
    const residentRole = await tx.findFirst(role, { RoleName: "Resident" });
    if (residentRole) tx.update(role, residentRole, { Scope });
  });
}
