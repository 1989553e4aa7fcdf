import { expect, test } from "vitest";
import { resources } from "../../shared/resources/index.ts";
import { aDisplay } from "../world/displays.ts";
import { accepted } from "../world/reply.ts";
import { world } from "../world/world.ts";

const paid = { HouseNo: "A-1", AmountPaid: 2500.5, PaymentDate: "2026-11-15", PaymentMethod: "Cash" };

test("a display hears the figures and the last receipts, and nothing else whatever it asks for", async () => {
  const here = await world();
  const { manager, anonymous, aSchedule } = here;
  await aSchedule();
  const { token } = await aDisplay(here);
  const listener = await anonymous.socket({ token });
  const { watching } = await listener.watch(["dashboard", "wall", "activity", ...resources.map(({ name }) => name)]);
  expect(watching.sort()).toEqual(["dashboard", "wall"]);
  expect(listener.heard.sessions[0]).toMatchObject({ permissions: { "/": { CanView: true } }, menus: [] });

  accepted(await manager.post("/payment-receipt", paid));
  await listener.until(({ wall, dashboard }) => wall.length > 0 && dashboard.length > 0);
  expect(listener.heard.wall.at(-1)?.receipts).toMatchObject([{ ReceiptNo: 1, HouseNo: "A-1", AmountPaid: 2500.5 }]);
  expect(listener.heard.changes).toEqual([]);
  expect(JSON.stringify(listener.heard)).not.toMatch(/Ali|example\.org/);
});

test("a display that is switched off is shown out, at every server, and does not come back", async () => {
  const here = await world();
  const { admin, anonymous, portal } = here;
  const other = await portal.another();
  const { DisplayID, token } = await aDisplay(here);
  const kept = await aDisplay(here, "Gate");
  const [gone, stays] = [await anonymous.socket({ token }), await anonymous.socket({ token: kept.token })];
  accepted(await other.person("admin").delete(`/display/${DisplayID}`));
  await gone.until((_heard, { connected }) => !connected);
  await expect(anonymous.socket({ token })).rejects.toThrow("Unauthorized");
  expect(stays.connected).toBe(true);
  expect(await admin.get(`/display/${DisplayID}`)).toMatchObject({ status: 404 });
});

test("a display's token is good for the next server", async () => {
  const here = await world();
  const { token } = await aDisplay(here);
  await here.portal.restart();
  const listener = await here.anonymous.socket({ token });
  expect(await listener.watch(["wall"])).toMatchObject({ watching: ["wall"] });
});

test("whoever looks at activity is told that something was done, once for what comes at once", async () => {
  const { manager, ali, sana, board, aSchedule } = await world();
  const [his, hers, staff] = [await ali.socket(), await sana.socket(), await board.socket()];
  for (const listener of [his, hers, staff]) await listener.watch(["activity"]);
  await aSchedule();
  await his.until(({ activity }) => activity.length > 0);
  await hers.until(({ activity }) => activity.length > 0);
  await staff.until(({ activity }) => activity.length > 0);
  hers.forget();
  accepted(await manager.post("/payment-receipt", paid));
  await hers.quiet();
  expect(hers.heard.activity.length).toBeLessThanOrEqual(1);
  expect(staff.heard.changes).toEqual([]);
});
