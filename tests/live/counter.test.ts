import { expect, test } from "vitest";
import { paymentReceipt } from "../../shared/resources/payment-receipt.ts";
import { openHarness } from "../harness/harness.ts";
import { createReceipt } from "../harness/receipts.ts";
import type { SocketClient } from "../harness/socket-client.ts";

const counterPath = "/counter";

test("two users with the same house at the counter see each other across servers and after a reconnect, until the permission is revoked", async () => {
  const { admin, manager, portal, revoke, society } = await openHarness();
  const secondServer = await portal.startAnotherServer();
  const house = { resource: "plot", id: society.aliPlot.PlotID };
  const adminSocket = await admin.openSocket();
  const managerSocket = await secondServer.person("manager").openSocket();
  adminSocket.setLocation(counterPath, house);
  managerSocket.setLocation(counterPath, house);
  await expectEditors(adminSocket, ["admin", "manager"], house);
  await expectEditors(managerSocket, ["admin", "manager"], house);

  managerSocket.close();
  await expectEditors(adminSocket, ["admin"], house);
  const reconnectedSocket = await secondServer.person("manager").openSocket();
  reconnectedSocket.setLocation(counterPath, house);
  await expectEditors(adminSocket, ["admin", "manager"], house);
  await expectEditors(reconnectedSocket, ["admin", "manager"], house);

  await revoke({ role: "Manager", page: counterPath, action: "View" });
  await expectEditors(adminSocket, ["admin"], house);
  await reconnectedSocket.waitFor(({ presence }) => presence.at(-1)?.users.length === 0);
  expect((await manager.get("/payment-receipt")).status).toBe(200);
});

test("two windows of one user with the same house see each other across servers, and no window sees itself after a reconnect", async () => {
  const { admin, manager, portal, society } = await openHarness();
  const secondServer = await portal.startAnotherServer();
  const house = { resource: "plot", id: society.aliPlot.PlotID };
  const firstWindow = await manager.openSocket();
  const secondWindow = await secondServer.person("manager").openSocket();
  const adminSocket = await admin.openSocket();
  adminSocket.setLocation(counterPath, house, "window-c");
  firstWindow.setLocation(counterPath, house, "window-a");
  const reconnectedFirstWindow = await manager.openSocket();
  reconnectedFirstWindow.setLocation(counterPath, house, "window-a");
  await expectEditors(firstWindow, ["admin", "manager"], house);
  expect(firstWindow.received.presence.flatMap(({ otherWindows = [] }) => otherWindows)).toEqual([]);

  secondWindow.setLocation(counterPath, house, "window-b");
  for (const socket of [firstWindow, secondWindow])
    await socket.waitFor(({ presence }) => presence.at(-1)?.otherWindows?.[0]?.id === house.id);
  secondWindow.setLocation(counterPath, undefined, "window-b");
  await firstWindow.waitFor(({ presence }) => presence.at(-1)?.otherWindows === undefined);
  expect(secondWindow.received.presence.at(-1)?.otherWindows?.[0]).toEqual(house);
  expect(adminSocket.received.presence.flatMap(({ otherWindows = [] }) => otherWindows)).toEqual([]);
});

test("a receipt recorded on one server reaches the clients of another", async () => {
  const { admin, portal, society, createSchedule } = await openHarness();
  await createSchedule();
  const secondServer = await portal.startAnotherServer();
  const socket = await secondServer.person("manager").openSocket();
  await socket.watch([paymentReceipt.name, "payment-schedule"]);
  await createReceipt(admin, { HouseNo: society.aliPlot.HouseNo, AmountPaid: 2_500 });
  await socket.waitFor(({ changes }) =>
    [paymentReceipt.name, "payment-schedule"].every((name) => changes.some(({ resource }) => resource === name)),
  );
});

async function expectEditors(
  socket: SocketClient,
  usernames: readonly string[],
  house: { resource: string; id: number },
): Promise<void> {
  await socket.waitFor(({ presence }) => {
    const users = presence.at(-1)?.users ?? [];
    const names = users.filter(({ editing }) => editing?.id === house.id).map(({ username }) => username);
    return names.join() === usernames.join();
  });
}
