import { mkdir, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import PostalMime, { type Email } from "postal-mime";
import { findRunningMongod } from "../../server/database/mongod/supervisor.ts";
import { adminPassword } from "../bench/prepare.ts";
import { type ServerProcess, spawnServer } from "../bench/server-process.ts";
import { type Mongo, withConnection } from "../lib/mongo.ts";
import type { CheckResult } from "./requirement.ts";

/** What a line of the bar is measured at: a MongoDB and a folder of this run. */
export interface AcceptanceContext {
  mongo: Mongo;
  folder: string;
  /** Fewer repeats, for a machine that has other work too. */
  short: boolean;
  seed: number;
}

/** A portal of its own for one line, on a database without records. */
export interface PortalProcess extends ServerProcess {
  /** Another process on the same database; after the end of this one, or beside it. */
  startAnother(settings?: NodeJS.ProcessEnv): Promise<PortalProcess>;
  /** The address of its database. */
  databaseUri: string;
  /** Where it writes mails, as it has no mail server. */
  outboxDir: string;
}

const runningPortals = new Set<PortalProcess>();

/** Ends whatever a line has left behind; what has ended by then is none the worse for it. */
export async function killAllPortals(): Promise<void> {
  const left = [...runningPortals];
  runningPortals.clear();
  await Promise.all(left.map((portal) => portal.kill("SIGKILL")));
}

/** What must not come from whoever runs this. */
const clearedEnv = {
  MONGODB_URI: "",
  SMTP_URL: "",
  PUBLIC_URL: "",
  NODE_ENV: "",
  TRUSTED_PROXIES: "",
  MAIL_FROM: "",
  HOST: "",
};

/** Starts a portal; `settings` are of its environment. */
export async function startPortalProcess(
  place: AcceptanceContext,
  settings: NodeJS.ProcessEnv = {},
): Promise<PortalProcess> {
  const name = `bar${++portalCount}`;
  const DATA_DIR = join(place.folder, name);
  await mkdir(DATA_DIR, { recursive: true });
  const address = new URL(place.mongo.uri);
  address.pathname = name;
  const start = async (more: NodeJS.ProcessEnv): Promise<PortalProcess> => {
    const server = await spawnServer("../acceptance/portal", [], {
      ...isolatedEnv(DATA_DIR),
      MONGODB_URI: address.href,
      ...more,
    });
    const portal = {
      ...server,
      url: server.url.replace("localhost", "127.0.0.1"),
      databaseUri: address.href,
      outboxDir: join(DATA_DIR, "outbox"),
      startAnother: (changed: NodeJS.ProcessEnv = {}) => start({ ...settings, ...changed }),
    };
    runningPortals.add(portal);
    return portal;
  };
  return start(settings);
}

/** Measures at a portal of its own, which is gone afterwards; `settings` are of its environment. */
export async function withPortal(
  place: AcceptanceContext,
  settings: NodeJS.ProcessEnv,
  measure: (portal: PortalProcess) => Promise<CheckResult>,
): Promise<CheckResult> {
  const portal = await startPortalProcess(place, settings);
  try {
    return await measure(portal);
  } finally {
    await portal.stop();
  }
}

/** The environment of a portal that uses nothing of the machine but this folder. */
export function isolatedEnv(DATA_DIR: string): NodeJS.ProcessEnv {
  return { ...clearedEnv, DATA_DIR, PORT: "0", DEMO: "0", LOG_LEVEL: "error", ADMIN_PASSWORD: adminPassword };
}

/** The process id of this run's mongod. */
export async function readMongodPid({ folder }: AcceptanceContext): Promise<number> {
  const pid = await findRunningMongod(join(folder, "mongo"));
  if (pid === undefined) throw new Error("The mongod of this run is not there");
  return pid;
}

let portalCount = 0;

/** Everything that a database holds, as it lies there. */
export function readAllDocuments(database: string): Promise<{ collection: string; document: object }[]> {
  return withConnection(database, async (connection) => {
    const found: { collection: string; document: object }[] = [];
    for (const { name: collection } of await connection.listCollections())
      for await (const document of connection.collection(collection).find({})) found.push({ collection, document });
    return found;
  });
}

const timeoutMs = 20_000;

/** The mails that the portal has written as files, as soon as there are so many. */
export async function waitForMails({ outboxDir }: PortalProcess, least: number): Promise<Email[]> {
  const giveUpAt = Date.now() + timeoutMs;
  for (;;) {
    const files = (await readdir(outboxDir).catch(() => [])).filter((name) => name.endsWith(".eml"));
    if (files.length >= least)
      return Promise.all(files.map(async (name) => PostalMime.parse(await readFile(join(outboxDir, name)))));
    if (Date.now() > giveUpAt) throw new Error(`${files.length} mails instead of ${least}`);
    await pause(50);
  }
}
