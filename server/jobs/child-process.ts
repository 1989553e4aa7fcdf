import { type ChildProcess, type ForkOptions, fork } from "node:child_process";
import { createRequire } from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";

interface ProcessLimits extends Pick<ForkOptions, "timeout" | "killSignal"> {
  /** Max size of the heap. */
  megabytes: number;
}

/** Runs a module in a child process with a memory limit and no output. IPC messages may contain binary data. */
export function forkModule(module: URL, { megabytes, ...limits }: ProcessLimits): ChildProcess {
  return fork(fileURLToPath(module), {
    execArgv: [`--max-old-space-size=${megabytes}`, "--import", tsxLoader],
    serialization: "advanced",
    stdio: ["ignore", "ignore", "ignore", "ipc"],
    ...limits,
  });
}

const tsxLoader = pathToFileURL(createRequire(import.meta.url).resolve("tsx/esm")).href;
