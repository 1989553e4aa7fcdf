import { mkdir, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import PostalMime, { type Email } from "postal-mime";
import { findRunningMongod } from "../../server/database/mongod/supervisor.ts";
import { adminPassword } from "../bench/prepare.ts";
import { type ServerProcess, spawnServer } from "../bench/server-process.ts";
import { type Mongo, withConnection } from "../lib/mongo.ts";
import type { CheckResult } from "./requirement.ts";

/** The environment of all measurements of a run. */
export interface AcceptanceContext {
  mongo: Mongo;
  folder: string;
  /** A run with fewer repetitions, see `--short`. */
  isShort: boolean;
  seed: number;
}

/** A portal on an empty database. */
export interface PortalProcess extends ServerProcess {
  /** Starts another process on the same database, before or after this one has ended. */
  startAnother(settings?: NodeJS.ProcessEnv): Promise<PortalProcess>;
  databaseUri: string;
  /** Folder of its mails, as there is no mail server. */
  outboxDir: string;
}

let portalCount = 0;
const runningPortals = new Set<PortalProcess>();

/** Kills the portals that a measurement left running. */
export async function killAllPortals(): Promise<void> {
  const portals = [...runningPortals];
  runningPortals.clear();
  await Promise.all(portals.map((portal) => portal.kill("SIGKILL")));
}

/** Settings that a portal must not inherit from the environment of the run. */
const clearedEnv = {
  MONGODB_URI: "",
  SMTP_URL: "",
  PUBLIC_URL: "",
  NODE_ENV: "",
  TRUSTED_PROXIES: "",
  MAIL_FROM: "",
  HOST: "",
};

/** Starts a portal; `settings` are environment variables. */
export async function startPortalProcess(
  context: AcceptanceContext,
  settings: NodeJS.ProcessEnv = {},
): Promise<PortalProcess> {
  const name = `acceptance${++portalCount}`;
  const DATA_DIR = join(context.folder, name);
  await mkdir(DATA_DIR, { recursive: true });
  const databaseUrl = new URL(context.mongo.uri);
  databaseUrl.pathname = name;
  const start = async (env: NodeJS.ProcessEnv): Promise<PortalProcess> => {
    const server = await spawnServer("../acceptance/portal", [], {
      ...isolatedEnv(DATA_DIR),
      MONGODB_URI: databaseUrl.href,
      ...env,
    });
    const portal = {
      ...server,
      url: server.url.replace("localhost", "127.0.0.1"),
      databaseUri: databaseUrl.href,
      outboxDir: join(DATA_DIR, "outbox"),
      startAnother: (changed: NodeJS.ProcessEnv = {}) => start({ ...settings, ...changed }),
    };
    runningPortals.add(portal);
    return portal;
  };
  return start(settings);
}

/** Measures with a new portal, which is stopped afterwards; `settings` are environment variables. */
export async function withPortal(
  context: AcceptanceContext,
  settings: NodeJS.ProcessEnv,
  measure: (portal: PortalProcess) => Promise<CheckResult>,
): Promise<CheckResult> {
  const portal = await startPortalProcess(context, settings);
  try {
    return await measure(portal);
  } finally {
    await portal.stop();
  }
}

/** The environment of a portal that uses only this folder. */
export function isolatedEnv(DATA_DIR: string): NodeJS.ProcessEnv {
  return { ...clearedEnv, DATA_DIR, PORT: "0", DEMO: "0", LOG_LEVEL: "error", ADMIN_PASSWORD: adminPassword };
}

/** The process id of the mongod of this run. */
export async function readMongodPid({ folder }: AcceptanceContext): Promise<number> {
  const pid = await findRunningMongod(join(folder, "mongo"));
  if (pid === undefined) throw new Error("The mongod of this run is not running");
  return pid;
}

/** All documents of a database. */
export function readAllDocuments(database: string): Promise<{ collection: string; document: object }[]> {
  return withConnection(database, async (connection) => {
    const documents: { collection: string; document: object }[] = [];
    for (const { name: collection } of await connection.listCollections())
      for await (const document of connection.collection(collection).find({})) documents.push({ collection, document });
    return documents;
  });
}

const timeoutMs = 20_000;

/** Waits until the outbox folder contains at least `minCount` mails. */
export async function waitForMails({ outboxDir }: PortalProcess, minCount: number): Promise<Email[]> {
  const giveUpAt = Date.now() + timeoutMs;
  for (;;) {
    const files = (await readdir(outboxDir).catch(() => [])).filter((name) => name.endsWith(".eml"));
    if (files.length >= minCount)
      return Promise.all(files.map(async (name) => PostalMime.parse(await readFile(join(outboxDir, name)))));
    if (Date.now() > giveUpAt) throw new Error(`${files.length} mails instead of ${minCount}`);
    await pause(50);
  }
}
