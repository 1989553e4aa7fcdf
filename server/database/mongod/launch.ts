import { createServer } from "node:net";
import { join } from "node:path";
import { MongoMemoryReplSet, MongoMemoryServer } from "mongodb-memory-server";
import { mongo } from "mongoose";
import type { MongodBinary } from "./binary.ts";
import { describeError, fileExists, MongoUnavailableError } from "./binary.ts";

export const replicaSetName = "portal";
const ip = "127.0.0.1";

/** A mongod that this process started and that accepts local connections only. */
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
  /** The port of the previous start with this data, if any. */
  lastPort?: number;
}

// After a crash, mongod replays its journal.
const launchTimeoutMs = 60_000;

const mongodArgs = [
  // The data of a society fits into 2 GB. The default is half of the machine's memory.
  ...["--wiredTigerCacheSizeGB", "2"],
  // Enough for days of change stream history. The default is 5 % of the disk.
  ...["--oplogSize", "1024"],
  // No log line for each connection, because this process would have to read it.
  "--quiet",
  // mongod does not start if its socket file in /tmp belongs to another user.
  ...(process.platform === "win32" ? [] : ["--nounixsocket"]),
  // Diagnostic data for MongoDB's support is not needed.
  ...["--setParameter", "diagnosticDataCollectionEnabled=false"],
  // On SIGTERM, mongod would wait 15 s for other members, which do not exist.
  ...["--setParameter", "shutdownTimeoutMillisForSignaledShutdown=100"],
];

/** Starts a replica set with one member on this dbPath, with new or existing data. Resolves when it accepts writes. */
export async function launchMongod({ binary, dbPath, port, lastPort }: LaunchOptions): Promise<LaunchedMongod> {
  try {
    if (port !== lastPort && (await fileExists(join(dbPath, "WiredTiger"))))
      await changeMemberPort({ binary, dbPath, port });
    return await startReplicaSet({ binary, dbPath, port });
  } catch (error) {
    throw new MongoUnavailableError(describeStartFailure(error, dbPath));
  }
}

/**
 * Retries: shortly after the previous mongod was stopped, the new one may still be loading the replica set's
 * configuration.
 */
async function startReplicaSet(
  options: Pick<LaunchOptions, "binary" | "dbPath" | "port">,
  triesLeft = 5,
): Promise<LaunchedMongod> {
  const member = createMember({ ...options, replSet: replicaSetName });
  const { path, version } = options.binary;
  const replicaSet = new MongoMemoryReplSet({
    binary: { systemBinary: path, version },
    replSet: { name: replicaSetName, count: 1, storageEngine: "wiredTiger" },
  });
  // The library would create a member with a random port.
  replicaSet.servers.push(member);
  const stop = async () => void (await replicaSet.stop({ doCleanup: false, force: false }));
  try {
    await replicaSet.start();
    return { port: options.port, pid: member.instanceInfo?.instance.mongodProcess?.pid ?? 0, stop };
  } catch (error) {
    if (triesLeft === 1 || !isConfigurationInProgress(error)) throw error;
    await stop();
    return startReplicaSet(options, triesLeft - 1);
  }
}

function isConfigurationInProgress(error: unknown): boolean {
  return error instanceof Error && "codeName" in error && error.codeName === "ConfigurationInProgress";
}

/** Returns a free port: the preferred one, if it is free. */
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
 * Changes the member's port in the replica set's configuration, which is stored in the data. mongod runs standalone
 * meanwhile, because a member whose configured address is wrong accepts no writes.
 */
async function changeMemberPort(options: { binary: MongodBinary; dbPath: string; port: number }): Promise<void> {
  const standalone = createMember(options);
  await standalone.start(true);
  const client = new mongo.MongoClient(standalone.getUri(), { directConnection: true });
  try {
    const configurations = client.db("local").collection("system.replset");
    await configurations.updateMany({}, { $set: { "members.0.host": `${ip}:${options.port}` } });
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
    // Ctrl-C is sent to the whole process group, but mongod must run until the server has stopped.
    spawn: { detached: true },
  });
}

function describeStartFailure(error: unknown, dbPath: string): string {
  const reason = describeError(error);
  if (/DBPathInUse|code "?100"?/.test(reason)) {
    return `Another mongod holds the data in ${dbPath}: stop it, or give its address as MONGODB_URI.`;
  }
  if (/code "?62"?/.test(reason)) return `The data in ${dbPath} is of a MongoDB version that this mongod cannot open.`;
  return `mongod did not start on ${dbPath}: ${reason}`;
}
