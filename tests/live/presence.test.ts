import { expect, test } from "vitest";
import { openSharedHarness } from "../harness/harness.ts";
import { assertOk } from "../harness/reply.ts";
import type { SocketClient } from "../harness/socket-client.ts";

const plots = "/society-management?tab=plots";
const schedule = "/payment-management?tab=payment-schedule";
const editedPlot = { resource: "plot", id: 1 };

const shared = await openSharedHarness();

test("who is on the same page is told, with what they have open for change, until they go elsewhere or away", async () => {
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

test("several windows of one person count once, and the last to go takes them along", async () => {
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

test("residents, displays and whoever may not view the page are not there and hear of nobody", async () => {
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

test("a client that talks without pause is heard now and then, its last word in any case", async () => {
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
  ["a path without end", "x".repeat(201), undefined],
  ["a record that is none", plots, { resource: "plot", id: 0 }],
])("who says %s is shown out", async (_what, path, editing) => {
  const rude = await shared.manager.openSocket();
  rude.setLocation(path, editing);
  await rude.waitFor((_heard, { connected }) => !connected);
});

test("colleagues meet across servers; whose right, session or server ends is gone; and nothing of it is in the books", async () => {
  const { admin, manager, portal, revoke, grant } = shared;
  const second = await portal.startAnotherServer();
  const [here, there] = [await admin.openSocket(), await second.person("manager").openSocket()];
  here.setLocation(plots, editedPlot);
  there.setLocation(plots);
  await expectPresent(there, ["admin", "manager"]);
  await expectPresent(here, ["admin", "manager"]);
  expect(there.received.presence.at(-1)?.users[0]).toMatchObject({ editing: editedPlot });
  const written = assertOk(await admin.get("/audit?limit=1000")).body.data;
  expect(JSON.stringify(written)).not.toContain("society-management");

  const right = { role: "Manager", page: plots, action: "View" } as const;
  await revoke(right);
  await expectPresent(here, ["admin"]);
  await expectPresent(there, []);
  await grant(right);
  await expectPresent(here, ["admin", "manager"]);

  const beside = await manager.openSocket();
  const token = await manager.token();
  beside.setLocation(schedule);
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
