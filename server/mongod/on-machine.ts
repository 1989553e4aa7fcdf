import { constants } from "node:fs";
import { delimiter, join } from "node:path";
import { type Binary, type Env, tryBinary } from "./binary.ts";
import { exists } from "./exists.ts";
import { MongoUnavailable } from "./unavailable.ts";

/**
 * The mongod that MONGOMS_SYSTEM_BINARY names, else the first on PATH that runs.
 * A named one that does not run is refused: who names a binary does not want another.
 */
export async function mongodOnMachine(env: Env): Promise<Binary | string> {
  if (env.MONGOMS_SYSTEM_BINARY) return named(env.MONGOMS_SYSTEM_BINARY);
  let why = "no mongod on PATH, MONGOMS_SYSTEM_BINARY is not set";
  for (const path of await onPath(env)) {
    const binary = await tryBinary(path, "on PATH");
    if (typeof binary !== "string") return binary;
    why = binary;
  }
  return why;
}

async function named(path: string): Promise<Binary> {
  const binary = await tryBinary(path, "named by MONGOMS_SYSTEM_BINARY");
  if (typeof binary === "string") throw new MongoUnavailable(`MONGOMS_SYSTEM_BINARY: ${binary}.`);
  return binary;
}

async function onPath(env: Env): Promise<string[]> {
  const name = process.platform === "win32" ? "mongod.exe" : "mongod";
  const folders = (env.PATH ?? "").split(delimiter).filter((folder) => folder !== "");
  const paths = folders.map((folder) => join(folder, name));
  const runnable = await Promise.all(paths.map((path) => exists(path, constants.X_OK)));
  return paths.filter((_, index) => runnable[index]);
}
