import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Env } from "./binary.ts";
import { cacheFolder } from "./cache.ts";
import { exists } from "./exists.ts";
import { withLock } from "./lock.ts";
import { reasonOf } from "./unavailable.ts";

interface Package {
  name: string;
  version: string;
  /** Without the packages that it says it needs. */
  alone?: boolean;
  /** What is to be done with the files before they count. */
  finish?: (folder: string) => Promise<void>;
}

const installedWithinMs = 5 * 60_000;

/** Where in the user's cache the package is, once it is installed. */
export function folderOf(env: Env, { name, version }: Package): string {
  return join(cacheFolder(env), `${name}-${version}`);
}

/** Installs a package of PyPI into the user's cache, once even when two processes start; throws with what pip said. */
export async function installWithPip(env: Env, wanted: Package): Promise<void> {
  const cache = cacheFolder(env);
  await mkdir(cache, { recursive: true });
  await withLock(join(cache, `${wanted.name}.lock`), async () => {
    if (!(await exists(folderOf(env, wanted)))) await install(env, wanted);
  });
}

/** Into a folder beside, renamed when whole: half an install never counts. */
async function install(env: Env, wanted: Package): Promise<void> {
  const folder = await mkdtemp(join(cacheFolder(env), "installing-"));
  try {
    const args = ["-m", "pip", "install", "--quiet", "--no-input", "--disable-pip-version-check", "--no-cache-dir"];
    const what = ["--target", folder, `${wanted.name}==${wanted.version}`, ...(wanted.alone ? ["--no-deps"] : [])];
    await promisify(execFile)("python3", [...args, ...what], { env, timeout: installedWithinMs });
    await wanted.finish?.(folder);
    await rename(folder, folderOf(env, wanted));
  } catch (error) {
    throw new Error(`pip could not install it: ${whatPipSaid(error)}`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function whatPipSaid(error: unknown): string {
  const said = error instanceof Error && "stderr" in error ? String(error.stderr) : "";
  const lines = said.split("\n").filter((line) => /error/i.test(line));
  return reasonOf(lines.at(-1) ?? error);
}
