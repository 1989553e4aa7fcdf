import { expect, test } from "vitest";
import { resources } from "../../shared/resources/index.ts";
import { createDisplay } from "../harness/builders.ts";
import { openHarness } from "../harness/harness.ts";
import { assertOk } from "../harness/reply.ts";

const receiptForm = { HouseNo: "A-1", AmountPaid: 2500.5, PaymentDate: "2026-11-15", PaymentMethod: "Cash" };

test("a display receives the figures and the latest receipts, and nothing else", async () => {
  const here = await openHarness();
  const { manager, anonymous, createSchedule } = here;
  await createSchedule();
  const { token } = await createDisplay(here);
  const listener = await anonymous.openSocket({ token });
  const { watching } = await listener.watch(["dashboard", "wall", "activity", ...resources.map(({ name }) => name)]);
  expect(watching.sort()).toEqual(["dashboard", "wall"]);
  expect(listener.received.sessions[0]).toMatchObject({ permissions: { "/": { CanView: true } }, menus: [] });

  assertOk(await manager.post("/payment-receipt", receiptForm));
  await listener.waitFor(({ wall, dashboard }) => wall.length > 0 && dashboard.length > 0);
  expect(listener.received.wall.at(-1)?.receipts).toMatchObject([{ ReceiptNo: 1, HouseNo: "A-1", AmountPaid: 2500.5 }]);
  expect(listener.received.changes).toEqual([]);
  expect(JSON.stringify(listener.received)).not.toMatch(/Ali|example\.org/);
});

test("a revoked display is disconnected on every server and cannot reconnect", async () => {
  const here = await openHarness();
  const { admin, anonymous, portal } = here;
  const other = await portal.startAnotherServer();
  const { DisplayID, token } = await createDisplay(here);
  const kept = await createDisplay(here, "Gate");
  const [gone, stays] = [await anonymous.openSocket({ token }), await anonymous.openSocket({ token: kept.token })];
  assertOk(await other.person("admin").delete(`/display/${DisplayID}`));
  await gone.waitFor((_heard, { connected }) => !connected);
  await expect(anonymous.openSocket({ token })).rejects.toThrow("Unauthorized");
  expect(stays.connected).toBe(true);
  expect(await admin.get(`/display/${DisplayID}`)).toMatchObject({ status: 404 });
});

test("a display's token is valid on every server", async () => {
  const here = await openHarness();
  const { token } = await createDisplay(here);
  await here.portal.restart();
  const listener = await here.anonymous.openSocket({ token });
  expect(await listener.watch(["wall"])).toMatchObject({ watching: ["wall"] });
});

test("activity subscribers are notified once for a batch of commits", async () => {
  const { manager, ali, sana, board, createSchedule } = await openHarness();
  const [his, hers, staff] = [await ali.openSocket(), await sana.openSocket(), await board.openSocket()];
  for (const listener of [his, hers, staff]) await listener.watch(["activity"]);
  await createSchedule();
  await his.waitFor(({ activity }) => activity.length > 0);
  await hers.waitFor(({ activity }) => activity.length > 0);
  await staff.waitFor(({ activity }) => activity.length > 0);
  hers.clearReceived();
  assertOk(await manager.post("/payment-receipt", receiptForm));
  await hers.waitForMarker();
  expect(hers.received.activity.length).toBeLessThanOrEqual(1);
  expect(staff.received.changes).toEqual([]);
});
