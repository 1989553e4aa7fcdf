import type mongoose from "mongoose";
import { z } from "zod";
import type { Log } from "../log.ts";
import { appName } from "./connection.ts";

const checkIntervalMs = 3_000;
/** Between two commands of a transaction that goes on, a connection may be given up for another. */
const minInactiveMs = 1_000;

const currentOperations = z.array(
  z.looseObject({
    type: z.string(),
    connectionId: z.number().optional(),
    appName: z.string().optional(),
    lsid: z.looseObject({ id: z.unknown() }).optional(),
    transaction: z.looseObject({ timeInactiveMicros: z.coerce.number() }).optional(),
  }),
);

/**
 * Ends what a server that was killed had begun to write, now and every few seconds: the database itself would keep its rows from
 * everybody else for a minute. Known by a connection that is gone. Returns what stops it.
 */
export async function watchOrphanedTransactions({
  connection,
  log,
}: {
  connection: mongoose.Connection;
  log: Log;
}): Promise<() => void> {
  const look = () =>
    killOrphanedTransactions(connection).catch((err: unknown) => log.debug({ err }, "abandoned writes not looked for"));
  await look();
  const timer = setInterval(() => void look(), checkIntervalMs).unref();
  return () => clearInterval(timer);
}

async function killOrphanedTransactions(connection: mongoose.Connection): Promise<void> {
  const admin = connection.getClient().db("admin");
  const found = await admin.aggregate([{ $currentOp: { idleSessions: true, idleConnections: true } }]).toArray();
  const all = currentOperations.parse(found);
  const open = new Set(all.flatMap(({ type, connectionId }) => (type === "idleSession" ? [] : (connectionId ?? []))));
  const ours = appName(connection.name);
  const abandoned = all.filter(
    ({ type, connectionId, appName: app, transaction }) =>
      type === "idleSession" &&
      app === ours &&
      connectionId !== undefined &&
      transaction !== undefined &&
      transaction.timeInactiveMicros > minInactiveMs * 1_000 &&
      !open.has(connectionId),
  );
  if (abandoned.length > 0)
    await admin.command({ killSessions: abandoned.flatMap(({ lsid }) => (lsid ? [{ id: lsid.id }] : [])) });
}
