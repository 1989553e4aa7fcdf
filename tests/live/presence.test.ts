import { expect, test } from "vitest";
import { z } from "zod";
import { minUpdateIntervalMs } from "../../server/realtime/presence.ts";
import { createDisplay } from "../harness/builders.ts";
import { openSharedHarness } from "../harness/harness.ts";
import { assertOk } from "../harness/reply.ts";
import type { SocketClient } from "../harness/socket-client.ts";

const plotsPath = "/society-management?tab=plots";
const schedulePath = "/payment-management?tab=payment-schedule";
const editedPlot = { resource: "plot", id: 1 };

const sharedHarness = await openSharedHarness();

test("presence shows who is on the same page and what they edit, until they leave", async () => {
  const { admin, manager } = sharedHarness;
  const [adminSocket, managerSocket] = [await admin.openSocket(), await manager.openSocket()];
  adminSocket.setLocation(plotsPath);
  managerSocket.setLocation(plotsPath, editedPlot);
  await expectPresent(adminSocket, ["admin", "manager"]);
  await expectPresent(managerSocket, ["admin", "manager"]);
  const { fullName } = (await manager.session()).user;
  expect(adminSocket.received.presence.at(-1)).toMatchObject({
    path: plotsPath,
    users: [{ username: "admin" }, { username: "manager", fullName, editing: editedPlot }],
  });

  managerSocket.setLocation(plotsPath);
  await adminSocket.waitFor(({ presence }) => presence.at(-1)?.users[1]?.editing === undefined);
  managerSocket.setLocation(schedulePath);
  await expectPresent(adminSocket, ["admin"]);
  await expectPresent(managerSocket, ["manager"]);
  managerSocket.setLocation(plotsPath);
  await expectPresent(adminSocket, ["admin", "manager"]);
  managerSocket.close();
  await expectPresent(adminSocket, ["admin"]);
  adminSocket.close();
});

test("several tabs of one user appear as one user until the last one closes", async () => {
  const { admin, manager } = sharedHarness;
  const adminSocket = await admin.openSocket();
  adminSocket.setLocation(plotsPath);
  const [firstTab, secondTab] = [await manager.openSocket(), await manager.openSocket()];
  firstTab.setLocation(plotsPath);
  secondTab.setLocation(plotsPath, editedPlot);
  await adminSocket.waitFor(({ presence }) => presence.at(-1)?.users[1]?.editing !== undefined);
  expect(adminSocket.received.presence.at(-1)?.users).toMatchObject([{ username: "admin" }, { username: "manager" }]);
  secondTab.close();
  await adminSocket.waitFor(({ presence }) => presence.at(-1)?.users[1]?.editing === undefined);
  expect(readUsernames(adminSocket)).toEqual(["admin", "manager"]);
  firstTab.close();
  await expectPresent(adminSocket, ["admin"]);
  adminSocket.close();
});

test("residents, displays, users with only the dashboard and users without access to the page neither appear nor see others", async () => {
  const { admin, manager, clerk, ali, dashboardReader, nobody, anonymous } = sharedHarness;
  const { token } = await createDisplay(sharedHarness);
  const adminSocket = await admin.openSocket();
  const hiddenUsers = [
    { socket: await ali.openSocket(), path: "/" },
    { socket: await ali.openSocket(), path: schedulePath },
    { socket: await dashboardReader.openSocket(), path: "/" },
    { socket: await anonymous.openSocket({ token }), path: "/" },
    { socket: await clerk.openSocket(), path: "/" },
    { socket: await nobody.openSocket(), path: "/" },
    { socket: await manager.openSocket(), path: "/no-such-page" },
  ];
  for (const { socket, path } of hiddenUsers) socket.setLocation(path);
  for (const path of ["/", schedulePath]) {
    adminSocket.setLocation(path);
    await adminSocket.waitFor(({ presence }) => presence.at(-1)?.path === path);
  }
  const managerSocket = await manager.openSocket();
  managerSocket.setLocation(schedulePath);
  await expectPresent(adminSocket, ["admin", "manager"]);
  expect(adminSocket.received.presence.map(({ users }) => users.length)).toEqual([1, 1, 2]);
  for (const { socket } of hiddenUsers) expect(socket.received.presence).toEqual([]);
  for (const socket of [...hiddenUsers.map((hidden) => hidden.socket), adminSocket, managerSocket]) socket.close();
});

test("frequent location updates are throttled, and the last one is sent", async () => {
  const { admin, manager } = sharedHarness;
  const [adminSocket, busySocket] = [await admin.openSocket(), await manager.openSocket()];
  adminSocket.setLocation(plotsPath);
  await expectPresent(adminSocket, ["admin"]);
  const startedAt = performance.now();
  for (let id = 1; id <= 300; id++) busySocket.setLocation(plotsPath, { resource: "plot", id });
  await adminSocket.waitFor(({ presence }) => presence.at(-1)?.users[1]?.editing?.id === 300);
  // One event for the administrator's location, one for the first location of the manager, and one for each interval.
  const intervals = (performance.now() - startedAt) / minUpdateIntervalMs;
  expect(adminSocket.received.presence.length).toBeLessThanOrEqual(2 + intervals);
  for (const socket of [adminSocket, busySocket]) socket.close();
});

test.each([
  ["a path that is too long", "x".repeat(201), undefined],
  ["an invalid record id", plotsPath, { resource: "plot", id: 0 }],
])("a client that sends %s is disconnected", async (_description, path, editing) => {
  const socket = await sharedHarness.manager.openSocket();
  socket.setLocation(path, editing);
  await socket.waitFor((_received, { connected }) => !connected);
});

test("presence includes users on other servers, removes users whose permission, session or server ends, and is not stored in commits", async () => {
  const { admin, manager, portal, revoke, grant } = sharedHarness;
  const secondServer = await portal.startAnotherServer();
  const [adminSocket, managerSocket] = [await admin.openSocket(), await secondServer.person("manager").openSocket()];
  adminSocket.setLocation(plotsPath, editedPlot);
  managerSocket.setLocation(plotsPath);
  await expectPresent(managerSocket, ["admin", "manager"]);
  await expectPresent(adminSocket, ["admin", "manager"]);
  expect(managerSocket.received.presence.at(-1)?.users[0]).toMatchObject({ editing: editedPlot });
  const auditEntries = z
    .array(z.looseObject({ Resource: z.string() }))
    .parse(assertOk(await admin.get("/audit?limit=1000")).body.data);
  // Menus contain the paths of their pages; nothing else may contain one.
  const entriesWithPath = auditEntries.filter((entry) => JSON.stringify(entry).includes("society-management"));
  expect(new Set(entriesWithPath.map(({ Resource }) => Resource))).toEqual(new Set(["menus"]));

  const permission = { role: "Manager", page: plotsPath, action: "View" } as const;
  await revoke(permission);
  await expectPresent(adminSocket, ["admin"]);
  await expectPresent(managerSocket, []);
  await grant(permission);
  await expectPresent(adminSocket, ["admin", "manager"]);

  const secondTab = await manager.openSocket();
  const token = await manager.token();
  secondTab.setLocation(schedulePath);
  const secondAdminSocket = await secondServer.person("admin").openSocket();
  secondAdminSocket.setLocation(schedulePath);
  await expectPresent(secondAdminSocket, ["admin", "manager"]);
  await manager.send({ method: "POST", path: "/logout", headers: { authorization: `Bearer ${token}` } });
  await expectPresent(secondAdminSocket, ["admin"]);

  managerSocket.clearReceived();
  await portal.crash();
  await managerSocket.waitFor(({ presence }) => usernamesOf(presence.at(-1)).join() === "manager");
});

async function expectPresent(socket: SocketClient, usernames: readonly string[]): Promise<void> {
  await socket.waitFor(({ presence }) => usernamesOf(presence.at(-1)).join() === usernames.join());
}

function readUsernames({ received }: SocketClient): string[] {
  return usernamesOf(received.presence.at(-1));
}

function usernamesOf(presence: SocketClient["received"]["presence"][number] | undefined): string[] {
  return presence?.users.map(({ username }) => username) ?? [];
}
