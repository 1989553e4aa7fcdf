import { expect, test } from "vitest";
import { pages } from "../../shared/pages.ts";
import type { AnyResource } from "../../shared/registry.ts";
import { cashAccountId } from "../../shared/resources/account.ts";
import { action } from "../../shared/resources/action.ts";
import { cheque } from "../../shared/resources/cheque.ts";
import { drawer } from "../../shared/resources/drawer.ts";
import { resources } from "../../shared/resources/index.ts";
import { menus } from "../../shared/resources/menus.ts";
import { paymentReceipt } from "../../shared/resources/payment-receipt.ts";
import { paymentSchedule } from "../../shared/resources/payment-schedule.ts";
import { plot } from "../../shared/resources/plot.ts";
import { role } from "../../shared/resources/role.ts";
import { rolePermissions } from "../../shared/resources/role-permissions.ts";
import { endpoints } from "../harness/endpoints.ts";
import { openSharedHarness } from "../harness/harness.ts";
import { assertOk, parseRecord } from "../harness/reply.ts";

const sanaPlotForm = {
  HouseNo: "Zeta-9",
  OwnerName: "Zulekha",
  MobileNo: "0300-7654321",
  EmailID: "zulekha@example.org",
};
const receiptForm = {
  AmountPaid: 7771.13,
  PaymentDate: "2026-11-14",
  PaymentMethod: "Cheque",
  Remarks: "by cheque of hers",
};
/** Values that occur only in the records of Sana, the neighbour of Ali; a response to Ali must not contain them. */
const sanaMarkers = [...Object.values(sanaPlotForm), receiptForm.Remarks, "7771.13", "777113"];

const harness = await openSharedHarness();
const { admin, ali, sana, createPlot, createSchedule, transaction } = harness;
const sanaPlot = await createPlot(sanaPlotForm);
await harness.changeUser("sana", { PlotIDs: [sanaPlot.PlotID] });
const { rows, plan, rate } = await createSchedule({ plots: [harness.society.aliPlot.PlotID, sanaPlot.PlotID] });
assertOk(await admin.post("/drawer", { Float: 0 }));
const receipt = parseRecord(
  paymentReceipt,
  await admin.post("/payment-receipt", { HouseNo: sanaPlot.HouseNo, ...receiptForm }),
);
const [receivedCheque] = await admin.list(cheque);
assertOk(
  await admin.post("/deposit-slip", {
    AccountID: cashAccountId,
    Date: "2026-11-15",
    ChequeIDs: [receivedCheque?.ChequeID],
  }),
);
const [adminDrawer] = await admin.list(drawer);
assertOk(await admin.post(`/drawer/${adminDrawer?.DrawerID}/close`, { Denominations: {} }));
assertOk(await admin.post("/day-close", { Date: "2026-11-15" }));
assertOk(await admin.put("/plot", { ...sanaPlot, LandlineNo: "051-1" }));
assertOk(await admin.post("/payment-receipt/send-emails"));
assertOk(await admin.post("/ageing/reminders", { PlotIDs: [sanaPlot.PlotID] }));
await harness.changeUser("ali", { RoleID: await addRoleWithAllPermissions() });
const sanaRow = rows.find(({ PlotID }) => PlotID === sanaPlot.PlotID);
const sanaIds: Record<string, number> = {
  plot: sanaPlot.PlotID,
  "payment-schedule": sanaRow?.PaymentScheduleID ?? 0,
  receivables: sanaRow?.PaymentScheduleID ?? 0,
  "payment-receipt": receipt.PaymentReceiptID,
};
const ownedResources: readonly AnyResource[] = [plot, paymentSchedule, paymentReceipt];

test("no GET request of a resident with all permissions returns data of a neighbour", async () => {
  const leaks: string[] = [];
  let requestCount = 0;
  for (const path of [...listPaths(), ...recordPaths(), ...endpointPaths()]) {
    const response = await ali.fetch(path);
    const text = await response.text();
    requestCount++;
    const decodedPath = decodeURIComponent(path);
    if (response.status >= 500 || sanaMarkers.some((marker) => text.includes(marker) && !decodedPath.includes(marker)))
      leaks.push(`${response.status} ${path}: ${text.slice(0, 300)}`);
  }
  expect(leaks).toEqual([]);
  expect(requestCount).toBeGreaterThan(200);
});

test("pages of a resident contain only their own rows, even if a page starts after the id of a neighbour's row", async () => {
  for (const resource of ownedResources) {
    for (const order of [resource.idField, `-${resource.idField}`, "HouseNo", "-HouseNo"]) {
      const neighbourId = sanaIds[resource.name] ?? 0;
      const readPage = async (after: number) => ali.get(`/${resource.name}?limit=1&sort=${order}&after=${after}`);
      const [neighbourPage, unknownPage] = [await readPage(neighbourId), await readPage(999_999)];
      if (order.includes("HouseNo"))
        expect([neighbourPage.status, neighbourPage.body]).toEqual([unknownPage.status, unknownPage.body]);
      else {
        const ownRows = collectRecords(assertOk(neighbourPage).body.data);
        for (const { PlotID } of ownRows) expect(PlotID).toBe(harness.society.aliPlot.PlotID);
      }
    }
  }
});

test("a write of a resident to a neighbour's record gets the same reply as to an unknown id and changes nothing", async () => {
  const before = await readAllRecords();
  for (const name of ["plot", "payment-schedule", "payment-receipt"]) {
    const record = collectRecords((await admin.get(`/${name}`)).body.data).find(
      (each) => each.PlotID === sanaPlot.PlotID,
    );
    const change = async (method: string, id: number) => {
      const idField = resources.find((resource) => resource.name === name)?.idField ?? "";
      const body = method === "PUT" ? { ...record, [idField]: id, Version: undefined, IsPaid: 1 } : undefined;
      const { status, body: reply } = await ali.send({ method, path: `/${name}/${id}`, body });
      return [status, reply];
    };
    for (const method of ["PUT", "DELETE"])
      expect(await change(method, sanaIds[name] ?? 0)).toEqual(await change(method, 999_999));
  }
  const requests: ((house: string, id: number) => [path: string, body: object])[] = [
    (HouseNo) => ["/payment-receipt", { HouseNo, ...receiptForm }],
    (_, PlotID) => ["/payment-schedule", { RateID: rate.RateID, PaymentPlanID: plan.PaymentPlanID, PlotIDs: [PlotID] }],
    (_, PlotID) => ["/ageing/reminders", { PlotIDs: [PlotID] }],
    (HouseNo) => ["/plot", { ...sanaPlot, HouseNo }],
    (_, PlotID) => [
      "/users",
      { Username: "mole", FullName: "Mole", Email: "m@example.org", RoleID: 1, PlotIDs: [PlotID], IsActive: true },
    ],
  ];
  for (const request of requests) {
    const [neighbourRequest, unknownRequest] = [
      request(sanaPlot.HouseNo, sanaPlot.PlotID),
      request("Nowhere-1", 999_999),
    ];
    const [neighbourReply, unknownReply] = [await ali.post(...neighbourRequest), await ali.post(...unknownRequest)];
    const [path] = neighbourRequest;
    expect([path, neighbourReply.status, neighbourReply.body]).toEqual([path, unknownReply.status, unknownReply.body]);
    expect(neighbourReply.body.success).toBe(false);
  }
  expect(await readAllRecords()).toEqual(before);
});

test("a resident's socket receives no data of a neighbour, live or after a reconnect, even with a neighbour's cursor", async () => {
  const watchedNames = [
    ...resources.map(({ name }) => name),
    "dashboard",
    "wall",
    "activity",
    "ageing",
    "reminders",
    "bill-mails",
    "outbox",
  ];
  const socket = await ali.openSocket();
  await socket.watch(watchedNames);
  const cursor = socket.cursor;
  assertOk(await admin.put("/plot", { ...sanaPlot, Version: undefined, OwnerName: `${sanaPlotForm.OwnerName} II` }));
  const secondReceipt = parseRecord(
    paymentReceipt,
    await admin.post("/payment-receipt", { HouseNo: sanaPlot.HouseNo, ...receiptForm }),
  );
  assertOk(await admin.delete(`/payment-receipt/${secondReceipt.PaymentReceiptID}`));
  await socket.waitForEarlierEvents();
  const reconnected = await ali.openSocket({ cursor });
  await reconnected.watch(watchedNames);
  await reconnected.waitForEarlierEvents();
  const withSanaCursor = await ali.openSocket({ cursor: await readSanaCursor() });
  await withSanaCursor.watch(watchedNames);
  await withSanaCursor.waitForEarlierEvents();
  const received = JSON.stringify([socket.received, reconnected.received, withSanaCursor.received]);
  for (const marker of sanaMarkers) expect(received).not.toContain(marker);
});

async function readSanaCursor(): Promise<string> {
  const socket = await sana.openSocket();
  await socket.watch([plot.name]);
  return socket.cursor;
}

async function readAllRecords() {
  return Promise.all(ownedResources.map((resource) => admin.list(resource)));
}

/** Paths of all lists, with every parameter that could select the neighbour's rows. */
function listPaths(): string[] {
  const record = { ...sanaRow, ...receipt, ...sanaPlot };
  return resources.flatMap(({ name, fields, filters, idField, plotField, verbs }) => {
    const searches = sanaMarkers.map((marker) => `/${name}?q=${encodeURIComponent(marker)}`);
    if (!verbs.includes("list")) return [];
    if (plotField === undefined) return [`/${name}`, ...searches];
    const values = [...fields.keys()].flatMap((field) => {
      const value: unknown = Reflect.get(record, field);
      return value === undefined || value === null ? [] : [`${field}=${encodeURIComponent(String(value))}`];
    });
    const filterValues = Object.keys(filters).flatMap((filter) => [`${filter}=0`, `${filter}=1`, `${filter}=2026`]);
    const sortOrders = [...fields.keys()].flatMap((field) => [`sort=${field}`, `sort=-${field}&limit=1`]);
    const after = [`after=${sanaIds[name] ?? 1}&sort=-${idField}`, `after=${(sanaIds[name] ?? 1) - 1}`];
    return [
      ...searches,
      ...["", ...values, ...filterValues, ...sortOrders, ...after].map((query) => `/${name}?${query}`),
    ];
  });
}

function recordPaths(): string[] {
  return Object.entries(sanaIds).map(([name, id]) => `/${name}/${id}`);
}

function endpointPaths(): string[] {
  const idByParameter: Record<string, number> = {
    PlotID: sanaPlot.PlotID,
    PaymentPlanID: plan.PaymentPlanID,
    MailID: 1,
    RoleID: 1,
  };
  const paths = endpoints
    .filter(({ method }) => method === "get")
    .map(({ path }) => path.replace(/:(\w+)/g, (_all, name) => String(idByParameter[name] ?? 1)));
  return [
    ...paths,
    `/activity?plot=${sanaPlot.PlotID}`,
    ...["plot", "payment-schedule", "payment-receipt"].map((name) => `/audit?resource=${name}&id=${sanaIds[name]}`),
    "/audit?user=1",
  ];
}

/** Adds a role with all permissions and the scope `own`; returns its RoleID. */
function addRoleWithAllPermissions(): Promise<number> {
  return transaction(async (tx) => {
    const { RoleID } = await tx.insert(role, { RoleName: "Everything", Scope: "own", RequireTotp: false });
    const pageIds: ReadonlySet<number> = new Set(pages.map(({ id }) => id));
    const pageMenus = (await tx.find(menus, {})).filter(({ MenuURL }) => pageIds.has(MenuURL));
    const actions = await tx.find(action, {});
    const permissions = pageMenus.flatMap(({ MenuID }) =>
      actions.map(({ ActionID }) => ({ RoleID, MenuID, ActionID, IsAllowed: 1 as const })),
    );
    await tx.insertMany(rolePermissions, permissions);
    return RoleID;
  });
}

function collectRecords(data: unknown): Record<string, unknown>[] {
  if (!Array.isArray(data)) return [];
  return data.map((item) => ({ ...item }));
}
