import { type ChildProcess, type ForkOptions, fork } from "node:child_process";
import { createRequire } from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";

interface ProcessLimits extends Pick<ForkOptions, "timeout" | "killSignal"> {
  maxHeapMegabytes: number;
}

/**
 * Runs a TypeScript module in a child process with a memory limit. Its output is discarded; IPC messages may contain
 * binary data.
 */
export function forkModule(module: URL, { maxHeapMegabytes, ...limits }: ProcessLimits): ChildProcess {
  return fork(fileURLToPath(module), {
    execArgv: [`--max-old-space-size=${maxHeapMegabytes}`, "--import", tsxLoader],
    serialization: "advanced",
    stdio: ["ignore", "ignore", "ignore", "ipc"],
    ...limits,
  });
}

/** Lets Node import TypeScript. */
const tsxLoader = pathToFileURL(createRequire(import.meta.url).resolve("tsx/esm")).href;
