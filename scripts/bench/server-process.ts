import { type ChildProcess, spawn } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";

/** Linux counts CPU time in these units. */
const clockTicksPerSecond = 100;

/** A server under measurement in a separate process. */
export interface ServerProcess {
  url: string;
  /** From the start of the process until it is ready, in milliseconds. */
  readyAfterMs: number;
  /** CPU time so far, in milliseconds. */
  cpuTime(): Promise<number>;
  /** Resident memory, in bytes. */
  memory(): Promise<number>;
  /** Peak of the resident memory since the last call, in bytes. */
  peakMemory(): Promise<number>;
  /** The lines of its standard output so far. */
  output: readonly string[];
  /** Sends the signal and waits for the exit; the exit code is null if the signal ended the process. */
  kill(signal: NodeJS.Signals): Promise<{ code: number | null; ms: number }>;
  stop(): Promise<void>;
}

/** Starts a server, by its path from this folder; resolves when it prints its URL. */
export async function spawnServer(
  script: "floor" | "portal" | "../acceptance/portal",
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<ServerProcess> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, ["--import", "tsx/esm", join(import.meta.dirname, `${script}.ts`), ...args], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, ...env },
  });
  const output: string[] = [];
  const url = await waitForUrl(child, output);
  const { pid } = child;
  const kill = (signal: NodeJS.Signals) =>
    new Promise<{ code: number | null; ms: number }>((resolve) => {
      const sentAt = performance.now();
      if (child.exitCode !== null || child.signalCode !== null) return resolve({ code: child.exitCode, ms: 0 });
      child.once("exit", (code) => resolve({ code, ms: performance.now() - sentAt }));
      child.kill(signal);
    });
  return {
    url,
    readyAfterMs: performance.now() - startedAt,
    cpuTime: async () => {
      // The fields follow the process name, which is in parentheses and may contain any character.
      const fields = (await readFile(`/proc/${pid}/stat`, "utf8")).split(") ").at(-1)?.split(" ") ?? [];
      return ((Number(fields[11]) + Number(fields[12])) * 1000) / clockTicksPerSecond;
    },
    memory: () => readProcStatus(pid, "VmRSS"),
    peakMemory: async () => {
      const peak = await readProcStatus(pid, "VmHWM");
      await writeFile(`/proc/${pid}/clear_refs`, "5");
      return peak;
    },
    output,
    kill,
    stop: async () => void (await kill("SIGTERM")),
  };
}

/** Collects the lines of standard output; resolves with the URL in the line that reports that the server is ready. */
async function waitForUrl(child: ChildProcess, output: string[]): Promise<string> {
  if (!child.stdout) throw new Error("The output of the server is not piped");
  const lines = createInterface(child.stdout);
  const exited = new Promise<never>((_, reject) =>
    child.once("exit", (code) => reject(new Error(`A server exited before it was ready, with code ${code}`))),
  );
  const ready = new Promise<string>((resolve) => {
    lines.on("line", (line) => {
      output.push(line);
      const url = /^ready (.+)$/.exec(line)?.[1] ?? /open at (http\S+)$/.exec(line)?.[1];
      if (url) resolve(url);
    });
  });
  return Promise.race([ready, exited]);
}

async function readProcStatus(pid: number | undefined, name: string): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  const kilobytes = new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(status)?.[1];
  return Number(kilobytes) * 1024;
}
