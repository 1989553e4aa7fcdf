import { type ChildProcess, type ForkOptions, fork } from "node:child_process";
import { createRequire } from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";

interface ProcessLimits extends Pick<ForkOptions, "timeout" | "killSignal"> {
  megabytes: number;
}

/** Runs a module in a process beside this one, within bounds and without a voice; what they send each other may hold bytes. */
export function forkModule(module: URL, { megabytes, ...bounds }: ProcessLimits): ChildProcess {
  return fork(fileURLToPath(module), {
    execArgv: [`--max-old-space-size=${megabytes}`, "--import", tsxLoader],
    serialization: "advanced",
    stdio: ["ignore", "ignore", "ignore", "ipc"],
    ...bounds,
  });
}

const tsxLoader = pathToFileURL(createRequire(import.meta.url).resolve("tsx/esm")).href;
