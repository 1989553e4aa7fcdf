import { type ChildProcess, type ForkOptions, fork } from "node:child_process";
import { createRequire } from "node:module";
import { basename, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

interface ProcessLimits extends Pick<ForkOptions, "timeout" | "killSignal"> {
  maxHeapMegabytes: number;
}

/** Folder of the built modules; undefined if they run from their sources. */
let builtFolder = import.meta.url.endsWith(".js") ? import.meta.dirname : undefined;

/** Makes `forkModule` run the built modules of this folder, which load much faster than the sources. For tests. */
export function setChildModulesFolder(folder: string): void {
  builtFolder = folder;
}

/**
 * Runs a TypeScript module in a child process with a memory limit. In a built portal, runs the built file. The output
 * is discarded; IPC messages can contain binary data.
 */
export function forkModule(module: URL, { maxHeapMegabytes, ...limits }: ProcessLimits): ChildProcess {
  const source = fileURLToPath(module);
  const file = builtFolder === undefined ? source : join(builtFolder, `${basename(source, ".ts")}.js`);
  return fork(file, {
    execArgv: [`--max-old-space-size=${maxHeapMegabytes}`, ...(file === source ? ["--import", findTsxLoader()] : [])],
    serialization: "advanced",
    stdio: ["ignore", "ignore", "ignore", "ipc"],
    ...limits,
  });
}

/** The URL of the loader with which Node imports TypeScript. */
function findTsxLoader(): string {
  return pathToFileURL(createRequire(import.meta.url).resolve("tsx/esm")).href;
}
