import { execFile } from "node:child_process";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import { z } from "zod";
import { type MongodBinary, MongoUnavailable } from "./binary.ts";
import { findFreePort, type LaunchedMongod, launchMongod, replicaSetName } from "./launch.ts";
import { isProcessAlive, withFileLock } from "./lock.ts";

/** A mongod that serves a data folder: our own, or that of another process of the portal on the same folder. */
interface SupervisedMongod {
  uri: string;
  /** Where our own came from; undefined when another process runs it. */
  binary?: MongodBinary;
  stop(): Promise<void>;
}

interface ServingMongod {
  port: number;
  pid: number;
  own?: LaunchedMongod & { binary: MongodBinary };
}

interface ServeOptions {
  dataDir: string;
  /** Only this port will do: its address has been handed out. */
  port?: number;
  findBinary(): Promise<MongodBinary>;
}

const checkIntervalMs = 1_000;
const retryDelayMs = 10_000;
const shutdownTimeoutMs = 30_000;

/**
 * Serves `dataDir/mongo` until `stop`, at one address: a mongod that dies is started again, and the mongod of another process
 * (a script beside the server, a second server) is shared, and taken over when that process ends.
 */
export async function superviseMongod(wish: {
  dataDir: string;
  findBinary(): Promise<MongodBinary>;
}): Promise<SupervisedMongod> {
  const dataDir = resolve(wish.dataDir);
  let served = await startOrShare({ ...wish, dataDir });
  const { port } = served;
  const binary = served.own?.binary;

  let stopped = false;
  let revival: Promise<void> | undefined;
  let notBefore = 0;
  const timer = setInterval(() => {
    if (revival === undefined && Date.now() >= notBefore && !isProcessAlive(served.pid)) revival = revive();
  }, checkIntervalMs).unref();

  async function revive(): Promise<void> {
    try {
      served = await startOrShare({ ...wish, dataDir, port });
    } catch {
      notBefore = Date.now() + retryDelayMs;
    }
    revival = undefined;
  }

  async function stop(): Promise<void> {
    if (stopped) return;
    stopped = true;
    clearInterval(timer);
    await revival;
    if (served.own === undefined) return;
    await writeRecord(dataDir, { port });
    await served.own.stop();
  }

  return { uri: `mongodb://127.0.0.1:${port}/portal?replicaSet=${replicaSetName}`, binary, stop };
}

async function startOrShare({ dataDir, port, findBinary }: ServeOptions): Promise<ServingMongod> {
  const dbPath = join(dataDir, "mongo");
  await mkdir(dbPath, { recursive: true });
  return withFileLock(join(dataDir, "mongod-start.lock"), async () => {
    const record = await readRecord(dataDir);
    const holder = await findRunningMongod(dbPath);
    if (holder !== undefined) {
      if (record?.owner !== undefined && isProcessAlive(record.owner)) return { port: record.port, pid: holder };
      await stopOrphan({ pid: holder, dbPath, ours: record !== undefined });
    }
    const binary = await findBinary();
    const lastPort = record?.port;
    const launched = await launchMongod({ binary, dbPath, port: port ?? (await findFreePort(lastPort)), lastPort });
    await writeRecord(dataDir, { port: launched.port, owner: process.pid });
    return { ...launched, own: { ...launched, binary } };
  });
}

/** Its owner is gone or about to end it: nobody is to connect to it any more. */
async function stopOrphan({ pid, dbPath, ours }: { pid: number; dbPath: string; ours: boolean }): Promise<void> {
  const held = `Another mongod (process ${pid}) holds the data in ${dbPath}`;
  if (!ours) throw new MongoUnavailable(`${held}: stop it, or give its address as MONGODB_URI.`);
  if (isProcessAlive(pid)) process.kill(pid, "SIGTERM");
  const until = Date.now() + shutdownTimeoutMs;
  while (isProcessAlive(pid)) {
    if (Date.now() > until) throw new MongoUnavailable(`${held} and does not end: stop it.`);
    await wait(50);
  }
}

/**
 * What a data folder remembers of its mongod: the port, kept from start to start since the replica set's configuration names
 * it, and the process that started mongod and will end it, absent once it has begun to.
 */
const recordSchema = z.object({ port: z.int(), owner: z.int().optional() });

type MongodRecord = z.infer<typeof recordSchema>;

/** The record of this data folder; undefined when there is none that can be read. */
async function readRecord(dataDir: string): Promise<MongodRecord | undefined> {
  try {
    return recordSchema.parse(JSON.parse(await readFile(recordPath(dataDir), "utf8")));
  } catch {
    return undefined;
  }
}

async function writeRecord(dataDir: string, record: MongodRecord): Promise<void> {
  await writeFile(recordPath(dataDir), JSON.stringify(record));
}

function recordPath(dataDir: string): string {
  return join(dataDir, "mongod.json");
}

/** The process id of the mongod that has this dbPath open; undefined when none has. */
export async function findRunningMongod(dbPath: string): Promise<number | undefined> {
  const pid = Number(await readFile(join(dbPath, "mongod.lock"), "utf8").catch(() => ""));
  if (!isProcessAlive(pid)) return undefined;
  // After a crash the id stays in the file and may by now be that of any other process.
  return (await readCommandLine(pid)).includes(dbPath) ? pid : undefined;
}

async function readCommandLine(pid: number): Promise<string> {
  try {
    if (process.platform === "linux") return (await readFile(`/proc/${pid}/cmdline`, "utf8")).replaceAll("\0", " ");
    return (await promisify(execFile)("ps", ["-p", String(pid), "-o", "args="])).stdout;
  } catch {
    return "";
  }
}
