import { expect, test } from "vitest";
import { maxAffectedRows } from "../../server/realtime/commit-enricher.ts";
import { resources } from "../../shared/resources/index.ts";
import { paymentReceipt } from "../../shared/resources/payment-receipt.ts";
import { plotCategory } from "../../shared/resources/plot-category.ts";
import { createDisplay } from "../harness/builders.ts";
import { openHarness } from "../harness/harness.ts";
import { assertOk, parseRecord } from "../harness/reply.ts";

const receiptForm = { HouseNo: "A-1", AmountPaid: 2500.5, PaymentDate: "2026-11-15", PaymentMethod: "Cash" };

test("a display receives the figures and the latest receipts, and nothing else", async () => {
  const harness = await openHarness();
  const { manager, anonymous, createSchedule } = harness;
  await createSchedule();
  const { token } = await createDisplay(harness);
  const socket = await anonymous.openSocket({ token });
  const { watching } = await socket.watch(["dashboard", "wall", "activity", ...resources.map(({ name }) => name)]);
  expect(watching.sort()).toEqual(["dashboard", "wall"]);
  expect(socket.received.sessions[0]).toMatchObject({ permissions: { "/": { CanView: true } }, menus: [] });

  assertOk(await manager.post("/payment-receipt", receiptForm));
  await socket.waitFor(({ wall, dashboard }) => wall.length > 0 && dashboard.length > 0);
  expect(socket.received.wall.at(-1)?.receipts).toMatchObject([{ ReceiptNo: 1, HouseNo: "A-1", AmountPaid: 2500.5 }]);
  expect(socket.received.changes).toEqual([]);
  expect(JSON.stringify(socket.received)).not.toMatch(/Ali|example\.org/);
});

test("a display receives the new name of a category that has too many receipts to send", async () => {
  const harness = await openHarness();
  const { admin, manager, anonymous, transaction } = harness;
  const receipt = parseRecord(paymentReceipt, await manager.post("/payment-receipt", receiptForm));
  await transaction(async (tx) => {
    const { PaymentReceiptID: _id, ...values } = await tx.get(paymentReceipt, receipt.PaymentReceiptID);
    const copies = Array.from({ length: maxAffectedRows }, (_, index) => ({ ...values, ReceiptNo: 1_000 + index }));
    await tx.insertMany(paymentReceipt, copies);
  });
  const { token } = await createDisplay(harness);
  const socket = await anonymous.openSocket({ token });
  await socket.watch(["wall"]);
  const [category] = await admin.list(plotCategory, "?CategoryName=A");
  assertOk(await admin.put("/plot-category", { ...category, CategoryName: "Bungalows" }));
  await socket.waitFor(({ wall }) => wall.at(-1)?.receipts[0]?.CategoryName === "Bungalows");
});

test("a display that is revoked on one server is disconnected from another and cannot reconnect", async () => {
  const harness = await openHarness();
  const { admin, anonymous, portal } = harness;
  const secondServer = await portal.startAnotherServer();
  const { DisplayID, token } = await createDisplay(harness);
  const keptDisplay = await createDisplay(harness, "Gate");
  const [revokedSocket, keptSocket] = [
    await anonymous.openSocket({ token }),
    await anonymous.openSocket({ token: keptDisplay.token }),
  ];
  assertOk(await secondServer.person("admin").delete(`/display/${DisplayID}`));
  await revokedSocket.waitFor((_received, { connected }) => !connected);
  await expect(anonymous.openSocket({ token })).rejects.toThrow("Unauthorized");
  expect(keptSocket.connected).toBe(true);
  expect(await admin.get(`/display/${DisplayID}`)).toMatchObject({ status: 404 });
});

test("a display's token stays valid after a restart", async () => {
  const harness = await openHarness();
  const { token } = await createDisplay(harness);
  await harness.portal.restart();
  const socket = await harness.anonymous.openSocket({ token });
  expect(await socket.watch(["wall"])).toMatchObject({ watching: ["wall"] });
});

test("a receipt sends an activity event without changes to its resident and staff, not to other residents", async () => {
  const { manager, ali, sana, dashboardReader } = await openHarness();
  const [aliSocket, sanaSocket, dashboardSocket] = [
    await ali.openSocket(),
    await sana.openSocket(),
    await dashboardReader.openSocket(),
  ];
  for (const socket of [aliSocket, sanaSocket, dashboardSocket]) await socket.watch(["activity"]);
  assertOk(await manager.post("/payment-receipt", receiptForm));
  for (const socket of [aliSocket, sanaSocket, dashboardSocket]) {
    await socket.waitForEarlierEvents();
    expect(socket.received.changes).toEqual([]);
  }
  expect(aliSocket.received.activity).toHaveLength(1);
  expect(dashboardSocket.received.activity).toHaveLength(1);
  expect(sanaSocket.received.activity).toEqual([]);
});
