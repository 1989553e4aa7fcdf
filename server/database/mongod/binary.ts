import { execFile } from "node:child_process";
import { access } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

/** A mongod binary that runs on this machine. */
export interface MongodBinary {
  path: string;
  version: string;
  /** Version and origin, for the console: `mongod 7.0.14 on PATH`. */
  source: string;
}

/** Finds a binary, or returns a short reason why it found none. */
export type BinaryFinder = (env: NodeJS.ProcessEnv) => Promise<MongodBinary | string>;

const minMajorVersion = 5;

/**
 * Runs `path --version`. Returns a reason instead of a binary if the file is for another system, lacks a library or is
 * older than MongoDB 5.0.
 */
export async function probeBinary(path: string, origin: string): Promise<MongodBinary | string> {
  try {
    const { stdout } = await promisify(execFile)(path, ["--version"], { timeout: 15_000 });
    const version = /db version v(\d+\.\d+\.\d+)/.exec(stdout)?.[1];
    if (version === undefined) return `${path} is not a mongod`;
    if (Number.parseInt(version, 10) < minMajorVersion) return `${path} is MongoDB ${version}, too old`;
    return { path, version, source: `mongod ${version} ${origin}` };
  } catch (error) {
    return `${path} does not run (${describeFailure(error)})`;
  }
}

function describeFailure(error: unknown): string {
  const stderr = error instanceof Error && "stderr" in error ? String(error.stderr).trim() : "";
  return stderr === "" ? describeError(error) : describeError(stderr);
}

/** Thrown when there is no usable MongoDB. The message is one line for the operator and contains no passwords. */
export class MongoUnavailableError extends Error {
  override name = "MongoUnavailableError";
}

/** The error in one line, without the user and password of a connection string. */
export function describeError(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  const line = text.replace(/\s+/g, " ").trim().slice(0, 300);
  return line.replace(/\/\/[^@/\s]*@/g, "//");
}

/** Whether the file exists and, if `mode` is given, whether this user has that access to it. */
export function fileExists(path: string, mode?: number): Promise<boolean> {
  return access(path, mode).then(
    () => true,
    () => false,
  );
}

/**
 * The portal's folder in this user's cache. It is outside the checkout, so that a new clone does not download mongod
 * again.
 */
export function cacheDir(env: NodeJS.ProcessEnv): string {
  const home = env.HOME ?? homedir();
  return join(env.XDG_CACHE_HOME || join(home, ".cache"), "housing-society-portal");
}
