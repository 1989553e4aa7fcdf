import { readFile, rm, stat, writeFile } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";
import { hasErrorCode } from "../../data-folder.ts";
import { MongoUnavailableError } from "./binary.ts";

const maxWaitMs = 6 * 60_000;
/** Files that this process has created or is creating. */
const filesOfThisProcess = new Set<string>();

/**
 * Runs `work` while this process holds the lock file. Deletes the lock of a dead process. Throws MongoUnavailableError
 * if another process holds the lock for more than six minutes.
 */
export async function withFileLock<Result>(file: string, work: () => Promise<Result>): Promise<Result> {
  const deadline = Date.now() + maxWaitMs;
  while (!(await tryAcquire(file))) {
    if (Date.now() > deadline)
      throw new MongoUnavailableError(
        `The lock file ${file} was not released within six minutes. If no other portal is running, delete the file.`,
      );
    await wait(100);
  }
  try {
    return await work();
  } finally {
    await release(file);
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
  if (await tryCreate(file)) return true;
  if (await isStale(file)) await deleteStale(file);
  return false;
}

/**
 * Deletes a lock if it is still stale. Only the process that creates the takeover file does this, because a second
 * process could otherwise delete the lock that the first one has acquired meanwhile. The takeover file exists for some
 * milliseconds; if its process dies meanwhile, another process deletes it.
 */
async function deleteStale(file: string): Promise<void> {
  const takeoverFile = `${file}.takeover`;
  if (await tryCreate(takeoverFile))
    try {
      if (await isStale(file)) await rm(file, { force: true });
    } finally {
      await release(takeoverFile);
    }
  else if (await isStale(takeoverFile)) await rm(takeoverFile, { force: true });
}

/** Creates the file with the id of this process. Returns whether it did not exist. */
async function tryCreate(file: string): Promise<boolean> {
  if (filesOfThisProcess.has(file)) return false;
  filesOfThisProcess.add(file);
  try {
    await writeFile(file, String(process.pid), { flag: "wx" });
    return true;
  } catch (error) {
    filesOfThisProcess.delete(file);
    if (hasErrorCode(error, "EEXIST")) return false;
    // On a full disk the file is created, but empty.
    await rm(file, { force: true });
    throw error;
  }
}

async function release(file: string): Promise<void> {
  await rm(file, { force: true });
  filesOfThisProcess.delete(file);
}

async function isStale(file: string): Promise<boolean> {
  try {
    const holderPid = await readFile(file, "utf8");
    // The file is empty for a moment after its creation, or longer if its process crashed then.
    if (holderPid === "") return Date.now() - (await stat(file)).mtimeMs > 5_000;
    // In a container, a new process often gets the id of the process that died.
    if (Number(holderPid) === process.pid) return !filesOfThisProcess.has(file);
    return !isProcessAlive(Number(holderPid));
  } catch {
    return false;
  }
}
