import { readFile, rm, stat, writeFile } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";
import { hasErrorCode } from "../../data-folder.ts";
import { MongoUnavailableError } from "./binary.ts";

const maxWaitMs = 6 * 60_000;
const filesHeldByThisProcess = new Set<string>();

/**
 * Runs `work` while this process holds the lock file. Deletes the lock of a dead process. Throws MongoUnavailableError
 * if another process holds the lock for more than six minutes.
 */
export async function withFileLock<Result>(file: string, work: () => Promise<Result>): Promise<Result> {
  const deadline = Date.now() + maxWaitMs;
  while (!(await tryAcquire(file))) {
    if (Date.now() > deadline)
      throw new MongoUnavailableError(`Another process holds ${file}; delete it if no process does.`);
    await wait(100);
  }
  filesHeldByThisProcess.add(file);
  try {
    return await work();
  } finally {
    filesHeldByThisProcess.delete(file);
    await rm(file, { force: true });
  }
}

/** Whether a process with this id exists. */
export function isProcessAlive(pid: number): boolean {
  if (!(pid > 0)) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // With EPERM, the process exists but belongs to another user.
    return hasErrorCode(error, "EPERM");
  }
}

async function tryAcquire(file: string): Promise<boolean> {
  try {
    await writeFile(file, String(process.pid), { flag: "wx" });
    return true;
  } catch (error) {
    if (!hasErrorCode(error, "EEXIST")) {
      // On a full disk the file is created, but empty.
      await rm(file, { force: true });
      throw error;
    }
  }
  if (await isStale(file)) await rm(file, { force: true });
  return false;
}

async function isStale(file: string): Promise<boolean> {
  try {
    const holderPid = await readFile(file, "utf8");
    // The file is empty for a moment after its creation, or longer if its process crashed then.
    if (holderPid === "") return Date.now() - (await stat(file)).mtimeMs > 5_000;
    // In a container, a new process often gets the id of the process that died.
    if (Number(holderPid) === process.pid) return !filesHeldByThisProcess.has(file);
    return !isProcessAlive(Number(holderPid));
  } catch {
    return false;
  }
}
