import { mkdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { Binary } from "./binary.ts";
import { holderOf } from "./holder.ts";
import { freePort, type Launched, launch, setName } from "./launch.ts";
import { isAlive, withLock } from "./lock.ts";
import { readRecord, writeRecord } from "./record.ts";
import { MongoUnavailable } from "./unavailable.ts";

/** A mongod that serves a data folder: our own, or that of another process of the portal on the same folder. */
export interface Kept {
  uri: string;
  /** Where our own came from; undefined when another process runs it. */
  binary?: Binary;
  stop(): Promise<void>;
}

interface Served {
  port: number;
  pid: number;
  own?: Launched & { binary: Binary };
}

interface Wish {
  dataDir: string;
  /** Only this port will do: its address has been handed out. */
  port?: number;
  findBinary(): Promise<Binary>;
}

const checkEveryMs = 1_000;
const retryAfterMs = 10_000;
const shutDownWithinMs = 30_000;

/**
 * Serves `dataDir/mongo` until `stop`, at one address: a mongod that dies is started again, and the mongod of another process
 * (a script beside the server, a second server) is shared, and taken over when that process ends.
 */
export async function keepServing(wish: { dataDir: string; findBinary(): Promise<Binary> }): Promise<Kept> {
  const dataDir = resolve(wish.dataDir);
  let served = await serve({ ...wish, dataDir });
  const { port } = served;
  const binary = served.own?.binary;

  let stopped = false;
  let revival: Promise<void> | undefined;
  let notBefore = 0;
  const timer = setInterval(() => {
    if (revival === undefined && Date.now() >= notBefore && !isAlive(served.pid)) revival = revive();
  }, checkEveryMs).unref();

  async function revive(): Promise<void> {
    try {
      served = await serve({ ...wish, dataDir, port });
    } catch {
      notBefore = Date.now() + retryAfterMs;
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

  return { uri: `mongodb://127.0.0.1:${port}/portal?replicaSet=${setName}`, binary, stop };
}

async function serve({ dataDir, port, findBinary }: Wish): Promise<Served> {
  const dbPath = join(dataDir, "mongo");
  await mkdir(dbPath, { recursive: true });
  return withLock(join(dataDir, "mongod-start.lock"), async () => {
    const record = await readRecord(dataDir);
    const holder = await holderOf(dbPath);
    if (holder !== undefined) {
      if (record?.owner !== undefined && isAlive(record.owner)) return { port: record.port, pid: holder };
      await endLeftOver({ pid: holder, dbPath, ours: record !== undefined });
    }
    const binary = await findBinary();
    const lastPort = record?.port;
    const launched = await launch({ binary, dbPath, port: port ?? (await freePort(lastPort)), lastPort });
    await writeRecord(dataDir, { port: launched.port, owner: process.pid });
    return { ...launched, own: { ...launched, binary } };
  });
}

/** Its owner is gone or about to end it: nobody is to connect to it any more. */
async function endLeftOver({ pid, dbPath, ours }: { pid: number; dbPath: string; ours: boolean }): Promise<void> {
  const held = `Another mongod (process ${pid}) holds the data in ${dbPath}`;
  if (!ours) throw new MongoUnavailable(`${held}: stop it, or give its address as MONGODB_URI.`);
  if (isAlive(pid)) process.kill(pid, "SIGTERM");
  const until = Date.now() + shutDownWithinMs;
  while (isAlive(pid)) {
    if (Date.now() > until) throw new MongoUnavailable(`${held} and does not end: stop it.`);
    await wait(50);
  }
}
