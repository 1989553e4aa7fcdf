import { type ChildProcess, type ForkOptions, fork } from "node:child_process";
import { createRequire } from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";

interface ProcessLimits extends Pick<ForkOptions, "timeout" | "killSignal"> {
  maxHeapMegabytes: number;
}

/**
 * Runs a TypeScript module in a child process with a memory limit: its built file, if this code is built. Its output is
 * discarded; IPC messages may contain binary data.
 */
export function forkModule(module: URL, { maxHeapMegabytes, ...limits }: ProcessLimits): ChildProcess {
  const isBuilt = import.meta.url.endsWith(".js");
  const file = fileURLToPath(module);
  return fork(isBuilt ? file.replace(/\.ts$/, ".js") : file, {
    execArgv: [`--max-old-space-size=${maxHeapMegabytes}`, ...(isBuilt ? [] : ["--import", findTsxLoader()])],
    serialization: "advanced",
    stdio: ["ignore", "ignore", "ignore", "ipc"],
    ...limits,
  });
}

/** Lets Node import TypeScript. */
function findTsxLoader(): string {
  return pathToFileURL(createRequire(import.meta.url).resolve("tsx/esm")).href;
}
