import { once } from "node:events";
import { get } from "node:http";
import { Writable } from "node:stream";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { createLog } from "../../server/log.ts";
import { listDisplayReceipts } from "../../shared/endpoints/display.ts";
import { display } from "../../shared/resources/display.ts";
import { resources } from "../../shared/resources/index.ts";
import { paymentReceipt } from "../../shared/resources/payment-receipt.ts";
import { role } from "../../shared/resources/role.ts";
import { createDisplay, openDisplayLink } from "../harness/builders.ts";
import { endpoints } from "../harness/endpoints.ts";
import { openHarness, openSharedHarness } from "../harness/harness.ts";
import { assertOk, parseRecord } from "../harness/reply.ts";

const harness = await openSharedHarness();
const { admin, manager, clerk, ali, nobody, anonymous, society, clock } = harness;
const missingId = 999_999;
const receiptHousesSchema = z.object({ receipts: z.array(z.object({ HouseNo: z.string() })) });

describe("a display", () => {
  test("a display can be added only with permission and a unique name, and only the reply to that request contains its key", async () => {
    const { DisplayID, key } = await createDisplay(harness, "Gate");
    const [listed] = (await admin.list(display)).filter((row) => row.DisplayID === DisplayID);
    expect(listed).toMatchObject({ DisplayName: "Gate", MadeBy: "admin" });
    expect(JSON.stringify(listed)).not.toContain(key);
    expect((await admin.post("/display", { DisplayName: "gate" })).status).toBe(409);
    expect((await admin.post("/display", { DisplayName: " " })).body.errors).toEqual({
      DisplayName: "Display name is required",
    });
    for (const person of [manager, clerk, ali, nobody]) {
      expect((await person.post("/display", { DisplayName: "Mine" })).status).toBe(403);
      expect((await person.get("/display")).status).toBe(403);
      expect((await person.get("/wall/displays")).status).toBe(403);
    }
  });

  test("the database does not contain the key of a display", async () => {
    const { key } = await createDisplay(harness, "Stairs");
    expect(await harness.portal.findCollectionsContaining(key)).toEqual([]);
  });

  test("a display can call only the endpoints for displays", async () => {
    const { send } = await createDisplay(harness, "Hall");
    const requests = [
      ...resources.flatMap(({ name, writePath }) => [
        ["GET", `/${name}`],
        ["GET", `/${name}/${missingId}`],
        ["POST", `/${writePath}`],
        ["PUT", `/${writePath}/${missingId}`],
        ["DELETE", `/${writePath}/${missingId}`],
      ]),
      ...endpoints
        .filter(({ guard }) => guard !== "open")
        .map(({ method, path }) => [method.toUpperCase(), path.replace(/:\w+/g, String(missingId))]),
    ];
    const allowed: string[] = [];
    for (const [method = "", path = ""] of requests) {
      const { status } = await send(method, path, method === "GET" ? undefined : {});
      if (![403, 404, 405].includes(status)) allowed.push(`${method} ${path}`);
    }
    expect(allowed.sort()).toEqual(["GET /dashboard/summary", "GET /me", "GET /wall/receipts"]);
  });

  test("a display reads the same figures as the dashboard", async () => {
    const { send } = await createDisplay(harness, "Office");
    const figures = assertOk(await send("GET", "/dashboard/summary")).body;
    expect(figures).toEqual(assertOk(await admin.get("/dashboard/summary")).body);
  });

  test("a display shows the last ten receipts that are not voided, without the names of people", async () => {
    const { send } = await createDisplay(harness, "Shop");
    const receiptForm = {
      HouseNo: society.aliPlot.HouseNo,
      PaymentDate: "2026-11-15",
      PaymentMethod: "Cash",
      Remarks: "Ali's",
    };
    for (let number = 1; number <= 12; number++)
      assertOk(await manager.post("/payment-receipt", { ...receiptForm, AmountPaid: number + 0.5 }));
    const bodyBeforeVoid = (await send("GET", "/wall/receipts")).body;
    const lastReceipt = (await admin.list(paymentReceipt)).at(-1);
    assertOk(await manager.delete(`/payment-receipt/${lastReceipt?.PaymentReceiptID}`));
    const { receipts } = listDisplayReceipts.response?.parse(assertOk(await send("GET", "/wall/receipts")).body) ?? {};
    expect(receipts).toHaveLength(10);
    expect(receipts).toMatchObject([{ AmountPaid: 11.5 }, { AmountPaid: 10.5 }, ...new Array(8).fill({})]);
    expect(bodyBeforeVoid).toMatchObject({
      receipts: [{ ReceiptNo: 12, HouseNo: "A-1", CategoryName: "A", AmountPaid: 12.5 }, ...new Array(9).fill({})],
    });
    const [displayedReceipt] = Array.isArray(bodyBeforeVoid.receipts) ? bodyBeforeVoid.receipts : [];
    expect(Object.keys(displayedReceipt).sort()).toEqual([
      "AmountPaid",
      "CategoryName",
      "CreatedAt",
      "HouseNo",
      "ReceiptNo",
    ]);
  });

  test("the endpoint for the receipts of a display returns to a resident only receipts of the resident's own plots, and refuses users without permission to view receipts", async () => {
    const { receipts } = receiptHousesSchema.parse(assertOk(await ali.get("/wall/receipts")).body);
    expect(new Set(receipts.map(({ HouseNo }) => HouseNo))).toEqual(new Set([society.aliPlot.HouseNo]));
    expect((await harness.sana.get("/wall/receipts")).body.receipts).toEqual([]);
    expect((await harness.dashboardReader.get("/wall/receipts")).status).toBe(403);
  });

  test("a display gets a new token with its key after its token has expired, and the portal records when it was last seen", async () => {
    const { DisplayID, key, token } = await createDisplay(harness, "Lift");
    clock.advanceMinutes(23 * 60);
    const sessionRequest = (bearerToken: string) => ({
      method: "GET",
      path: "/me",
      headers: { authorization: `Bearer ${bearerToken}` },
    });
    expect((await anonymous.send(sessionRequest(token))).status).toBe(200);
    clock.advanceMinutes(2 * 60);
    expect((await anonymous.send(sessionRequest(token))).status).toBe(401);
    const reopened = await openDisplayLink(anonymous, key);
    expect(reopened.name).toBe("Lift");
    expect((await anonymous.send(sessionRequest(reopened.token))).status).toBe(200);
    const { data } = assertOk(await admin.get("/wall/displays")).body;
    expect(data).toContainEqual({ DisplayID, LastSeenAt: clock.now().toISOString() });
  });

  test("the portal refuses the token and the key of a deleted display", async () => {
    const { DisplayID, key, send } = await createDisplay(harness, "Roof");
    expect((await send("GET", "/me")).status).toBe(200);
    assertOk(await admin.delete(`/display/${DisplayID}`));
    expect((await send("GET", "/me")).status).toBe(401);
    for (const invalidKey of [key, `${DisplayID}.`, "1", "x", `${DisplayID}.${"A".repeat(22)}`])
      expect((await anonymous.post("/wall/token", { key: invalidKey })).status).toBe(401);
  });
});

test("a user without permission to view what a display shows cannot create it, because anyone with its link can read it", {
  tags: "requirement-7",
}, async () => {
  const { admin, manager, grant, revoke, changeUser } = await openHarness();
  const addDisplay = async (DisplayName: string) => (await manager.post("/display", { DisplayName })).status;
  await grant({ role: "Manager", page: "/system-management?tab=displays", action: "Add" });
  expect(await addDisplay("Gate")).toBe(200);
  const receiptPermission = {
    role: "Manager",
    page: "/payment-management?tab=payment-receipt",
    action: "View",
  } as const;
  await revoke(receiptPermission);
  expect(await addDisplay("Stairs")).toBe(403);
  await grant(receiptPermission);
  const tenantRole = parseRecord(role, await admin.post("/role", { RoleName: "Tenant", Scope: "own" }));
  // The dashboard has no Add, and this grant is refused.
  for (const page of ["/", "/system-management?tab=displays", receiptPermission.page] as const)
    for (const action of ["View", "Add"] as const)
      await grant({ role: tenantRole.RoleName, page, action }).catch(() => 0);
  await changeUser("manager", { RoleID: tenantRole.RoleID });
  expect((await manager.get("/payment-receipt")).status).toBe(200);
  expect(await addDisplay("Roof")).toBe(403);
});

test("the log does not contain the key of a display, and browsers do not send the display's address as referrer", {
  tags: "requirement-33",
}, async () => {
  const lines: string[] = [];
  const output = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  const loggedHarness = await openHarness({ log: createLog("trace", output) });
  const { key } = await createDisplay(loggedHarness);
  const page = await fetch(`${loggedHarness.portal.url()}/wall/${key}?lang=ur`);
  expect(page.headers.get("referrer-policy")).toBe("no-referrer");
  await loggedHarness.anonymous.post("/wall/token", { key: `${key}x` });
  expect(lines.join("")).toContain("/wall/…");
  const encodedKey = [...key].map((letter) => `%${letter.charCodeAt(0).toString(16)}`).join("");
  const paths = ["//wall/", "///wall//", "/./wall/", "/x/../wall/", "/%77all/", "/wall%2f", "/WALL/", "\\wall\\"];
  for (const target of [
    ...paths.map((path) => `${path}${key}`),
    `/wall/${encodedKey}`,
    `//wall/${encodedKey}`,
    `/${key}`,
  ])
    await requestTarget(loggedHarness.portal.url(), target);
  await requestTarget(loggedHarness.portal.url(), `http://127.0.0.1//wall/${key}`);
  await requestTarget(loggedHarness.portal.url(), `/api/wall/${key}`);
  const log = lines.join("");
  expect(log.match(/"req"/g)?.length).toBeGreaterThan(paths.length);
  // The last 22 characters are the secret part of the key.
  for (const spelling of [key, encodedKey, key.slice(-22)]) expect(log).not.toContain(spelling);
});

/** Sends a GET with exactly this request target, which `fetch` would normalize. */
async function requestTarget(url: string, target: string): Promise<void> {
  const request = get({ host: "127.0.0.1", port: new URL(url).port, path: target });
  const [response] = await once(request, "response");
  response.resume();
  await once(response, "end");
}
