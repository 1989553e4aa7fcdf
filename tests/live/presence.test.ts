import { expect, test } from "vitest";
import type { Listener } from "../world/listener.ts";
import { accepted } from "../world/reply.ts";
import { sharedWorld } from "../world/world.ts";

const plots = "/society-management?tab=plots";
const schedule = "/payment-management?tab=payment-schedule";
const mine = { resource: "plot", id: 1 };

const shared = await sharedWorld();

test("who is on the same page is told, with what they have open for change, until they go elsewhere or away", async () => {
  const { admin, manager } = shared;
  const [his, hers] = [await admin.socket(), await manager.socket()];
  his.stand(plots);
  hers.stand(plots, mine);
  await sees(his, ["admin", "manager"]);
  await sees(hers, ["admin", "manager"]);
  const { fullName } = (await manager.session()).user;
  expect(his.heard.presence.at(-1)).toMatchObject({
    path: plots,
    users: [{ username: "admin" }, { username: "manager", fullName, editing: mine }],
  });

  hers.stand(plots);
  await his.until(({ presence }) => presence.at(-1)?.users[1]?.editing === undefined);
  hers.stand(schedule);
  await sees(his, ["admin"]);
  await sees(hers, ["manager"]);
  hers.stand(plots);
  await sees(his, ["admin", "manager"]);
  hers.close();
  await sees(his, ["admin"]);
  his.close();
});

test("several windows of one person count once, and the last to go takes them along", async () => {
  const { admin, manager } = shared;
  const watcher = await admin.socket();
  watcher.stand(plots);
  const [one, other] = [await manager.socket(), await manager.socket()];
  one.stand(plots);
  other.stand(plots, mine);
  await watcher.until(({ presence }) => presence.at(-1)?.users[1]?.editing !== undefined);
  expect(watcher.heard.presence.at(-1)?.users).toMatchObject([{ username: "admin" }, { username: "manager" }]);
  other.close();
  await watcher.until(({ presence }) => presence.at(-1)?.users[1]?.editing === undefined);
  expect(namesIn(watcher)).toEqual(["admin", "manager"]);
  one.close();
  await sees(watcher, ["admin"]);
  watcher.close();
});

test("residents, displays and whoever may not view the page are not there and hear of nobody", async () => {
  const { admin, manager, clerk, ali, board, nobody } = shared;
  const watcher = await admin.socket();
  const outside = [
    { listener: await ali.socket(), path: "/" },
    { listener: await ali.socket(), path: schedule },
    { listener: await board.socket(), path: "/" },
    { listener: await clerk.socket(), path: "/" },
    { listener: await nobody.socket(), path: "/" },
    { listener: await manager.socket(), path: "/no-such-page" },
  ];
  for (const { listener, path } of outside) listener.stand(path);
  for (const path of ["/", schedule]) {
    watcher.stand(path);
    await watcher.until(({ presence }) => presence.at(-1)?.path === path);
  }
  const late = await manager.socket();
  late.stand(schedule);
  await sees(watcher, ["admin", "manager"]);
  expect(watcher.heard.presence.map(({ users }) => users.length)).toEqual([1, 1, 2]);
  for (const { listener } of outside) expect(listener.heard.presence).toEqual([]);
  for (const listener of [...outside.map((each) => each.listener), watcher, late]) listener.close();
});

test("a client that talks without pause is heard now and then, its last word in any case", async () => {
  const { admin, manager } = shared;
  const [watcher, chatter] = [await admin.socket(), await manager.socket()];
  watcher.stand(plots);
  await sees(watcher, ["admin"]);
  for (let id = 1; id <= 300; id++) chatter.stand(plots, { resource: "plot", id });
  await watcher.until(({ presence }) => presence.at(-1)?.users[1]?.editing?.id === 300);
  expect(watcher.heard.presence.length).toBeLessThan(5);
  for (const listener of [watcher, chatter]) listener.close();
});

test.each([
  ["a path without end", "x".repeat(201), undefined],
  ["a record that is none", plots, { resource: "plot", id: 0 }],
])("who says %s is shown out", async (_what, path, editing) => {
  const rude = await shared.manager.socket();
  rude.stand(path, editing);
  await rude.until((_heard, { connected }) => !connected);
});

test("colleagues meet across servers; whose right, session or server ends is gone; and nothing of it is in the books", async () => {
  const { admin, manager, portal, revoke, grant } = shared;
  const second = await portal.another();
  const [here, there] = [await admin.socket(), await second.person("manager").socket()];
  here.stand(plots, mine);
  there.stand(plots);
  await sees(there, ["admin", "manager"]);
  await sees(here, ["admin", "manager"]);
  expect(there.heard.presence.at(-1)?.users[0]).toMatchObject({ editing: mine });
  const written = accepted(await admin.get("/audit?limit=1000")).body.data;
  expect(JSON.stringify(written)).not.toContain("society-management");

  const right = { role: "Manager", page: plots, action: "View" } as const;
  await revoke(right);
  await sees(here, ["admin"]);
  await sees(there, []);
  await grant(right);
  await sees(here, ["admin", "manager"]);

  const beside = await manager.socket();
  const token = await manager.token();
  beside.stand(schedule);
  const other = await second.person("admin").socket();
  other.stand(schedule);
  await sees(other, ["admin", "manager"]);
  await manager.send({ method: "POST", path: "/logout", headers: { authorization: `Bearer ${token}` } });
  await sees(other, ["admin"]);

  there.forget();
  await portal.crash();
  await there.until(({ presence }) => namesAt(presence.at(-1)).join() === "manager");
});

async function sees(listener: Listener, usernames: readonly string[]): Promise<void> {
  await listener.until(({ presence }) => namesAt(presence.at(-1)).join() === usernames.join());
}

function namesIn({ heard }: Listener): string[] {
  return namesAt(heard.presence.at(-1));
}

function namesAt(presence: Listener["heard"]["presence"][number] | undefined): string[] {
  return presence?.users.map(({ username }) => username) ?? [];
}
