import { once } from "node:events";
import { createServer } from "node:net";
import { join } from "node:path";
import { MongoMemoryReplSet, MongoMemoryServer } from "mongodb-memory-server";
import { mongo } from "mongoose";
import { isSocket, type MongodAddress, mongodUserName, parsePort, replicaSetName, toUri } from "./address.ts";
import { describeError, fileExists, type MongodBinary, MongoUnavailableError } from "./binary.ts";

const ip = "127.0.0.1";

/** A mongod that this process started. */
export interface LaunchedMongod {
  pid: number;
  /** Shuts mongod down cleanly; the data stays. */
  stop(): Promise<void>;
}

interface LaunchOptions {
  binary: MongodBinary;
  dbPath: string;
  address: MongodAddress;
}

// After a crash, mongod replays its journal before it answers.
const launchTimeoutMs = 60_000;

const mongodArgs = [
  // The data of a society fits into 2 GB. The default is half of the machine's memory.
  ...["--wiredTigerCacheSizeGB", "2"],
  // Enough for days of change stream history. The default is 5 % of the disk.
  ...["--oplogSize", "1024"],
  // Without a log line for each connection, because this process reads all log lines.
  "--quiet",
  // Without the default socket in /tmp: mongod does not start if that file belongs to another user.
  ...(process.platform === "win32" ? [] : ["--nounixsocket"]),
  // Diagnostic data for MongoDB's support is not needed.
  ...["--setParameter", "diagnosticDataCollectionEnabled=false"],
  // On SIGTERM, mongod would wait 15 s for other members, which do not exist.
  ...["--setParameter", "shutdownTimeoutMillisForSignaledShutdown=100"],
];

/**
 * Starts a replica set with one member on this dbPath, with new or existing data. Pass `isPrepared` if the data was
 * last used with the same address. Resolves when it accepts writes.
 */
export async function launchMongod({
  isPrepared,
  ...options
}: LaunchOptions & { isPrepared: boolean }): Promise<LaunchedMongod> {
  try {
    const hasData = await fileExists(join(options.dbPath, "WiredTiger"));
    if (!isPrepared && (hasData || options.address.login)) await prepareData(options);
    return await startReplicaSet(options);
  } catch (error) {
    throw new MongoUnavailableError(describeStartFailure(error, options.dbPath));
  }
}

/**
 * Retries: shortly after the previous mongod was stopped, the new one may still be loading the replica set's
 * configuration.
 */
async function startReplicaSet(options: LaunchOptions, triesLeft = 5): Promise<LaunchedMongod> {
  const member = new MongodServer({ ...options, replSet: replicaSetName });
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
    return { pid: member.instanceInfo?.instance.mongodProcess?.pid ?? 0, stop };
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
 * Writes the address to the replica set's configuration, which is stored in the data, and creates the user if the
 * address needs a password. For this, mongod runs standalone, because a replica set member with a wrong configured
 * address accepts no writes.
 */
async function prepareData(options: LaunchOptions): Promise<void> {
  const forceSamePort = true;
  const standalone = new MongodServer(options);
  // Also creates the user (createAuth).
  await standalone.start(forceSamePort);
  const client = new mongo.MongoClient(standalone.getUri());
  try {
    const configurations = client.db("local").collection("system.replset");
    await configurations.updateMany({}, { $set: { "members.0.host": options.address.host } });
  } finally {
    await client.close();
    await standalone.stop({ doCleanup: false, force: false });
  }
}

/** A mongod that mongodb-memory-server runs. By itself, the library cannot run one that listens at a socket. */
class MongodServer extends MongoMemoryServer {
  readonly #address: MongodAddress;

  constructor({ binary, dbPath, address, replSet }: LaunchOptions & { replSet?: string }) {
    const { login, host } = address;
    // The library's type lacks the host.
    const memberConfig = { host, priority: 1 };
    super({
      binary: { systemBinary: binary.path, version: binary.version },
      instance: {
        ...(isSocket(address) ? { ip: address.host, port: defaultPort } : { ip, port: parsePort(address) }),
        dbPath,
        replSet,
        storageEngine: "wiredTiger",
        args: mongodArgs,
        launchTimeout: launchTimeoutMs,
        replicaMemberConfig: memberConfig,
        keyfileLocation: login?.keyFilePath,
      },
      auth: login && { enable: true, force: true, customRootName: mongodUserName, customRootPwd: login.password },
      // Ctrl-C is sent to the whole process group, but mongod must run until the server has stopped.
      spawn: { detached: true },
    });
    this.#address = address;
  }

  override getUri(): string {
    return toUri(this.#address, "admin");
  }

  /** Called for a standalone mongod, in which the first user can be created without a password. */
  override async createAuth(): Promise<void> {
    const { host, login } = this.#address;
    const client = new mongo.MongoClient(toUri({ host }, "admin"));
    try {
      // The role `root` may not change the replica set's configuration of a standalone mongod.
      const user = { pwd: login?.password, roles: ["__system"], mechanisms: ["SCRAM-SHA-256"] };
      await client.db().command({ createUser: mongodUserName, ...user });
    } catch (error) {
      // Unauthorized means that the user already exists.
      if (!isUnauthorized(error)) throw error;
    } finally {
      await client.close();
    }
  }

  override async stop(options: Parameters<MongoMemoryServer["stop"]>[0]): Promise<boolean> {
    const mongod = this.instanceInfo?.instance.mongodProcess;
    // To stop mongod, the library would connect to a port, which a socket does not have.
    if (isSocket(this.#address) && mongod && mongod.exitCode === null && mongod.signalCode === null) {
      const exited = once(mongod, "exit");
      mongod.kill("SIGTERM");
      await exited;
    }
    return super.stop(options);
  }
}

/**
 * The port of a mongod that listens at a socket. It is not opened, but mongod compares it with the port of the member's
 * address, which for a socket is the default port.
 */
const defaultPort = 27_017;

function isUnauthorized(error: unknown): boolean {
  return error instanceof mongo.MongoServerError && error.codeName === "Unauthorized";
}

function describeStartFailure(error: unknown, dbPath: string): string {
  const reason = describeError(error);
  if (/DBPathInUse|code "?100"?/.test(reason)) {
    return `Another mongod holds the data in ${dbPath}: stop it, or give its address as MONGODB_URI.`;
  }
  if (/code "?62"?/.test(reason))
    return `The data in ${dbPath} was written by a MongoDB version that this mongod cannot open.`;
  return `mongod did not start on ${dbPath}: ${reason}`;
}
