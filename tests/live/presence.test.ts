import { expect, test } from "vitest";
import { z } from "zod";
import { openSharedHarness } from "../harness/harness.ts";
import { assertOk } from "../harness/reply.ts";
import type { SocketClient } from "../harness/socket-client.ts";

const plots = "/society-management?tab=plots";
const schedule = "/payment-management?tab=payment-schedule";
const editedPlot = { resource: "plot", id: 1 };

const shared = await openSharedHarness();

test("presence shows who is on the same page and what they edit, until they leave", async () => {
  const { admin, manager } = shared;
  const [his, hers] = [await admin.openSocket(), await manager.openSocket()];
  his.setLocation(plots);
  hers.setLocation(plots, editedPlot);
  await expectPresent(his, ["admin", "manager"]);
  await expectPresent(hers, ["admin", "manager"]);
  const { fullName } = (await manager.session()).user;
  expect(his.received.presence.at(-1)).toMatchObject({
    path: plots,
    users: [{ username: "admin" }, { username: "manager", fullName, editing: editedPlot }],
  });

  hers.setLocation(plots);
  await his.waitFor(({ presence }) => presence.at(-1)?.users[1]?.editing === undefined);
  hers.setLocation(schedule);
  await expectPresent(his, ["admin"]);
  await expectPresent(hers, ["manager"]);
  hers.setLocation(plots);
  await expectPresent(his, ["admin", "manager"]);
  hers.close();
  await expectPresent(his, ["admin"]);
  his.close();
});

test("several tabs of one user count once, until the last one closes", async () => {
  const { admin, manager } = shared;
  const watcher = await admin.openSocket();
  watcher.setLocation(plots);
  const [one, other] = [await manager.openSocket(), await manager.openSocket()];
  one.setLocation(plots);
  other.setLocation(plots, editedPlot);
  await watcher.waitFor(({ presence }) => presence.at(-1)?.users[1]?.editing !== undefined);
  expect(watcher.received.presence.at(-1)?.users).toMatchObject([{ username: "admin" }, { username: "manager" }]);
  other.close();
  await watcher.waitFor(({ presence }) => presence.at(-1)?.users[1]?.editing === undefined);
  expect(namesIn(watcher)).toEqual(["admin", "manager"]);
  one.close();
  await expectPresent(watcher, ["admin"]);
  watcher.close();
});

test("residents, displays and users without access to the page neither appear nor see others", async () => {
  const { admin, manager, clerk, ali, board, nobody } = shared;
  const watcher = await admin.openSocket();
  const outside = [
    { listener: await ali.openSocket(), path: "/" },
    { listener: await ali.openSocket(), path: schedule },
    { listener: await board.openSocket(), path: "/" },
    { listener: await clerk.openSocket(), path: "/" },
    { listener: await nobody.openSocket(), path: "/" },
    { listener: await manager.openSocket(), path: "/no-such-page" },
  ];
  for (const { listener, path } of outside) listener.setLocation(path);
  for (const path of ["/", schedule]) {
    watcher.setLocation(path);
    await watcher.waitFor(({ presence }) => presence.at(-1)?.path === path);
  }
  const late = await manager.openSocket();
  late.setLocation(schedule);
  await expectPresent(watcher, ["admin", "manager"]);
  expect(watcher.received.presence.map(({ users }) => users.length)).toEqual([1, 1, 2]);
  for (const { listener } of outside) expect(listener.received.presence).toEqual([]);
  for (const listener of [...outside.map((each) => each.listener), watcher, late]) listener.close();
});

test("frequent location updates are throttled, and the last one counts", async () => {
  const { admin, manager } = shared;
  const [watcher, chatter] = [await admin.openSocket(), await manager.openSocket()];
  watcher.setLocation(plots);
  await expectPresent(watcher, ["admin"]);
  for (let id = 1; id <= 300; id++) chatter.setLocation(plots, { resource: "plot", id });
  await watcher.waitFor(({ presence }) => presence.at(-1)?.users[1]?.editing?.id === 300);
  expect(watcher.received.presence.length).toBeLessThan(5);
  for (const listener of [watcher, chatter]) listener.close();
});

test.each([
  ["a path that is too long", "x".repeat(201), undefined],
  ["an invalid record id", plots, { resource: "plot", id: 0 }],
])("a client that sends %s is disconnected", async (_what, path, editing) => {
  const hostile = await shared.manager.openSocket();
  hostile.setLocation(path, editing);
  await hostile.waitFor((_received, { connected }) => !connected);
});

test("presence spans servers; users whose permission, session or server ends disappear; nothing of it is stored in commits", async () => {
  const { admin, manager, portal, revoke, grant } = shared;
  const second = await portal.startAnotherServer();
  const [here, there] = [await admin.openSocket(), await second.person("manager").openSocket()];
  here.setLocation(plots, editedPlot);
  there.setLocation(plots);
  await expectPresent(there, ["admin", "manager"]);
  await expectPresent(here, ["admin", "manager"]);
  expect(there.received.presence.at(-1)?.users[0]).toMatchObject({ editing: editedPlot });
  const written = z
    .array(z.looseObject({ Resource: z.string() }))
    .parse(assertOk(await admin.get("/audit?limit=1000")).body.data);
  // Menus contain the paths of their pages; nothing else may contain one.
  const withPath = written.filter((entry) => JSON.stringify(entry).includes("society-management"));
  expect(new Set(withPath.map(({ Resource }) => Resource))).toEqual(new Set(["menus"]));

  const right = { role: "Manager", page: plots, action: "View" } as const;
  await revoke(right);
  await expectPresent(here, ["admin"]);
  await expectPresent(there, []);
  await grant(right);
  await expectPresent(here, ["admin", "manager"]);

  const secondTab = await manager.openSocket();
  const token = await manager.token();
  secondTab.setLocation(schedule);
  const other = await second.person("admin").openSocket();
  other.setLocation(schedule);
  await expectPresent(other, ["admin", "manager"]);
  await manager.send({ method: "POST", path: "/logout", headers: { authorization: `Bearer ${token}` } });
  await expectPresent(other, ["admin"]);

  there.clearReceived();
  await portal.crash();
  await there.waitFor(({ presence }) => namesAt(presence.at(-1)).join() === "manager");
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
