import { Writable } from "node:stream";
import { describe, expect, test } from "vitest";
import { makeLog } from "../../server/kernel/log.ts";
import type { Endpoint } from "../../shared/endpoint.ts";
import { wallReceipts } from "../../shared/endpoints/wall.ts";
import { display } from "../../shared/resources/display.ts";
import { resources } from "../../shared/resources/index.ts";
import { aDisplay, openLink } from "../world/displays.ts";
import { accepted } from "../world/reply.ts";
import { sharedWorld, world } from "../world/world.ts";

const here = await sharedWorld();
const { admin, manager, clerk, ali, nobody, anonymous, society, clock } = here;
const nothing = 999_999;

const endpoints = Object.values(import.meta.glob("../../shared/endpoints/*.ts", { eager: true }))
  .flatMap((module) => (typeof module === "object" && module !== null ? Object.values(module) : []))
  .filter(isEndpoint);

describe("a display", () => {
  test("is made by who may, under a name of its own, and its key is told once", async () => {
    const { DisplayID, key } = await aDisplay(here, "Gate");
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
    const { key } = await aDisplay(here, "Stairs");
    expect(await here.portal.whereStands(key)).toEqual([]);
  });

  test("may make the calls that are meant for displays, and no other", async () => {
    const { send } = await aDisplay(here, "Hall");
    const asked = [
      ...resources.flatMap(({ name, writeName }) => [
        ["GET", `/${name}`],
        ["GET", `/${name}/${nothing}`],
        ["POST", `/${writeName}`],
        ["PUT", `/${writeName}/${nothing}`],
        ["DELETE", `/${writeName}/${nothing}`],
      ]),
      ...endpoints
        .filter(({ guard }) => guard !== "open")
        .map(({ method, path }) => [method.toUpperCase(), path.replace(/:\w+/g, String(nothing))]),
    ];
    const answered: string[] = [];
    for (const [method = "", path = ""] of asked) {
      const { status } = await send(method, path, method === "GET" ? undefined : {});
      if (![403, 404, 405].includes(status)) answered.push(`${method} ${path}`);
    }
    expect(answered.sort()).toEqual(["GET /dashboard/summary", "GET /me", "GET /wall/receipts"]);
  });

  test("sees the society's figures as the dashboard has them", async () => {
    const { send } = await aDisplay(here, "Office");
    const figures = accepted(await send("GET", "/dashboard/summary")).body;
    expect(figures).toEqual(accepted(await admin.get("/dashboard/summary")).body);
  });

  test("shows the last ten receipts that count, without a name or an address", async () => {
    const { send } = await aDisplay(here, "Shop");
    const paid = { HouseNo: society.ali.HouseNo, PaymentDate: "2026-11-15", PaymentMethod: "Cash", Remarks: "Ali's" };
    for (let number = 1; number <= 12; number++)
      accepted(await manager.post("/payment-receipt", { ...paid, AmountPaid: number + 0.5 }));
    const newest = (await send("GET", "/wall/receipts")).body;
    accepted(await manager.delete(`/payment-receipt/${(await receiptIds()).at(-1)}`));
    const { receipts } = wallReceipts.answer?.parse(accepted(await send("GET", "/wall/receipts")).body) ?? {};
    expect(receipts).toHaveLength(10);
    expect(receipts).toMatchObject([{ AmountPaid: 11.5 }, { AmountPaid: 10.5 }, ...new Array(8).fill({})]);
    expect(newest).toMatchObject({
      receipts: [{ ReceiptNo: 12, HouseNo: "A-1", CategoryName: "A", AmountPaid: 12.5 }, ...new Array(9).fill({})],
    });
    const [shown] = Array.isArray(newest.receipts) ? newest.receipts : [];
    expect(Object.keys(shown).sort()).toEqual(["AmountPaid", "CategoryName", "CreatedAt", "HouseNo", "ReceiptNo"]);
  });

  test("is a screen of one's own rows for a resident, and of none for who may not see receipts", async () => {
    const { receipts } = wallReceipts.answer?.parse(accepted(await ali.get("/wall/receipts")).body) ?? {};
    expect(receipts).not.toEqual([]);
    expect((await here.sana.get("/wall/receipts")).body.receipts).toEqual([]);
    expect((await here.board.get("/wall/receipts")).status).toBe(403);
  });

  test("goes on for weeks with its key, and is known to have been there", async () => {
    const { DisplayID, key, token } = await aDisplay(here, "Lift");
    clock.pass(23 * 60);
    const bearer = (of: string) => ({ method: "GET", path: "/me", headers: { authorization: `Bearer ${of}` } });
    expect((await anonymous.send(bearer(token))).status).toBe(200);
    clock.pass(2 * 60);
    expect((await anonymous.send(bearer(token))).status).toBe(401);
    const again = await openLink(anonymous, key);
    expect(again.name).toBe("Lift");
    expect((await anonymous.send(bearer(again.token))).status).toBe(200);
    const { data } = accepted(await admin.get("/wall/displays")).body;
    expect(data).toContainEqual({ DisplayID, LastSeenAt: clock.now().toISOString() });
  });

  test("is dark once it is switched off: neither its token nor its key opens anything", async () => {
    const { DisplayID, key, send } = await aDisplay(here, "Roof");
    expect((await send("GET", "/me")).status).toBe(200);
    accepted(await admin.delete(`/display/${DisplayID}`));
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
  const logged = await world({ log: makeLog("trace", to) });
  const { key } = await aDisplay(logged);
  const page = await fetch(`${logged.portal.url()}/wall/${key}?lang=ur`);
  expect(page.headers.get("referrer-policy")).toBe("no-referrer");
  await logged.anonymous.post("/wall/token", { key: `${key}x` });
  expect(lines.join("")).toContain("/wall/…");
  expect(lines.join("")).not.toContain(key);
});

async function receiptIds(): Promise<number[]> {
  const { data } = accepted(await admin.get("/payment-receipt")).body;
  return Array.isArray(data) ? data.map(({ PaymentReceiptID }) => Number(PaymentReceiptID)) : [];
}

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === "object" && value !== null && "guard" in value && "path" in value;
}
