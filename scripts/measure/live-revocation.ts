import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import { pages } from "../../shared/pages.ts";
import { BenchClient } from "../bench/client.ts";
import { adminPassword, portalRoutes } from "../bench/prepare.ts";
import { type BenchContext, quantile } from "../bench/workloads.ts";
import { openConnection } from "./live-connection.ts";

const revokedPage = "/payment-management?tab=payment-schedule";
const settleMs = 1_500;
const writeEveryMs = 20;

export interface Revocation {
  times: number;
  /** From the save request until the client has the new session, in milliseconds. */
  sessionP50: number;
  sessionMax: number;
  /** From the save response until the last protected event, in milliseconds; 0 if there was none. */
  lastEventMax: number;
}

const listReply = z.looseObject({ data: z.array(z.record(z.string(), z.unknown())) });

/** Repeatedly revokes and grants a page of a role during many writes on it. */
export async function measureRevocation(
  { server, client, unpaidIds }: BenchContext,
  times: number,
): Promise<Revocation> {
  const ids = {
    RoleID: await idOf("role", "RoleName", "Manager"),
    MenuID: await idOf("menus", "MenuURL", pages.find(({ path }) => path === revokedPage)?.number),
    ActionID: await idOf("action", "ActionName", "View"),
  };
  const Username = "revoked";
  const user = {
    Username,
    FullName: Username,
    Email: "revoked@example.org",
    Password: adminPassword,
    RoleID: ids.RoleID,
  };
  await client.send("POST", "/api/users", user);
  const watcher = new BenchClient(server.url, portalRoutes(Username));
  await watcher.signIn();
  let lastEventAt = 0;
  let onSession = () => {};
  const { socket } = await openConnection({ url: server.url, user: watcher, watch: ["payment-schedule"] });
  socket.on("changes", () => {
    lastEventAt = performance.now();
  });
  socket.on("session", () => onSession());

  const sessionDelays: number[] = [];
  const lastEventDelays: number[] = [];
  for (let round = 0; round < times; round++) {
    const writing = startWriting();
    const requestedAt = performance.now();
    const sessionReceived = new Promise<void>((resolve) => {
      onSession = resolve;
    });
    await setPermission(0);
    const savedAt = performance.now();
    await sessionReceived;
    sessionDelays.push(performance.now() - requestedAt);
    await pause(settleMs);
    lastEventDelays.push(Math.max(0, lastEventAt - savedAt));
    await writing.stop();
    await setPermission(1);
    await pause(settleMs / 5);
  }
  socket.close();
  return {
    times,
    sessionP50: quantile(sessionDelays, 0.5),
    sessionMax: Math.max(...sessionDelays),
    lastEventMax: Math.max(...lastEventDelays),
  };

  async function setPermission(IsAllowed: 0 | 1): Promise<void> {
    await client.send("POST", "/api/role-permissions", { RoleMenuActions: [{ ...ids, IsAllowed }] });
  }

  /** Makes one write after the other until it is stopped. */
  function startWriting(): { stop: () => Promise<void> } {
    let isStopped = false;
    const done = (async () => {
      while (!isStopped) {
        await client.markPaid(unpaidIds.next().value);
        await pause(writeEveryMs);
      }
    })();
    return {
      stop: () => {
        isStopped = true;
        return done;
      },
    };
  }

  /** The id of the record whose field has the value. */
  async function idOf(resource: string, field: string, value: unknown): Promise<number> {
    const { data } = listReply.parse(await client.send("GET", `/api/${resource}`));
    const record = data.find((row) => row[field] === value);
    const idField = { role: "RoleID", menus: "MenuID", action: "ActionID" }[resource] ?? "";
    return z.int().parse(record?.[idField]);
  }
}
