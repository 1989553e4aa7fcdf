import { Writable } from "node:stream";
import { describe, expect, test } from "vitest";
import { createLog } from "../../server/log.ts";
import type { Endpoint } from "../../shared/endpoints/endpoint.ts";
import { wallReceipts } from "../../shared/endpoints/wall.ts";
import { display } from "../../shared/resources/display.ts";
import { resources } from "../../shared/resources/index.ts";
import { createDisplay, openDisplayLink } from "../harness/builders.ts";
import { openHarness, openSharedHarness } from "../harness/harness.ts";
import { assertOk } from "../harness/reply.ts";

const harness = await openSharedHarness();
const { admin, manager, clerk, ali, nobody, anonymous, society, clock } = harness;
const missingId = 999_999;

const endpoints = Object.values(import.meta.glob("../../shared/endpoints/*.ts", { eager: true }))
  .flatMap((module) => (typeof module === "object" && module !== null ? Object.values(module) : []))
  .filter(isEndpoint);

describe("a display", () => {
  test("is made by who may, under a name of its own, and its key is told once", async () => {
    const { DisplayID, key } = await createDisplay(harness, "Gate");
    const [told] = (await admin.list(display)).filter((each) => each.DisplayID === DisplayID);
    expect(told).toMatchObject({ DisplayName: "Gate", MadeBy: "admin" });
    expect(JSON.stringify(told)).not.toContain(key);
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

  test("has a key that stands nowhere in the database", async () => {
    const { key } = await createDisplay(harness, "Stairs");
    expect(await harness.portal.findCollectionsContaining(key)).toEqual([]);
  });

  test("may make the calls that are meant for displays, and no other", async () => {
    const { send } = await createDisplay(harness, "Hall");
    const asked = [
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
    const answered: string[] = [];
    for (const [method = "", path = ""] of asked) {
      const { status } = await send(method, path, method === "GET" ? undefined : {});
      if (![403, 404, 405].includes(status)) answered.push(`${method} ${path}`);
    }
    expect(answered.sort()).toEqual(["GET /dashboard/summary", "GET /me", "GET /wall/receipts"]);
  });

  test("sees the society's figures as the dashboard has them", async () => {
    const { send } = await createDisplay(harness, "Office");
    const figures = assertOk(await send("GET", "/dashboard/summary")).body;
    expect(figures).toEqual(assertOk(await admin.get("/dashboard/summary")).body);
  });

  test("shows the last ten receipts that count, without a name or an address", async () => {
    const { send } = await createDisplay(harness, "Shop");
    const paid = { HouseNo: society.ali.HouseNo, PaymentDate: "2026-11-15", PaymentMethod: "Cash", Remarks: "Ali's" };
    for (let number = 1; number <= 12; number++)
      assertOk(await manager.post("/payment-receipt", { ...paid, AmountPaid: number + 0.5 }));
    const newest = (await send("GET", "/wall/receipts")).body;
    assertOk(await manager.delete(`/payment-receipt/${(await listReceiptIds()).at(-1)}`));
    const { receipts } = wallReceipts.response?.parse(assertOk(await send("GET", "/wall/receipts")).body) ?? {};
    expect(receipts).toHaveLength(10);
    expect(receipts).toMatchObject([{ AmountPaid: 11.5 }, { AmountPaid: 10.5 }, ...new Array(8).fill({})]);
    expect(newest).toMatchObject({
      receipts: [{ ReceiptNo: 12, HouseNo: "A-1", CategoryName: "A", AmountPaid: 12.5 }, ...new Array(9).fill({})],
    });
    const [shown] = Array.isArray(newest.receipts) ? newest.receipts : [];
    expect(Object.keys(shown).sort()).toEqual(["AmountPaid", "CategoryName", "CreatedAt", "HouseNo", "ReceiptNo"]);
  });

  test("is a screen of one's own rows for a resident, and of none for who may not see receipts", async () => {
    const { receipts } = wallReceipts.response?.parse(assertOk(await ali.get("/wall/receipts")).body) ?? {};
    expect(receipts).not.toEqual([]);
    expect((await harness.sana.get("/wall/receipts")).body.receipts).toEqual([]);
    expect((await harness.board.get("/wall/receipts")).status).toBe(403);
  });

  test("goes on for weeks with its key, and is known to have been there", async () => {
    const { DisplayID, key, token } = await createDisplay(harness, "Lift");
    clock.advance(23 * 60);
    const bearer = (of: string) => ({ method: "GET", path: "/me", headers: { authorization: `Bearer ${of}` } });
    expect((await anonymous.send(bearer(token))).status).toBe(200);
    clock.advance(2 * 60);
    expect((await anonymous.send(bearer(token))).status).toBe(401);
    const again = await openDisplayLink(anonymous, key);
    expect(again.name).toBe("Lift");
    expect((await anonymous.send(bearer(again.token))).status).toBe(200);
    const { data } = assertOk(await admin.get("/wall/displays")).body;
    expect(data).toContainEqual({ DisplayID, LastSeenAt: clock.now().toISOString() });
  });

  test("is dark once it is switched off: neither its token nor its key opens anything", async () => {
    const { DisplayID, key, send } = await createDisplay(harness, "Roof");
    expect((await send("GET", "/me")).status).toBe(200);
    assertOk(await admin.delete(`/display/${DisplayID}`));
    expect((await send("GET", "/me")).status).toBe(401);
    for (const none of [key, `${DisplayID}.`, "1", "x", `${DisplayID}.${"A".repeat(22)}`])
      expect((await anonymous.post("/wall/token", { key: none })).status).toBe(401);
  });
});

test("a display's address is not in the log, and is not passed on", async () => {
  const lines: string[] = [];
  const to = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  const logged = await openHarness({ log: createLog("trace", to) });
  const { key } = await createDisplay(logged);
  const page = await fetch(`${logged.portal.url()}/wall/${key}?lang=ur`);
  expect(page.headers.get("referrer-policy")).toBe("no-referrer");
  await logged.anonymous.post("/wall/token", { key: `${key}x` });
  expect(lines.join("")).toContain("/wall/…");
  expect(lines.join("")).not.toContain(key);
});

async function listReceiptIds(): Promise<number[]> {
  const { data } = assertOk(await admin.get("/payment-receipt")).body;
  return Array.isArray(data) ? data.map(({ PaymentReceiptID }) => Number(PaymentReceiptID)) : [];
}

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === "object" && value !== null && "guard" in value && "path" in value;
}
