import type { ChildProcess } from "node:child_process";
import { once } from "node:events";

/** Runs a command and exits; an error is one line on stderr and exit code 1. */
export function runScript(work: () => Promise<void>): void {
  work().then(() => process.exit(0), exitWithError);
}

/** Starts something that runs until it is stopped; an error at the start is one line on stderr and exit code 1. */
export function runService(start: () => Promise<void>): void {
  start().catch(exitWithError);
}

function exitWithError(error: unknown): never {
  console.error(errorMessage(error));
  process.exit(1);
}

/** The message of an error, or the thrown value as text. */
export function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

export function hasExited({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

/** Sends SIGTERM and resolves when the process has exited; if `timeoutMs` is given, kills it after that time. */
export async function stopChild(child: ChildProcess, timeoutMs?: number): Promise<void> {
  if (hasExited(child)) return;
  const timer = timeoutMs === undefined ? undefined : setTimeout(() => child.kill("SIGKILL"), timeoutMs);
  const exited = once(child, "exit");
  child.kill("SIGTERM");
  await exited;
  clearTimeout(timer);
}
