import { expect, test } from "vitest";
import { expenses } from "../../shared/resources/expenses.ts";
import { resources } from "../../shared/resources/index.ts";
import { role } from "../../shared/resources/role.ts";
import type { Change, Protocol } from "../../shared/wire.ts";
import { type Harness, openHarness } from "../harness/harness.ts";
import type { Person } from "../harness/person.ts";
import { assertOk, parseRecord } from "../harness/reply.ts";

/**
 * The resources with a list. Mails are not among them: they have an endpoint of their own and an event without records.
 */
const listNames = resources.filter(({ verbs }) => verbs.includes("list")).map(({ name }) => name);

function listPeople({ admin, manager, clerk, ali, sana, dashboardReader, nobody }: Harness): Person[] {
  return [admin, manager, clerk, ali, sana, dashboardReader, nobody];
}

test("a user can watch exactly the resources that they can read", { tags: "requirement-4" }, async () => {
  const harness = await openHarness();
  for (const person of listPeople(harness)) {
    const socket = await person.openSocket();
    const { watching, denied } = await socket.watch([...listNames, "dashboard", "nonsense", "__proto__"]);
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
  "the lists that a client has read plus the received changes equal the current lists, with protocol %i",
  {
    tags: "requirement-4",
  },
  async (protocol) => {
    const harness = await openHarness();
    const { admin, clerk, society, createSchedule, createExpense, createPlot, createRate } = harness;
    const subscriptions = await Promise.all(listPeople(harness).map((person) => subscribe(person, protocol)));

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

    for (const { person, socket, tables } of subscriptions) {
      await socket.waitForEarlierEvents();
      const merged = applyChanges(tables, socket.received.changes);
      const current = await readAll(person, [...tables.keys()]);
      expect({ person: person.username, records: toSortedEntries(merged) }).toEqual({
        person: person.username,
        records: toSortedEntries(current),
      });
      if (["ali", "sana"].includes(person.username ?? ""))
        for (const { by } of socket.received.changes) expect(by).toBe("Office");
    }
    const [adminSubscription] = subscriptions;
    expect(adminSubscription?.socket.received.changes.length).toBeGreaterThan(60);
    expect(adminSubscription?.tables.has(expenses.name)).toBe(true);
  },
);

test("no event contains a field that a response must not contain", { tags: "requirement-3" }, async () => {
  const { admin, manager } = await openHarness();
  const socket = await admin.openSocket();
  await socket.watch(listNames);
  await manager.signIn();
  await socket.waitForEarlierEvents();
  const receivedText = JSON.stringify([socket.received.changes, ...socket.received.sessions]);
  for (const secret of ["argon2", "sessions", "SessionID", "_id", "_holds", "open-sesame"])
    expect(receivedText).not.toContain(secret);
});

type Table = Map<number, unknown>;

async function subscribe(person: Person, protocol: Protocol) {
  const socket = await person.openSocket({ protocol });
  const { watching } = await socket.watch(listNames);
  return { person, socket, tables: await readAll(person, watching) };
}

async function readAll(person: Person, watching: readonly string[]): Promise<Map<string, Table>> {
  const tables = new Map<string, Table>();
  for (const resource of resources.filter(({ name }) => watching.includes(name))) {
    const list = await person.list(resource);
    tables.set(resource.name, new Map(list.map((record) => [Number(Reflect.get(record, resource.idField)), record])));
  }
  return tables;
}

/** Applies every change to the tables, as a client does, and returns them. */
function applyChanges(tables: Map<string, Table>, changes: readonly Change[]): Map<string, Table> {
  for (const { resource, type, id, record } of changes) {
    if (type === "upsert") tables.get(resource)?.set(id, record);
    else tables.get(resource)?.delete(id);
  }
  return tables;
}

function toSortedEntries(tables: Map<string, Table>): unknown {
  return [...tables].map(([name, table]) => [name, [...table].sort(([a], [b]) => a - b)]);
}
