import { expect, test } from "vitest";
import { expenses } from "../../shared/resources/expenses.ts";
import { resources } from "../../shared/resources/index.ts";
import { role } from "../../shared/resources/role.ts";
import type { Change, Protocol } from "../../shared/wire.ts";
import { type Harness, openHarness } from "../harness/harness.ts";
import type { Person } from "../harness/person.ts";
import { assertOk, parseRecord } from "../harness/reply.ts";

/** Mails have their own call and event, which does not contain the record. */
const listNames = resources.filter(({ verbs }) => verbs.includes("list")).map(({ name }) => name);

/** All users. */
function listPeople({ admin, manager, clerk, ali, sana, dashboardReader, nobody }: Harness): Person[] {
  return [admin, manager, clerk, ali, sana, dashboardReader, nobody];
}

test("exactly the readable resources can be subscribed to", { tags: "requirement-4" }, async () => {
  const harness = await openHarness();
  for (const person of listPeople(harness)) {
    const listener = await person.openSocket();
    const { watching, denied } = await listener.watch([...listNames, "dashboard", "nonsense", "__proto__"]);
    const readable: string[] = [];
    for (const name of listNames) if ((await person.get(`/${name}`)).status === 200) readable.push(name);
    if ((await person.get("/dashboard/summary")).status === 200) readable.push("dashboard");
    expect({ person: person.username, watching: [...watching].sort() }).toEqual({
      person: person.username,
      watching: readable.sort(),
    });
    expect([...watching, ...denied].sort()).toEqual([...listNames, "dashboard", "nonsense", "__proto__"].sort());
  }
});

test.each([1, 2] as const)(
  "data read once plus received changes equals data read again, with protocol %i",
  {
    tags: "requirement-4",
  },
  async (protocol) => {
    const harness = await openHarness();
    const { admin, clerk, society, createSchedule, createExpense, createPlot, createRate } = harness;
    const followers = await Promise.all(listPeople(harness).map((person) => subscribe(person, protocol)));

    const { rows, plan } = await createSchedule({ FloorRate: 2500.5 });
    for (const row of rows.slice(10, 14)) await clerk.put(`/payment-schedule/${row.PaymentScheduleID}`, { IsPaid: 1 });
    await admin.put(`/plot/${society.aliPlot.PlotID}`, { ...society.aliPlot, OwnerName: "علی رضا" });
    await admin.put(`/plot-category/${society.categories.A.CategoryID}`, { CategoryName: "Alpha" });
    const expense = await createExpense();
    await admin.put(`/expenses/${expense.ExpenseID}`, { ...expense, Amount: 0.05 });
    await admin.delete(`/expenses/${(await createExpense()).ExpenseID}`);
    const deletedPlot = await createPlot();
    await admin.delete(`/plot/${deletedPlot.PlotID}`);
    await createRate({ StartYear: 2027, EndYear: 2027 });
    for (const row of rows.slice(10, 14)) await clerk.put(`/payment-schedule/${row.PaymentScheduleID}`, { IsPaid: 0 });
    await admin.delete(`/payment-plan/${plan.PaymentPlanID}`);
    await admin.post("/action", { ActionName: "Print" });
    const auditorRole = parseRecord(role, await admin.post("/role", { RoleName: "Auditor" }));
    assertOk(await admin.put("/role", { ...auditorRole, RoleName: "Auditors" }));

    for (const { person, listener, read } of followers) {
      await listener.waitForEarlierEvents();
      const merged = applyChanges(read, listener.received.changes);
      const current = await readAll(person, [...read.keys()]);
      expect({ person: person.username, records: toSortedEntries(merged) }).toEqual({
        person: person.username,
        records: toSortedEntries(current),
      });
      for (const { by } of listener.received.changes)
        expect(by).toBe(["ali", "sana"].includes(person.username ?? "") ? "Office" : by);
    }
    const [adminFollower] = followers;
    expect(adminFollower?.listener.received.changes.length).toBeGreaterThan(60);
    expect(adminFollower?.read.has(expenses.name)).toBe(true);
  },
);

test("no event contains a field that a response must not contain", { tags: "requirement-3" }, async () => {
  const { admin, manager } = await openHarness();
  const listener = await admin.openSocket();
  await listener.watch(listNames);
  await manager.signIn();
  await listener.waitForEarlierEvents();
  const receivedText = JSON.stringify([listener.received.changes, ...listener.received.sessions]);
  for (const secret of ["argon2", "sessions", "SessionID", "_id", "_holds", "open-sesame"])
    expect(receivedText).not.toContain(secret);
});

type Table = Map<number, unknown>;

async function subscribe(person: Person, protocol: Protocol) {
  const listener = await person.openSocket({ protocol });
  const { watching } = await listener.watch(listNames);
  return { person, listener, read: await readAll(person, watching) };
}

async function readAll(person: Person, watching: readonly string[]): Promise<Map<string, Table>> {
  const read = new Map<string, Table>();
  for (const resource of resources.filter(({ name }) => watching.includes(name))) {
    const list = await person.list(resource);
    read.set(resource.name, new Map(list.map((record) => [Number(Reflect.get(record, resource.idField)), record])));
  }
  return read;
}

/** The state of a client that applies every change. */
function applyChanges(read: Map<string, Table>, changes: readonly Change[]): Map<string, Table> {
  for (const { resource, type, id, record } of changes) {
    if (type === "upsert") read.get(resource)?.set(id, record);
    else read.get(resource)?.delete(id);
  }
  return read;
}

function toSortedEntries(tables: Map<string, Table>): unknown {
  return [...tables].map(([name, table]) => [name, [...table].sort(([a], [b]) => a - b)]);
}
