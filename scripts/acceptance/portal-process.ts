import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import PostalMime, { type Email } from "postal-mime";
import { findRunningMongod } from "../../server/database/mongod/supervisor.ts";
import { withConnection } from "../lib/mongo.ts";
import { databaseUri, type ServerProcess, spawnPortal } from "../lib/server-process.ts";
import type { AcceptanceContext, CheckResult } from "./requirement.ts";

/** A server process of the portal, on a database that was empty at the first start. */
export interface PortalProcess extends ServerProcess {
  /** Starts another process on the same database, before or after this one has ended. */
  startAnother(): Promise<PortalProcess>;
  databaseUri: string;
  /** The portal writes its mails to this folder, because it has no mail server. */
  outboxDir: string;
}

let portalCount = 0;
const startedPortals = new Set<PortalProcess>();

/** Kills the portals that a check left running. */
export async function killAllPortals(): Promise<void> {
  const portals = [...startedPortals];
  startedPortals.clear();
  await Promise.all(portals.map((portal) => portal.kill("SIGKILL")));
}

/** Starts a portal; `settings` are environment variables. */
export function startPortalProcess(
  { mongo, folder }: AcceptanceContext,
  settings: NodeJS.ProcessEnv = {},
): Promise<PortalProcess> {
  const database = `acceptance${++portalCount}`;
  const dataDir = join(folder, database);
  const start = async (): Promise<PortalProcess> => {
    const portal = {
      ...(await spawnPortal({ mongoUri: mongo.uri, database, dataDir, settings })),
      startAnother: start,
      databaseUri: databaseUri(mongo.uri, database),
      outboxDir: join(dataDir, "outbox"),
    };
    startedPortals.add(portal);
    return portal;
  };
  return start();
}

/** Runs a check with a new portal, which is stopped afterwards; `settings` are environment variables. */
export async function withPortal(
  context: AcceptanceContext,
  settings: NodeJS.ProcessEnv,
  check: (portal: PortalProcess) => Promise<CheckResult>,
): Promise<CheckResult> {
  const portal = await startPortalProcess(context, settings);
  try {
    return await check(portal);
  } finally {
    await portal.stop();
  }
}

/** Runs a check with a new portal of two servers, which are stopped afterwards. */
export async function withTwoServers(
  context: AcceptanceContext,
  settings: NodeJS.ProcessEnv,
  check: (first: PortalProcess, second: PortalProcess) => Promise<CheckResult>,
): Promise<CheckResult> {
  return withPortal(context, settings, async (first) => {
    const second = await first.startAnother();
    try {
      return await check(first, second);
    } finally {
      await second.stop();
    }
  });
}

/** The process id of the mongod of this run. */
export async function readMongodPid({ folder }: AcceptanceContext): Promise<number> {
  const pid = await findRunningMongod(join(folder, "mongo"));
  if (pid === undefined) throw new Error("The mongod of this run is not running");
  return pid;
}

/** All documents of a database. */
export function readAllDocuments(uri: string): Promise<{ collection: string; document: object }[]> {
  return withConnection(uri, async (connection) => {
    const documents: { collection: string; document: object }[] = [];
    for (const { name: collection } of await connection.listCollections())
      for await (const document of connection.collection(collection).find({})) documents.push({ collection, document });
    return documents;
  });
}

const mailTimeoutMs = 20_000;

/** Waits until the outbox folder contains at least `minCount` mails. */
export async function waitForMails({ outboxDir }: PortalProcess, minCount: number): Promise<Email[]> {
  const giveUpAt = Date.now() + mailTimeoutMs;
  for (;;) {
    const files = (await readdir(outboxDir).catch(() => [])).filter((name) => name.endsWith(".eml"));
    if (files.length >= minCount)
      return Promise.all(files.map(async (name) => PostalMime.parse(await readFile(join(outboxDir, name)))));
    if (Date.now() > giveUpAt) throw new Error(`${files.length} mails instead of ${minCount}`);
    await pause(50);
  }
}
