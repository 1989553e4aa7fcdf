import { createServer } from "node:net";
import { join } from "node:path";
import { MongoMemoryReplSet, MongoMemoryServer } from "mongodb-memory-server";
import { mongo } from "mongoose";
import type { MongodBinary } from "./binary.ts";
import { describeError, fileExists, MongoUnavailable } from "./binary.ts";

export const replicaSetName = "portal";
const ip = "127.0.0.1";

/** A mongod of ours, reachable from this machine only. */
export interface LaunchedMongod {
  port: number;
  pid: number;
  /** Shuts mongod down in order; the data stays. */
  stop(): Promise<void>;
}

interface LaunchOptions {
  binary: MongodBinary;
  dbPath: string;
  port: number;
  /** The port that the data was last served on, if any. */
  lastPort?: number;
}

// A mongod that crashed first replays its journal.
const launchTimeoutMs = 60_000;

const mongodArgs = [
  // Without a bound mongod takes half of the machine's memory, which it shares with the portal here; a society's data fits.
  ...["--wiredTigerCacheSizeGB", "2"],
  // Days of changes for clients to catch up from, without growing to the default of 5 % of the disk.
  ...["--oplogSize", "1024"],
  // Its log comes through a pipe into this process: a line for each connection is work for nothing.
  "--quiet",
  // A socket file in /tmp that another user's mongod left behind would stop the start.
  ...(process.platform === "win32" ? [] : ["--nounixsocket"]),
  // Records for MongoDB's support that nobody here reads.
  ...["--setParameter", "diagnosticDataCollectionEnabled=false"],
  // On SIGTERM a member of a set gives its peers 15 s to notice; it has none.
  ...["--setParameter", "shutdownTimeoutMillisForSignaledShutdown=100"],
];

/** Starts a replica set of one member on this dbPath, new or as it was left; resolves when it takes writes. */
export async function launchMongod({ binary, dbPath, port, lastPort }: LaunchOptions): Promise<LaunchedMongod> {
  try {
    if (port !== lastPort && (await fileExists(join(dbPath, "WiredTiger"))))
      await changeMemberPort({ binary, dbPath, port });
    return await startReplicaSet({ binary, dbPath, port });
  } catch (error) {
    throw new MongoUnavailable(startFailureMessage(error, dbPath));
  }
}

/** A set that has just been left may still be reading its own configuration; then it is started again. */
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
  // A member that is there is started on its own port; those it makes itself get whichever is free.
  replicaSet.servers.push(member);
  const stop = async () => void (await replicaSet.stop({ doCleanup: false, force: false }));
  try {
    await replicaSet.start();
    return { port: to.port, pid: member.instanceInfo?.instance.mongodProcess?.pid ?? 0, stop };
  } catch (error) {
    if (tries === 1 || !isConfiguring(error)) throw error;
    await stop();
    return startReplicaSet(to, tries - 1);
  }
}

function isConfiguring(error: unknown): boolean {
  return error instanceof Error && "codeName" in error && error.codeName === "ConfigurationInProgress";
}

/** A free port, the preferred one if it is. */
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

/** The configuration lies in the data and names the member's address: on another port it would not know itself. */
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
    // A process group of its own: Ctrl-C in the terminal must not reach mongod before the server has finished with it.
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
