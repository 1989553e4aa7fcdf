import type { ChildProcess } from "node:child_process";
import { once } from "node:events";

export function hasExited({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

/** Asks a process that this one started to end, and resolves when it has; after `patienceMs`, if given, it is made to. */
export async function stopChild(child: ChildProcess, patienceMs?: number): Promise<void> {
  if (hasExited(child)) return;
  const late = patienceMs === undefined ? undefined : setTimeout(() => child.kill("SIGKILL"), patienceMs);
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  await ended;
  clearTimeout(late);
}
