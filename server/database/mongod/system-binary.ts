import { constants } from "node:fs";
import { delimiter, join } from "node:path";
import { type MongodBinary, type ProcessEnv, probeBinary } from "./binary.ts";
import { fileExists } from "./exists.ts";
import { MongoUnavailable } from "./unavailable.ts";

/**
 * The mongod that MONGOMS_SYSTEM_BINARY names, else the first on PATH that runs.
 * A named one that does not run is refused: who names a binary does not want another.
 */
export async function findSystemBinary(env: ProcessEnv): Promise<MongodBinary | string> {
  if (env.MONGOMS_SYSTEM_BINARY) return probeConfigured(env.MONGOMS_SYSTEM_BINARY);
  let why = "no mongod on PATH, MONGOMS_SYSTEM_BINARY is not set";
  for (const path of await listOnPath(env)) {
    const binary = await probeBinary(path, "on PATH");
    if (typeof binary !== "string") return binary;
    why = binary;
  }
  return why;
}

async function probeConfigured(path: string): Promise<MongodBinary> {
  const binary = await probeBinary(path, "named by MONGOMS_SYSTEM_BINARY");
  if (typeof binary === "string") throw new MongoUnavailable(`MONGOMS_SYSTEM_BINARY: ${binary}.`);
  return binary;
}

async function listOnPath(env: ProcessEnv): Promise<string[]> {
  const name = process.platform === "win32" ? "mongod.exe" : "mongod";
  const folders = (env.PATH ?? "").split(delimiter).filter((folder) => folder !== "");
  const paths = folders.map((folder) => join(folder, name));
  const runnable = await Promise.all(paths.map((path) => fileExists(path, constants.X_OK)));
  return paths.filter((_, index) => runnable[index]);
}
