import { execFile } from "node:child_process";
import { mkdir, readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import { z } from "zod";
import { parseJson } from "../../../shared/text.ts";
import { readStateFile, writeFileAtomically } from "../../data-folder.ts";
import { findSocketPath, type MongodAddress, parsePort, readLogin, toUri } from "./address.ts";
import { type MongodBinary, MongoUnavailableError } from "./binary.ts";
import { isProcessAlive, withFileLock } from "./file-lock.ts";
import { findFreePort, type LaunchedMongod, launchMongod } from "./launch.ts";

/** The mongod of a data folder. This process or another process of the portal started it. */
interface SupervisedMongod {
  uri: string;
  /** The binary of the first mongod, if this process started it. */
  binary?: MongodBinary;
  stop(): Promise<void>;
}

interface RunningMongod {
  address: MongodAddress;
  pid: number;
  /** Set if this process started mongod. */
  launched?: LaunchedMongod & { binary: MongodBinary };
}

interface StartOptions {
  dataDir: string;
  /** The address to use again at a restart, because clients already have it. */
  address?: MongodAddress;
  findMongod(): Promise<MongodBinary>;
}

const checkIntervalMs = 1_000;
const retryDelayMs = 10_000;
const shutdownTimeoutMs = 30_000;

/**
 * Runs mongod on `dataDir/mongo` at one address until `stop`. Restarts it if it dies. If another process (a script or a
 * second server) already runs a mongod on this folder, this process uses it too, and starts its own when that mongod
 * has ended.
 */
export async function superviseMongod(options: {
  dataDir: string;
  findMongod(): Promise<MongodBinary>;
}): Promise<SupervisedMongod> {
  const dataDir = resolve(options.dataDir);
  let current = await startOrShare({ ...options, dataDir });
  const { address } = current;
  const binary = current.launched?.binary;

  let isStopped = false;
  let restarting: Promise<void> | undefined;
  let nextAttemptAt = 0;
  const timer = setInterval(() => {
    if (restarting === undefined && Date.now() >= nextAttemptAt && !isProcessAlive(current.pid)) restarting = restart();
  }, checkIntervalMs).unref();

  async function restart(): Promise<void> {
    try {
      current = await startOrShare({ ...options, dataDir, address });
    } catch {
      nextAttemptAt = Date.now() + retryDelayMs;
    }
    restarting = undefined;
  }

  async function stop(): Promise<void> {
    if (isStopped) return;
    isStopped = true;
    clearInterval(timer);
    await restarting;
    if (current.launched === undefined) return;
    // The record cannot be written on a full disk. It then keeps its owner, which does not exist at the next start.
    await writeRecord(dataDir, toRecord(address)).catch(() => undefined);
    await current.launched.stop();
  }

  return { uri: toUri(address), binary, stop };
}

async function startOrShare({ dataDir, address, findMongod }: StartOptions): Promise<RunningMongod> {
  const dbPath = join(dataDir, "mongo");
  await mkdir(dbPath, { recursive: true });
  return withFileLock(join(dataDir, "mongod-start.lock"), async () => {
    const record = await readRecord(dataDir);
    const lastAddress = record && (await toAddress(record, dataDir));
    const runningPid = await findRunningMongod(dbPath);
    if (runningPid !== undefined) {
      if (lastAddress && record.owner !== undefined && isProcessAlive(record.owner))
        return { address: lastAddress, pid: runningPid };
      await stopOrphan({ pid: runningPid, dbPath, hasRecord: record !== undefined });
    }
    const binary = await findMongod();
    const newAddress = address ?? (await chooseAddress(dataDir, lastAddress));
    const isPrepared = newAddress.host === lastAddress?.host && (!newAddress.login || lastAddress.login !== undefined);
    const launched = await launchMongod({ binary, dbPath, address: newAddress, isPrepared });
    await writeRecord(dataDir, { ...toRecord(newAddress), owner: process.pid });
    return { address: newAddress, pid: launched.pid, launched: { ...launched, binary } };
  });
}

/** The socket of the data folder, otherwise a free port: the last one, if it is free. */
async function chooseAddress(dataDir: string, lastAddress: MongodAddress | undefined): Promise<MongodAddress> {
  const socketPath = findSocketPath(dataDir);
  if (socketPath !== undefined) return { host: socketPath };
  const port = await findFreePort(lastAddress && parsePort(lastAddress));
  return { host: `127.0.0.1:${port}`, login: await readLogin(dataDir) };
}

/**
 * Stops a mongod whose owner has ended or is already stopping it. Throws MongoUnavailableError if the portal did not
 * start the mongod.
 */
async function stopOrphan({
  pid,
  dbPath,
  hasRecord,
}: {
  pid: number;
  dbPath: string;
  hasRecord: boolean;
}): Promise<void> {
  const message = `Another mongod (process ${pid}) holds the data in ${dbPath}`;
  if (!hasRecord) throw new MongoUnavailableError(`${message}: stop it, or give its address as MONGODB_URI.`);
  if (isProcessAlive(pid)) process.kill(pid, "SIGTERM");
  const deadline = Date.now() + shutdownTimeoutMs;
  while (isProcessAlive(pid)) {
    if (Date.now() > deadline) throw new MongoUnavailableError(`${message} and does not exit: kill it.`);
    await wait(50);
  }
}

/**
 * The contents of mongod.json: the address in the replica set's configuration, and as `owner` the id of the process
 * that started mongod. Without `owner`, that process has begun to stop mongod. Earlier releases stored only a port,
 * which needed no password.
 */
const recordSchema = z
  .object({ owner: z.int().min(1).optional() })
  .and(
    z.union([
      z.object({ host: z.string().regex(/^\/.|^127\.0\.0\.1:\d+$/), hasPassword: z.boolean() }),
      z
        .object({ port: z.int().min(1).max(65_535) })
        .transform(({ port }) => ({ host: `127.0.0.1:${port}`, hasPassword: false })),
    ]),
  );

type MongodRecord = z.infer<typeof recordSchema>;

const recordFile = {
  schema: z.string().transform(parseJson).pipe(recordSchema),
  remedy: "delete it and start again; the data stays",
};

function readRecord(dataDir: string): Promise<MongodRecord | undefined> {
  return readStateFile(recordPath(dataDir), recordFile);
}

function toRecord({ host, login }: MongodAddress): MongodRecord {
  return { host, hasPassword: login !== undefined };
}

async function toAddress({ host, hasPassword }: MongodRecord, dataDir: string): Promise<MongodAddress> {
  return { host, login: hasPassword ? await readLogin(dataDir) : undefined };
}

async function writeRecord(dataDir: string, record: MongodRecord): Promise<void> {
  await writeFileAtomically(recordPath(dataDir), JSON.stringify(record));
}

function recordPath(dataDir: string): string {
  return join(dataDir, "mongod.json");
}

/** The process id of the mongod that uses this dbPath; undefined if none does. */
export async function findRunningMongod(dbPath: string): Promise<number | undefined> {
  const pid = Number(await readFile(join(dbPath, "mongod.lock"), "utf8").catch(() => ""));
  if (!isProcessAlive(pid)) return undefined;
  // After a crash, the file still contains the old id, which another process may have now.
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
