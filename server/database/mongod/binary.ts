import { execFile } from "node:child_process";
import { access } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

export type ProcessEnv = NodeJS.ProcessEnv;

/** A mongod that ran on this machine; `how` says in a few words where it came from. */
export interface MongodBinary {
  path: string;
  version: string;
  source: string;
}

/** One way to a mongod: the binary, or in a few words why it led to none. */
export type BinaryFinder = (env: ProcessEnv) => Promise<MongodBinary | string>;

const minMajorVersion = 5;

/** Runs `path --version`: a binary of another system, a missing library and a MongoDB before 5.0 are named, not found at start. */
export async function probeBinary(path: string, from: string): Promise<MongodBinary | string> {
  try {
    const { stdout } = await promisify(execFile)(path, ["--version"], { timeout: 15_000 });
    const version = /db version v(\d+\.\d+\.\d+)/.exec(stdout)?.[1];
    if (version === undefined) return `${path} is no mongod`;
    if (Number.parseInt(version, 10) < minMajorVersion) return `${path} is MongoDB ${version}, too old`;
    return { path, version, source: `mongod ${version} ${from}` };
  } catch (error) {
    return `${path} does not run (${failureReason(error)})`;
  }
}

function failureReason(error: unknown): string {
  const said = error instanceof Error && "stderr" in error ? String(error.stderr).trim() : "";
  return said === "" ? describeError(error) : describeError(said);
}

/** No usable MongoDB. The message is one line for the person who starts the portal and never holds a password. */
export class MongoUnavailable extends Error {
  override name = "MongoUnavailable";
}

/** What went wrong, in one line and without the user and password of a connection string. */
export function describeError(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  const line = text.replace(/\s+/g, " ").trim().slice(0, 300);
  return line.replace(/\/\/[^@/\s]*@/g, "//");
}

/** Is there such a file, which this user may use so, if it is said how? */
export function fileExists(path: string, mode?: number): Promise<boolean> {
  return access(path, mode).then(
    () => true,
    () => false,
  );
}

/** The user's cache folder of the portal: outside the checkout, so that a fresh clone need not fetch mongod again. */
export function cacheDir(env: ProcessEnv): string {
  const home = env.HOME ?? homedir();
  return join(env.XDG_CACHE_HOME || join(home, ".cache"), "housing-society-portal");
}
