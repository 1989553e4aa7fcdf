import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { describeError } from "./unavailable.ts";

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
