import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { isProcessAlive } from "./lock.ts";

/** The process id of the mongod that has this dbPath open; undefined when none has. */
export async function findRunningMongod(dbPath: string): Promise<number | undefined> {
  const pid = Number(await readFile(join(dbPath, "mongod.lock"), "utf8").catch(() => ""));
  if (!isProcessAlive(pid)) return undefined;
  // After a crash the id stays in the file and may by now be that of any other process.
  return (await readCommandLine(pid)).includes(dbPath) ? pid : undefined;
}

async function readCommandLine(pid: number): Promise<string> {
  try {
    if (process.platform === "linux") return (await readFile(`/proc/${pid}/cmdline`, "utf8")).replaceAll("\0", " ");
    return (await promisify(execFile)("ps", ["-p", String(pid), "-o", "args="])).stdout;
  } catch {
    return "";
  }
}
