import { type ChildProcess, spawn } from "node:child_process";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { accountPassword } from "./api-client.ts";
import { hasExited } from "./process.ts";

/** The script of the processes that `spawnPortal` starts. */
export const portalScript = join(import.meta.dirname, "spawned-portal.ts");

/** Linux counts CPU time in these units. */
const clockTicksPerSecond = 100;

/** A server under measurement in a separate process. Times and memory include its child processes. */
export interface ServerProcess {
  url: string;
  pid: number;
  /** From the start of the process until it is ready, in milliseconds. */
  readyAfterMs: number;
  /** CPU time so far, in milliseconds. */
  readCpuTime(): Promise<number>;
  /** Resident memory, in bytes. */
  readMemory(): Promise<number>;
  /** The peak of the resident memory since the last call, in bytes. */
  readAndResetPeakMemory(): Promise<number>;
  /** The lines of its standard output so far. */
  output: readonly string[];
  /** Sends the signal and waits for the exit; the exit code is null if the signal ended the process. */
  kill(signal: NodeJS.Signals): Promise<{ code: number | null; ms: number }>;
  stop(): Promise<void>;
}

interface PortalOptions {
  mongoUri: string;
  /** Name of the database. */
  database: string;
  dataDir: string;
  /** Environment variables of this portal. */
  settings?: NodeJS.ProcessEnv;
}

/** Starts a portal from its sources; resolves when it is ready. */
export function spawnPortal(options: PortalOptions): Promise<ServerProcess> {
  return startPortal(["--import", "tsx/esm", portalScript], options);
}

/** Starts the built portal like `npm start`; resolves when it is ready. */
export function spawnBuiltPortal(options: PortalOptions): Promise<ServerProcess> {
  return startPortal([join(import.meta.dirname, "..", "preflight.cjs"), "start"], options);
}

async function startPortal(
  nodeArgs: readonly string[],
  { mongoUri, database, dataDir, settings }: PortalOptions,
): Promise<ServerProcess> {
  await mkdir(dataDir, { recursive: true });
  const MONGODB_URI = databaseUri(mongoUri, database);
  return spawnServer(nodeArgs, { ...isolatedEnv(dataDir), MONGODB_URI, ...settings });
}

/** The connection string of a database. */
export function databaseUri(mongoUri: string, database: string): string {
  const url = new URL(mongoUri);
  url.pathname = database;
  return url.href;
}

/** Environment variables that a portal must not inherit from the run. */
const clearedEnv = {
  MONGODB_URI: "",
  SMTP_URL: "",
  PUBLIC_URL: "",
  NODE_ENV: "",
  TRUSTED_PROXIES: "",
  MAIL_FROM: "",
  HOST: "",
};

/** The environment variables of a portal that uses only this folder. */
export function isolatedEnv(dataDir: string): NodeJS.ProcessEnv {
  const ownEnv = { DATA_DIR: dataDir, PORT: "0", DEMO: "0", LOG_LEVEL: "error", ADMIN_PASSWORD: accountPassword };
  return { ...clearedEnv, ...ownEnv };
}

/** Starts a server with these arguments of Node; resolves when it prints its URL. */
export async function spawnServer(nodeArgs: readonly string[], env: NodeJS.ProcessEnv): Promise<ServerProcess> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, nodeArgs, {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, ...env },
  });
  const output: string[] = [];
  const url = await waitForUrl(child, output);
  const { pid } = child;
  if (pid === undefined) throw new Error("A server was not started");
  const kill = (signal: NodeJS.Signals) =>
    new Promise<{ code: number | null; ms: number }>((resolve) => {
      const sentAt = performance.now();
      if (hasExited(child)) return resolve({ code: child.exitCode, ms: 0 });
      child.once("exit", (code) => resolve({ code, ms: performance.now() - sentAt }));
      child.kill(signal);
    });
  return {
    url,
    pid,
    readyAfterMs: performance.now() - startedAt,
    readCpuTime: () => sumOfTree(pid, readCpuTimeOfProcess),
    readMemory: () => sumOfTree(pid, (member) => readStatusBytes(member, "VmRSS")),
    readAndResetPeakMemory: () =>
      sumOfTree(pid, async (member) => {
        const peak = await readStatusBytes(member, "VmHWM");
        // The kernel resets VmHWM when 5 is written to this file.
        await writeFile(`/proc/${member}/clear_refs`, "5");
        return peak;
      }),
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
      const url = /open at (http\S+)$/.exec(line)?.[1];
      if (url) resolve(url.replace("localhost", "127.0.0.1"));
    });
  });
  return Promise.race([ready, exited]);
}

/** The sum over a process and all its descendants. */
async function sumOfTree(pid: number, read: (pid: number) => Promise<number>): Promise<number> {
  const threads = await readdir(`/proc/${pid}/task`);
  const lists = await Promise.all(threads.map((thread) => readFile(`/proc/${pid}/task/${thread}/children`, "utf8")));
  const children = lists.flatMap((list) => list.split(" ").filter(Boolean).map(Number));
  const values = await Promise.all([read(pid), ...children.map((child) => sumOfTree(child, read))]);
  return values.reduce((sum, value) => sum + value, 0);
}

/** CPU time of the process itself so far, in milliseconds. */
async function readCpuTimeOfProcess(pid: number): Promise<number> {
  // The fields follow the process name, which is in parentheses and may contain any character.
  const fields = (await readFile(`/proc/${pid}/stat`, "utf8")).split(") ").at(-1)?.split(" ") ?? [];
  const [userTicks, systemTicks] = [Number(fields[11]), Number(fields[12])];
  return ((userTicks + systemTicks) * 1000) / clockTicksPerSecond;
}

/** The value of a field that /proc/PID/status gives in kB. */
async function readStatusBytes(pid: number, name: string): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  const kilobytes = new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(status)?.[1];
  return Number(kilobytes) * 1024;
}
