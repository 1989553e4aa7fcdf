import { expect, test } from "vitest";
import { z } from "zod";
import { minUpdateIntervalMs } from "../../server/realtime/presence.ts";
import { openSharedHarness } from "../harness/harness.ts";
import { assertOk } from "../harness/reply.ts";
import type { SocketClient } from "../harness/socket-client.ts";

const plots = "/society-management?tab=plots";
const schedule = "/payment-management?tab=payment-schedule";
const editedPlot = { resource: "plot", id: 1 };

const sharedHarness = await openSharedHarness();

test("presence shows who is on the same page and what they edit, until they leave", async () => {
  const { admin, manager } = sharedHarness;
  const [adminSocket, managerSocket] = [await admin.openSocket(), await manager.openSocket()];
  adminSocket.setLocation(plots);
  managerSocket.setLocation(plots, editedPlot);
  await expectPresent(adminSocket, ["admin", "manager"]);
  await expectPresent(managerSocket, ["admin", "manager"]);
  const { fullName } = (await manager.session()).user;
  expect(adminSocket.received.presence.at(-1)).toMatchObject({
    path: plots,
    users: [{ username: "admin" }, { username: "manager", fullName, editing: editedPlot }],
  });

  managerSocket.setLocation(plots);
  await adminSocket.waitFor(({ presence }) => presence.at(-1)?.users[1]?.editing === undefined);
  managerSocket.setLocation(schedule);
  await expectPresent(adminSocket, ["admin"]);
  await expectPresent(managerSocket, ["manager"]);
  managerSocket.setLocation(plots);
  await expectPresent(adminSocket, ["admin", "manager"]);
  managerSocket.close();
  await expectPresent(adminSocket, ["admin"]);
  adminSocket.close();
});

test("several tabs of one user count once, until the last one closes", async () => {
  const { admin, manager } = sharedHarness;
  const adminSocket = await admin.openSocket();
  adminSocket.setLocation(plots);
  const [firstTab, secondTab] = [await manager.openSocket(), await manager.openSocket()];
  firstTab.setLocation(plots);
  secondTab.setLocation(plots, editedPlot);
  await adminSocket.waitFor(({ presence }) => presence.at(-1)?.users[1]?.editing !== undefined);
  expect(adminSocket.received.presence.at(-1)?.users).toMatchObject([{ username: "admin" }, { username: "manager" }]);
  secondTab.close();
  await adminSocket.waitFor(({ presence }) => presence.at(-1)?.users[1]?.editing === undefined);
  expect(namesIn(adminSocket)).toEqual(["admin", "manager"]);
  firstTab.close();
  await expectPresent(adminSocket, ["admin"]);
  adminSocket.close();
});

test("residents, displays and users without access to the page neither appear nor see others", async () => {
  const { admin, manager, clerk, ali, dashboardReader, nobody } = sharedHarness;
  const adminSocket = await admin.openSocket();
  const hiddenUsers = [
    { listener: await ali.openSocket(), path: "/" },
    { listener: await ali.openSocket(), path: schedule },
    { listener: await dashboardReader.openSocket(), path: "/" },
    { listener: await clerk.openSocket(), path: "/" },
    { listener: await nobody.openSocket(), path: "/" },
    { listener: await manager.openSocket(), path: "/no-such-page" },
  ];
  for (const { listener, path } of hiddenUsers) listener.setLocation(path);
  for (const path of ["/", schedule]) {
    adminSocket.setLocation(path);
    await adminSocket.waitFor(({ presence }) => presence.at(-1)?.path === path);
  }
  const managerSocket = await manager.openSocket();
  managerSocket.setLocation(schedule);
  await expectPresent(adminSocket, ["admin", "manager"]);
  expect(adminSocket.received.presence.map(({ users }) => users.length)).toEqual([1, 1, 2]);
  for (const { listener } of hiddenUsers) expect(listener.received.presence).toEqual([]);
  for (const listener of [...hiddenUsers.map((hidden) => hidden.listener), adminSocket, managerSocket])
    listener.close();
});

test("frequent location updates are throttled, and the last one counts", async () => {
  const { admin, manager } = sharedHarness;
  const [adminSocket, busySocket] = [await admin.openSocket(), await manager.openSocket()];
  adminSocket.setLocation(plots);
  await expectPresent(adminSocket, ["admin"]);
  const startedAt = performance.now();
  for (let id = 1; id <= 300; id++) busySocket.setLocation(plots, { resource: "plot", id });
  await adminSocket.waitFor(({ presence }) => presence.at(-1)?.users[1]?.editing?.id === 300);
  // The own location, the first one of the other user, and one in each interval, however long the 300 take to arrive.
  const intervals = (performance.now() - startedAt) / minUpdateIntervalMs;
  expect(adminSocket.received.presence.length).toBeLessThanOrEqual(2 + intervals);
  for (const listener of [adminSocket, busySocket]) listener.close();
});

test.each([
  ["a path that is too long", "x".repeat(201), undefined],
  ["an invalid record id", plots, { resource: "plot", id: 0 }],
])("a client that sends %s is disconnected", async (_description, path, editing) => {
  const socket = await sharedHarness.manager.openSocket();
  socket.setLocation(path, editing);
  await socket.waitFor((_received, { connected }) => !connected);
});

test("presence spans servers; users whose permission, session or server ends disappear; nothing of it is stored in commits", async () => {
  const { admin, manager, portal, revoke, grant } = sharedHarness;
  const second = await portal.startAnotherServer();
  const [adminSocket, managerSocket] = [await admin.openSocket(), await second.person("manager").openSocket()];
  adminSocket.setLocation(plots, editedPlot);
  managerSocket.setLocation(plots);
  await expectPresent(managerSocket, ["admin", "manager"]);
  await expectPresent(adminSocket, ["admin", "manager"]);
  expect(managerSocket.received.presence.at(-1)?.users[0]).toMatchObject({ editing: editedPlot });
  const auditEntries = z
    .array(z.looseObject({ Resource: z.string() }))
    .parse(assertOk(await admin.get("/audit?limit=1000")).body.data);
  // Menus contain the paths of their pages; nothing else may contain one.
  const entriesWithPath = auditEntries.filter((entry) => JSON.stringify(entry).includes("society-management"));
  expect(new Set(entriesWithPath.map(({ Resource }) => Resource))).toEqual(new Set(["menus"]));

  const permission = { role: "Manager", page: plots, action: "View" } as const;
  await revoke(permission);
  await expectPresent(adminSocket, ["admin"]);
  await expectPresent(managerSocket, []);
  await grant(permission);
  await expectPresent(adminSocket, ["admin", "manager"]);

  const secondTab = await manager.openSocket();
  const token = await manager.token();
  secondTab.setLocation(schedule);
  const secondAdminSocket = await second.person("admin").openSocket();
  secondAdminSocket.setLocation(schedule);
  await expectPresent(secondAdminSocket, ["admin", "manager"]);
  await manager.send({ method: "POST", path: "/logout", headers: { authorization: `Bearer ${token}` } });
  await expectPresent(secondAdminSocket, ["admin"]);

  managerSocket.clearReceived();
  await portal.crash();
  await managerSocket.waitFor(({ presence }) => namesAt(presence.at(-1)).join() === "manager");
});

async function expectPresent(listener: SocketClient, usernames: readonly string[]): Promise<void> {
  await listener.waitFor(({ presence }) => namesAt(presence.at(-1)).join() === usernames.join());
}

function namesIn({ received }: SocketClient): string[] {
  return namesAt(received.presence.at(-1));
}

function namesAt(presence: SocketClient["received"]["presence"][number] | undefined): string[] {
  return presence?.users.map(({ username }) => username) ?? [];
}
