import { type ChildProcess, spawn } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";

const ticksPerSecond = 100;

/** A server under measurement, in a process of its own. */
export interface ServerProcess {
  url: string;
  /** From the start of the process until it could be used, in milliseconds. */
  readyAfter: number;
  /** Processor time so far, in milliseconds. */
  cpu(): Promise<number>;
  /** Memory now, in bytes. */
  memory(): Promise<number>;
  /** Most memory since the last call, in bytes. */
  peak(): Promise<number>;
  stop(): Promise<void>;
}

/** Starts one of this folder's servers; resolves when it says that it is ready. */
export async function startServer(
  script: "floor" | "portal",
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<ServerProcess> {
  const begun = performance.now();
  const child = spawn(process.execPath, [...process.execArgv, join(import.meta.dirname, `${script}.ts`), ...args], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, ...env },
  });
  const url = await readyUrl(child);
  const { pid } = child;
  return {
    url,
    readyAfter: performance.now() - begun,
    cpu: async () => {
      // After the name, which may hold anything but ends with the last bracket.
      const fields = (await readFile(`/proc/${pid}/stat`, "utf8")).split(") ").at(-1)?.split(" ") ?? [];
      return ((Number(fields[11]) + Number(fields[12])) * 1000) / ticksPerSecond;
    },
    memory: () => inStatus(pid, "VmRSS"),
    peak: async () => {
      const peak = await inStatus(pid, "VmHWM");
      await writeFile(`/proc/${pid}/clear_refs`, "5");
      return peak;
    },
    stop: () =>
      new Promise((resolve) => {
        child.once("exit", () => resolve());
        child.kill("SIGTERM");
      }),
  };
}

async function readyUrl(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error("A server without output");
  const lines = createInterface(child.stdout);
  const ended = new Promise<never>((_, reject) =>
    child.once("exit", (code) => reject(new Error(`A server ended before it was ready, with ${code}`))),
  );
  const ready = new Promise<string>((resolve) => {
    lines.on("line", (line) => {
      const url = /^ready (.+)$/.exec(line)?.[1];
      if (url) resolve(url);
    });
  });
  return Promise.race([ready, ended]);
}

async function inStatus(pid: number | undefined, name: string): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  const kilobytes = new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(status)?.[1];
  return Number(kilobytes) * 1024;
}
