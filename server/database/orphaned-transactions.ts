import type mongoose from "mongoose";
import { z } from "zod";
import type { Log } from "../log.ts";
import { createAppName } from "./connection.ts";

const checkIntervalMs = 3_000;
/** A transaction that was inactive for less time may still continue: its next command may use another connection. */
const minInactiveMs = 1_000;

const operationsSchema = z.array(
  z.looseObject({
    type: z.string(),
    connectionId: z.number().optional(),
    appName: z.string().optional(),
    lsid: z.looseObject({ id: z.unknown() }).optional(),
    transaction: z.looseObject({ timeInactiveMicros: z.coerce.number() }).optional(),
  }),
);

/**
 * Aborts the transactions of killed servers, now and every few seconds, because MongoDB would keep their locks for a
 * minute. A transaction is orphaned if its connection is closed. Returns a function that stops the checks.
 */
export async function startOrphanedTransactionCleanup({
  connection,
  log,
}: {
  connection: mongoose.Connection;
  log: Log;
}): Promise<() => void> {
  const check = () =>
    killOrphanedTransactions(connection).catch((err: unknown) =>
      log.debug({ err }, "Could not check for orphaned transactions"),
    );
  await check();
  const timer = setInterval(() => void check(), checkIntervalMs).unref();
  return () => clearInterval(timer);
}

async function killOrphanedTransactions(connection: mongoose.Connection): Promise<void> {
  const admin = connection.getClient().db("admin");
  const reply = await admin.aggregate([{ $currentOp: { idleSessions: true, idleConnections: true } }]).toArray();
  const operations = operationsSchema.parse(reply);
  const openConnectionIds = new Set(
    operations.flatMap(({ type, connectionId }) => (type === "idleSession" ? [] : (connectionId ?? []))),
  );
  const portalAppName = createAppName(connection.name);
  const orphanedSessions = operations.filter(
    ({ type, connectionId, appName, transaction }) =>
      type === "idleSession" &&
      appName === portalAppName &&
      connectionId !== undefined &&
      transaction !== undefined &&
      transaction.timeInactiveMicros > minInactiveMs * 1_000 &&
      !openConnectionIds.has(connectionId),
  );
  if (orphanedSessions.length > 0)
    await admin.command({ killSessions: orphanedSessions.flatMap(({ lsid }) => (lsid ? [{ id: lsid.id }] : [])) });
}
