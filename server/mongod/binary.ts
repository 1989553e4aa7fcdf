import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { reasonOf } from "./unavailable.ts";

export type Env = NodeJS.ProcessEnv;

/** A mongod that ran on this machine; `how` says in a few words where it came from. */
export interface Binary {
  path: string;
  version: string;
  how: string;
}

/** One way to a mongod: the binary, or in a few words why it led to none. */
export type Way = (env: Env) => Promise<Binary | string>;

const oldestMajor = 5;

/** Runs `path --version`: a binary of another system, a missing library and a MongoDB before 5.0 are named, not found at start. */
export async function tryBinary(path: string, from: string): Promise<Binary | string> {
  try {
    const { stdout } = await promisify(execFile)(path, ["--version"], { timeout: 15_000 });
    const version = /db version v(\d+\.\d+\.\d+)/.exec(stdout)?.[1];
    if (version === undefined) return `${path} is no mongod`;
    if (Number.parseInt(version, 10) < oldestMajor) return `${path} is MongoDB ${version}, too old`;
    return { path, version, how: `mongod ${version} ${from}` };
  } catch (error) {
    return `${path} does not run (${whyNot(error)})`;
  }
}

function whyNot(error: unknown): string {
  const said = error instanceof Error && "stderr" in error ? String(error.stderr).trim() : "";
  return said === "" ? reasonOf(error) : reasonOf(said);
}
