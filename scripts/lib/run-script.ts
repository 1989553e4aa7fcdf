/** Runs a command to its end; what goes wrong is one line on stderr and exit code 1. */
export function runScript(work: () => Promise<void>): void {
  work().then(() => process.exit(0), exitWithError);
}

/** Starts something that goes on until it is stopped; the same where it cannot start. */
export function runService(start: () => Promise<void>): void {
  start().catch(exitWithError);
}

function exitWithError(error: unknown): never {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
