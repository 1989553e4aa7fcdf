import { expect, test } from "vitest";
import type { Endpoint } from "../../shared/endpoint.ts";
import { pages } from "../../shared/pages.ts";
import type { AnyResource } from "../../shared/registry.ts";
import { action } from "../../shared/resources/action.ts";
import { resources } from "../../shared/resources/index.ts";
import { menus } from "../../shared/resources/menus.ts";
import { paymentReceipt } from "../../shared/resources/payment-receipt.ts";
import { paymentSchedule } from "../../shared/resources/payment-schedule.ts";
import { plot } from "../../shared/resources/plot.ts";
import { role } from "../../shared/resources/role.ts";
import { rolePermissions } from "../../shared/resources/role-permissions.ts";
import { accepted, recordIn } from "../world/reply.ts";
import { sharedWorld } from "../world/world.ts";

/** What stands at the neighbour's and nowhere else. */
const marks = ["Zeta-9", "Zulekha", "0300-7654321", "zulekha@example.org", "7771.13", "777113", "by cheque of hers"];

const everyone = await sharedWorld();
const { admin, ali, sana, aPlot, aSchedule, atWork, portal } = everyone;
const hers = await aPlot({
  HouseNo: marks[0],
  OwnerName: marks[1],
  MobileNo: marks[2],
  EmailID: marks[3],
});
await everyone.changeUser("sana", { PlotIDs: [hers.PlotID] });
const { rows, plan, rate } = await aSchedule({ plots: [everyone.society.ali.PlotID, hers.PlotID] });
const paid = { AmountPaid: 7771.13, PaymentDate: "2026-11-14", PaymentMethod: "Cheque", Remarks: marks[6] };
const receipt = recordIn(paymentReceipt, await admin.post("/payment-receipt", { HouseNo: hers.HouseNo, ...paid }));
accepted(await admin.put("/plot", { ...hers, LandlineNo: "051-1" }));
accepted(await admin.post("/payment-receipt/send-emails"));
accepted(await admin.post("/ageing/reminders", { PlotIDs: [hers.PlotID] }));
await everyone.changeUser("ali", { RoleID: await everyRightToOwnRows() });
const row = rows.find(({ PlotID }) => PlotID === hers.PlotID);
const ids: Record<string, number> = {
  plot: hers.PlotID,
  "payment-schedule": row?.PaymentScheduleID ?? 0,
  receivables: row?.PaymentScheduleID ?? 0,
  "payment-receipt": receipt.PaymentReceiptID,
};
const owned: readonly AnyResource[] = [plot, paymentSchedule, paymentReceipt];
const endpoints = Object.values(import.meta.glob("../../shared/endpoints/*.ts", { eager: true }))
  .flatMap((module) => (typeof module === "object" && module !== null ? Object.values(module) : []))
  .filter(isEndpoint);

test("a resident with every right there is reads nothing of a neighbour, whatever is asked for", async () => {
  const told: string[] = [];
  let asked = 0;
  for (const path of [...lists(), ...singles(), ...calls()]) {
    const response = await fetch(`${portal.url()}/api${path}`, {
      headers: { authorization: `Bearer ${await ali.token()}` },
    });
    const text = await response.text();
    asked++;
    const words = decodeURIComponent(path);
    if (response.status >= 500 || marks.some((mark) => text.includes(mark) && !words.includes(mark)))
      told.push(`${response.status} ${path}: ${text.slice(0, 300)}`);
  }
  expect(told).toEqual([]);
  expect(asked).toBeGreaterThan(200);
});

test("counts and pages are those of the own rows, wherever a page is asked to begin", async () => {
  for (const resource of owned) {
    for (const order of [resource.id, `-${resource.id}`, "HouseNo", "-HouseNo"]) {
      const foreign = ids[resource.name] ?? 0;
      const ask = async (after: number) => ali.get(`/${resource.name}?limit=1&sort=${order}&after=${after}`);
      const [one, other] = [await ask(foreign), await ask(999_999)];
      if (order.includes("HouseNo")) expect([one.status, one.body]).toEqual([other.status, other.body]);
      else for (const { PlotID } of recordsOf(one.body.data)) expect(PlotID).toBe(everyone.society.ali.PlotID);
    }
  }
});

test("to change or charge the neighbour's is answered as for a house that does not exist, and changes nothing", async () => {
  const before = await stateOf();
  for (const name of ["plot", "payment-schedule", "payment-receipt"]) {
    const record = recordsOf((await admin.get(`/${name}`)).body.data).find((each) => each.PlotID === hers.PlotID);
    const change = async (method: string, id: number) => {
      const idField = resources.find((resource) => resource.name === name)?.id ?? "";
      const body = method === "PUT" ? { ...record, [idField]: id, Version: undefined, IsPaid: 1 } : undefined;
      const { status, body: said } = await ali.send({ method, path: `/${name}/${id}`, body });
      return [status, said];
    };
    for (const method of ["PUT", "DELETE"])
      expect(await change(method, ids[name] ?? 0)).toEqual(await change(method, 999_999));
  }
  const asks: ((house: string, id: number) => [path: string, body: object])[] = [
    (HouseNo) => ["/payment-receipt", { HouseNo, ...paid }],
    (_, PlotID) => ["/payment-schedule", { RateID: rate.RateID, PaymentPlanID: plan.PaymentPlanID, PlotIDs: [PlotID] }],
    (_, PlotID) => ["/ageing/reminders", { PlotIDs: [PlotID] }],
    (HouseNo) => ["/plot", { ...hers, HouseNo }],
    (_, PlotID) => [
      "/users",
      { Username: "mole", FullName: "Mole", Email: "m@example.org", RoleID: 1, PlotIDs: [PlotID], IsActive: true },
    ],
  ];
  for (const ask of asks) {
    const [foreign, unknown] = [ask(marks[0] ?? "", hers.PlotID), ask("Nowhere-1", 999_999)];
    const [one, other] = [await ali.post(...foreign), await ali.post(...unknown)];
    expect({ ask: foreign[0], ...one, headers: 0 }).toEqual({ ask: foreign[0], ...other, headers: 0 });
    expect(one.body.success).toBe(false);
  }
  expect(await stateOf()).toEqual(before);
});

test("nothing is heard of the neighbour on any line, and no forged place in history brings it back", async () => {
  const everything = [
    ...resources.map(({ name }) => name),
    "dashboard",
    "wall",
    "activity",
    "ageing",
    "reminders",
    "outbox",
  ];
  const listener = await ali.socket();
  await listener.watch(everything);
  const cursor = listener.cursor;
  accepted(await admin.put("/plot", { ...hers, Version: undefined, OwnerName: `${marks[1]} II` }));
  const again = recordIn(paymentReceipt, await admin.post("/payment-receipt", { HouseNo: hers.HouseNo, ...paid }));
  accepted(await admin.delete(`/payment-receipt/${again.PaymentReceiptID}`));
  await listener.quiet();
  const back = await ali.socket({ cursor });
  await back.watch(everything);
  await back.quiet();
  const long = await ali.socket({ cursor: await sanasCursor() });
  await long.watch(everything);
  await long.quiet();
  const heard = JSON.stringify([listener.heard, back.heard, long.heard]);
  for (const mark of marks) expect(heard).not.toContain(mark);
});

async function sanasCursor(): Promise<string> {
  const listener = await sana.socket();
  await listener.watch([plot.name]);
  return listener.cursor;
}

async function stateOf() {
  return Promise.all(owned.map((resource) => admin.list(resource)));
}

/** All lists, by every parameter that could single out the neighbour's rows. */
function lists(): string[] {
  const record = { ...row, ...receipt, ...hers };
  return resources.flatMap(({ name, fields, filters, id, own, verbs }) => {
    const sought = marks.map((mark) => `/${name}?q=${encodeURIComponent(mark)}`);
    if (!verbs.includes("list")) return [];
    if (own === undefined) return [`/${name}`, ...sought];
    const values = [...fields.keys()].flatMap((field) => {
      const value: unknown = Reflect.get(record, field);
      return value === undefined || value === null ? [] : [`${field}=${encodeURIComponent(String(value))}`];
    });
    const named = Object.keys(filters).flatMap((filter) => [`${filter}=0`, `${filter}=1`, `${filter}=2026`]);
    const orders = [...fields.keys()].flatMap((field) => [`sort=${field}`, `sort=-${field}&limit=1`]);
    const after = [`after=${ids[name] ?? 1}&sort=-${id}`, `after=${(ids[name] ?? 1) - 1}`];
    return [...sought, ...["", ...values, ...named, ...orders, ...after].map((query) => `/${name}?${query}`)];
  });
}

function singles(): string[] {
  return Object.entries(ids).map(([name, id]) => `/${name}/${id}`);
}

function calls(): string[] {
  const known: Record<string, number> = {
    PlotID: hers.PlotID,
    PaymentPlanID: plan.PaymentPlanID,
    MailID: 1,
    RoleID: 1,
  };
  const paths = endpoints
    .filter(({ method }) => method === "get")
    .map(({ path }) => path.replace(/:(\w+)/g, (_all, name) => String(known[name] ?? 1)));
  return [
    ...paths,
    `/activity?plot=${hers.PlotID}`,
    ...["plot", "payment-schedule", "payment-receipt"].map((name) => `/audit?resource=${name}&id=${ids[name]}`),
    "/audit?user=1",
  ];
}

/** A role that may do all that an administrator may, but sees own rows only. */
function everyRightToOwnRows(): Promise<number> {
  return atWork(async (tx) => {
    const { RoleID } = await tx.insert(role, { RoleName: "Everything", Scope: "own" });
    const numbers: ReadonlySet<number> = new Set(pages.map(({ number }) => number));
    const shown = (await tx.find(menus, {})).filter(({ MenuURL }) => numbers.has(MenuURL));
    const actions = await tx.find(action, {});
    const rights = shown.flatMap(({ MenuID }) =>
      actions.map(({ ActionID }) => ({ RoleID, MenuID, ActionID, IsAllowed: 1 as const })),
    );
    await tx.insertMany(rolePermissions, rights);
    return RoleID;
  });
}

function recordsOf(data: unknown): Record<string, unknown>[] {
  if (!Array.isArray(data)) return [];
  return data.map((item) => ({ ...item }));
}

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === "object" && value !== null && "guard" in value && "path" in value;
}
