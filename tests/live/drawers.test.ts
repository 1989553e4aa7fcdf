import { expect, test } from "vitest";
import { dayClose } from "../../shared/resources/day-close.ts";
import { drawer } from "../../shared/resources/drawer.ts";
import { openDrawer } from "../harness/drawers.ts";
import { openHarness } from "../harness/harness.ts";
import { createReceipt } from "../harness/receipts.ts";
import { assertOk } from "../harness/reply.ts";

const cashReceiptForm = { HouseNo: "A-1", AmountPaid: 500, PaymentMethod: "Cash" } as const;

test("each receipt of a cashier sends the cashier's drawer to a manager on another server", async () => {
  const { admin, portal } = await openHarness();
  const secondServer = await portal.startAnotherServer();
  const socket = await secondServer.person("manager").openSocket();
  await socket.watch([drawer.name]);
  const listExpectedAmounts = () => socket.received.changes.flatMap(({ record }) => (record ? [record.Expected] : []));
  await openDrawer(admin);
  await createReceipt(admin, cashReceiptForm);
  await createReceipt(admin, cashReceiptForm);
  await socket.waitFor(({ changes }) => changes.some(({ record }) => record?.Expected === 2000));
  expect(listExpectedAmounts()).toEqual([1000, 1500, 2000]);
});

test("a day close is sent to a manager on another server", async () => {
  const { admin, portal } = await openHarness();
  const secondServer = await portal.startAnotherServer();
  const socket = await secondServer.person("manager").openSocket();
  await socket.watch([dayClose.name]);
  await createReceipt(admin, cashReceiptForm);
  assertOk(await admin.post("/day-close", { Date: "2026-11-15" }));
  await socket.waitFor(({ changes }) => changes.some(({ record }) => record?.ReceiptCount === 1));
});

test("a cashier who may view only their own drawer receives a resync when drawers change, and no record", async () => {
  const { admin, clerk, grant } = await openHarness();
  await grant({ role: "Clerk", page: "/finance-management?tab=drawers", action: "Add" });
  const socket = await clerk.openSocket();
  expect(await socket.watch([drawer.name, "own-drawer"])).toMatchObject({
    watching: ["own-drawer"],
    denied: [drawer.name],
  });
  await openDrawer(admin);
  await socket.waitFor(({ resyncs }) => resyncs.flat().includes("own-drawer"));
  await socket.waitForEarlierEvents();
  expect(socket.received.changes).toEqual([]);
});
