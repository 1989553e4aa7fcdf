import { expect, test } from "vitest";
import { paymentReceipt } from "../../shared/resources/payment-receipt.ts";
import { openHarness } from "../harness/harness.ts";
import { createReceipt } from "../harness/mail.ts";
import type { SocketClient } from "../harness/socket-client.ts";

const counter = "/counter";

test("two users with the same house at the counter see each other across servers and after a reconnect, until the permission is revoked", async () => {
  const { admin, manager, portal, revoke, society } = await openHarness();
  const second = await portal.startAnotherServer();
  const house = { resource: "plot", id: society.aliPlot.PlotID };
  const adminSocket = await admin.openSocket();
  const managerSocket = await second.person("manager").openSocket();
  adminSocket.setLocation(counter, house);
  managerSocket.setLocation(counter, house);
  await expectEditors(adminSocket, ["admin", "manager"], house);
  await expectEditors(managerSocket, ["admin", "manager"], house);

  managerSocket.close();
  await expectEditors(adminSocket, ["admin"], house);
  const reconnected = await second.person("manager").openSocket();
  reconnected.setLocation(counter, house);
  await expectEditors(adminSocket, ["admin", "manager"], house);
  await expectEditors(reconnected, ["admin", "manager"], house);

  await revoke({ role: "Manager", page: counter, action: "View" });
  await expectEditors(adminSocket, ["admin"], house);
  await reconnected.waitFor(({ presence }) => presence.at(-1)?.users.length === 0);
  expect((await manager.get("/payment-receipt")).status).toBe(200);
});

test("two windows of one user with the same house see each other across servers, and no window sees itself after a reconnect", async () => {
  const { admin, manager, portal, society } = await openHarness();
  const second = await portal.startAnotherServer();
  const house = { resource: "plot", id: society.aliPlot.PlotID };
  const first = await manager.openSocket();
  const other = await second.person("manager").openSocket();
  const colleague = await admin.openSocket();
  colleague.setLocation(counter, house, "window-c");
  first.setLocation(counter, house, "window-a");
  const reconnectedFirst = await manager.openSocket();
  reconnectedFirst.setLocation(counter, house, "window-a");
  await expectEditors(first, ["admin", "manager"], house);
  expect(first.received.presence.flatMap(({ otherWindows = [] }) => otherWindows)).toEqual([]);

  other.setLocation(counter, house, "window-b");
  for (const socket of [first, other])
    await socket.waitFor(({ presence }) => presence.at(-1)?.otherWindows?.[0]?.id === house.id);
  other.setLocation(counter, undefined, "window-b");
  await first.waitFor(({ presence }) => presence.at(-1)?.otherWindows === undefined);
  expect(other.received.presence.at(-1)?.otherWindows?.[0]).toEqual(house);
  expect(colleague.received.presence.flatMap(({ otherWindows = [] }) => otherWindows)).toEqual([]);
});

test("a receipt recorded on one server reaches the listeners of another", async () => {
  const { admin, portal, society, createSchedule } = await openHarness();
  await createSchedule();
  const second = await portal.startAnotherServer();
  const listener = await second.person("manager").openSocket();
  await listener.watch([paymentReceipt.name, "payment-schedule"]);
  await createReceipt(admin, { HouseNo: society.aliPlot.HouseNo, AmountPaid: 2_500 });
  await listener.waitFor(({ changes }) =>
    [paymentReceipt.name, "payment-schedule"].every((name) => changes.some(({ resource }) => resource === name)),
  );
});

async function expectEditors(
  listener: SocketClient,
  usernames: readonly string[],
  house: { resource: string; id: number },
): Promise<void> {
  await listener.waitFor(({ presence }) => {
    const users = presence.at(-1)?.users ?? [];
    const names = users.filter(({ editing }) => editing?.id === house.id).map(({ username }) => username);
    return names.join() === usernames.join();
  });
}
