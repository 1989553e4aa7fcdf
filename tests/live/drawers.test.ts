import { expect, test } from "vitest";
import { dayClose } from "../../shared/resources/day-close.ts";
import { drawer } from "../../shared/resources/drawer.ts";
import { openDrawer } from "../harness/drawers.ts";
import { openHarness } from "../harness/harness.ts";
import { createReceipt } from "../harness/mail.ts";
import { assertOk } from "../harness/reply.ts";

const cash = { HouseNo: "A-1", AmountPaid: 500, PaymentMethod: "Cash" } as const;

test("each receipt of a cashier updates the cashier's drawer in the manager's window on another server", async () => {
  const { admin, portal } = await openHarness();
  const second = await portal.startAnotherServer();
  const listener = await second.person("manager").openSocket();
  await listener.watch([drawer.name]);
  const expected = () => listener.received.changes.flatMap(({ record }) => (record ? [record.Expected] : []));
  await openDrawer(admin);
  await createReceipt(admin, cash);
  await createReceipt(admin, cash);
  await listener.waitFor(({ changes }) => changes.some(({ record }) => record?.Expected === 2000));
  expect(expected()).toEqual([1000, 1500, 2000]);
});

test("a closed day reaches the manager's window on another server", async () => {
  const { admin, portal } = await openHarness();
  const second = await portal.startAnotherServer();
  const listener = await second.person("manager").openSocket();
  await listener.watch([dayClose.name]);
  await createReceipt(admin, cash);
  assertOk(await admin.post("/day-close", { Date: "2026-11-15" }));
  await listener.waitFor(({ changes }) => changes.some(({ record }) => record?.ReceiptCount === 1));
});

test("a cashier who may see only the own drawer gets a signal when drawers change, and no record", async () => {
  const { admin, clerk, grant } = await openHarness();
  await grant({ role: "Clerk", page: "/finance-management?tab=drawers", action: "Add" });
  const listener = await clerk.openSocket();
  expect(await listener.watch([drawer.name, "own-drawer"])).toMatchObject({
    watching: ["own-drawer"],
    denied: [drawer.name],
  });
  await openDrawer(admin);
  await listener.waitFor(({ resyncs }) => resyncs.flat().includes("own-drawer"));
  expect(listener.received.changes).toEqual([]);
});
