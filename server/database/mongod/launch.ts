import { createServer } from "node:net";
import { join } from "node:path";
import { MongoMemoryReplSet, MongoMemoryServer } from "mongodb-memory-server";
import { mongo } from "mongoose";
import type { MongodBinary } from "./binary.ts";
import { describeError, fileExists, MongoUnavailableError } from "./binary.ts";

export const replicaSetName = "portal";
const ip = "127.0.0.1";

/** A mongod that this process started. It accepts local connections only. */
export interface LaunchedMongod {
  port: number;
  pid: number;
  /** Shuts mongod down cleanly; the data stays. */
  stop(): Promise<void>;
}

interface LaunchOptions {
  binary: MongodBinary;
  dbPath: string;
  port: number;
  /** The last port with this data, if any. */
  lastPort?: number;
}

// After a crash, mongod replays its journal.
const launchTimeoutMs = 60_000;

const mongodArgs = [
  // The default is half of the machine's memory. A society's data fits into this.
  ...["--wiredTigerCacheSizeGB", "2"],
  // Enough for days of change stream history. The default is 5 % of the disk.
  ...["--oplogSize", "1024"],
  // Avoids a log line for each connection, which this process would read and drop.
  "--quiet",
  // Another user's socket file in /tmp would make the start fail.
  ...(process.platform === "win32" ? [] : ["--nounixsocket"]),
  // Diagnostic data for MongoDB's support is not needed.
  ...["--setParameter", "diagnosticDataCollectionEnabled=false"],
  // The default wait on SIGTERM is 15 s, for other members. There are none.
  ...["--setParameter", "shutdownTimeoutMillisForSignaledShutdown=100"],
];

/** Starts a replica set with one member on this dbPath, with new or existing data. Resolves when it accepts writes. */
export async function launchMongod({ binary, dbPath, port, lastPort }: LaunchOptions): Promise<LaunchedMongod> {
  try {
    if (port !== lastPort && (await fileExists(join(dbPath, "WiredTiger"))))
      await changeMemberPort({ binary, dbPath, port });
    return await startReplicaSet({ binary, dbPath, port });
  } catch (error) {
    throw new MongoUnavailableError(startFailureMessage(error, dbPath));
  }
}

/** Retried, as a set that was just stopped may still be loading its configuration. */
async function startReplicaSet(
  to: Pick<LaunchOptions, "binary" | "dbPath" | "port">,
  tries = 5,
): Promise<LaunchedMongod> {
  const member = createMember({ ...to, replSet: replicaSetName });
  const { path, version } = to.binary;
  const replicaSet = new MongoMemoryReplSet({
    binary: { systemBinary: path, version },
    replSet: { name: replicaSetName, count: 1, storageEngine: "wiredTiger" },
  });
  // A member that is passed in keeps its port. Members created by the library get a random one.
  replicaSet.servers.push(member);
  const stop = async () => void (await replicaSet.stop({ doCleanup: false, force: false }));
  try {
    await replicaSet.start();
    return { port: to.port, pid: member.instanceInfo?.instance.mongodProcess?.pid ?? 0, stop };
  } catch (error) {
    if (tries === 1 || !isConfigurationInProgress(error)) throw error;
    await stop();
    return startReplicaSet(to, tries - 1);
  }
}

function isConfigurationInProgress(error: unknown): boolean {
  return error instanceof Error && "codeName" in error && error.codeName === "ConfigurationInProgress";
}

/** Returns a free port: the preferred one, if possible. */
export async function findFreePort(preferred = 0): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", (error) => (preferred === 0 ? reject(error) : resolve(findFreePort())));
    probe.listen(preferred, ip, () => {
      const address = probe.address();
      const port = typeof address === "object" && address !== null ? address.port : preferred;
      probe.close(() => resolve(port));
    });
  });
}

/**
 * The replica set's configuration is in the data and contains the member's address, so it must be changed with the
 * port.
 */
async function changeMemberPort(to: { binary: MongodBinary; dbPath: string; port: number }): Promise<void> {
  const standalone = createMember(to);
  await standalone.start(true);
  const client = new mongo.MongoClient(standalone.getUri(), { directConnection: true });
  try {
    const sets = client.db("local").collection("system.replset");
    await sets.updateMany({}, { $set: { "members.0.host": `${ip}:${to.port}` } });
  } finally {
    await client.close();
    await standalone.stop({ doCleanup: false, force: false });
  }
}

function createMember({
  binary,
  dbPath,
  port,
  replSet,
}: {
  binary: MongodBinary;
  dbPath: string;
  port: number;
  replSet?: string;
}) {
  return new MongoMemoryServer({
    binary: { systemBinary: binary.path, version: binary.version },
    instance: {
      port,
      ip,
      dbPath,
      replSet,
      storageEngine: "wiredTiger",
      args: mongodArgs,
      launchTimeout: launchTimeoutMs,
    },
    // A separate process group, as Ctrl-C must not reach mongod before the server has stopped using it.
    spawn: { detached: true },
  });
}

function startFailureMessage(error: unknown, dbPath: string): string {
  const reason = describeError(error);
  if (/DBPathInUse|code "?100"?/.test(reason)) {
    return `Another mongod holds the data in ${dbPath}: stop it, or give its address as MONGODB_URI.`;
  }
  if (/code "?62"?/.test(reason)) return `The data in ${dbPath} is of a MongoDB version that this mongod cannot open.`;
  return `mongod did not start on ${dbPath}: ${reason}`;
}
