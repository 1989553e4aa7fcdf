import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import { pages } from "../../shared/pages.ts";
import { type BenchContext, markPaid } from "../bench/workloads.ts";
import { ApiClient, accountPassword } from "../lib/api-client.ts";
import { median } from "../lib/measured-values.ts";
import { createRecord } from "../lib/sample-society.ts";

const revokedPage = "/payment-management?tab=payment-schedule";
/** How long events may still arrive after the permission was revoked. */
const lateEventsMs = 1_500;
const writeIntervalMs = 20;

/** How fast the revocation of a permission takes effect on a client. */
export interface Revocation {
  roundCount: number;
  /** From the save request until the client has the new session, in milliseconds: median and maximum. */
  sessionP50: number;
  sessionMax: number;
  /** From the save response until the last change of the page, in milliseconds: maximum; 0 if there was none. */
  lastEventMax: number;
}

const listSchema = z.array(z.record(z.string(), z.unknown()));
type Row = z.output<typeof listSchema>[number];

/** Repeatedly revokes and grants a page of a role during many writes on it. */
export async function measureRevocation(
  { client, unpaidInstallmentIds }: BenchContext,
  roundCount: number,
): Promise<Revocation> {
  const pageId = pages.find(({ path }) => path === revokedPage)?.id;
  const permission = {
    RoleID: await findId("role", "RoleID", ({ RoleName }) => RoleName === "Manager"),
    MenuID: await findId("menus", "MenuID", ({ MenuURL }) => MenuURL === pageId),
    ActionID: await findId("action", "ActionID", ({ ActionName }) => ActionName === "View"),
  };
  const Username = "revoked";
  const account = { Username, FullName: Username, Email: "revoked@example.org", Password: accountPassword };
  const body = { ...account, RoleID: permission.RoleID };
  await createRecord(client, { path: "users", body, idField: "UserID" });
  const watcher = await ApiClient.signIn(client.url, Username);
  let lastEventAt = 0;
  let onSession = () => {};
  const { socket } = await watcher.openSocket({ watch: ["payment-schedule"] });
  socket.on("changes", () => {
    lastEventAt = performance.now();
  });
  socket.on("session", () => onSession());

  const sessionDelays: number[] = [];
  const lastEventDelays: number[] = [];
  for (let round = 0; round < roundCount; round++) {
    const writing = startWriting();
    const requestedAt = performance.now();
    const sessionReceived = new Promise<void>((resolve) => {
      onSession = resolve;
    });
    await setPermission(0);
    const savedAt = performance.now();
    await sessionReceived;
    sessionDelays.push(performance.now() - requestedAt);
    await pause(lateEventsMs);
    lastEventDelays.push(Math.max(0, lastEventAt - savedAt));
    await writing.stop();
    await setPermission(1);
    await pause(lateEventsMs / 5);
  }
  socket.close();
  return {
    roundCount,
    sessionP50: median(sessionDelays),
    sessionMax: Math.max(...sessionDelays),
    lastEventMax: Math.max(...lastEventDelays),
  };

  async function setPermission(IsAllowed: 0 | 1): Promise<void> {
    const RoleMenuActions = [{ ...permission, IsAllowed }];
    await client.sendOrThrow({ method: "POST", path: "/api/role-permissions", body: { RoleMenuActions } });
  }

  /** Makes one write after the other until it is stopped. */
  function startWriting(): { stop: () => Promise<void> } {
    let isStopped = false;
    const done = (async () => {
      while (!isStopped) {
        await markPaid(client, unpaidInstallmentIds.next().value);
        await pause(writeIntervalMs);
      }
    })();
    return {
      stop: () => {
        isStopped = true;
        return done;
      },
    };
  }

  /** The id of the first record of the list that matches. */
  async function findId(path: string, idField: string, matches: (row: Row) => boolean): Promise<number> {
    const rows = listSchema.parse(await client.requestData({ path: `/api/${path}` }));
    return z.int().parse(rows.find(matches)?.[idField]);
  }
}
