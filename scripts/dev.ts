import { type ChildProcess, spawn } from "node:child_process";
import { join, sep } from "node:path";
import { createServer } from "vite";
import { readConfig } from "../server/config.ts";
import { assertPortAvailable } from "../server/http/http-server.ts";
import { findMongo } from "./lib/mongo.ts";
import { runService, stopChild } from "./lib/process.ts";

const root = join(import.meta.dirname, "..");
const devServerScript = join(import.meta.dirname, "dev-server.ts");
const watchedFolders = ["server", "shared"].map((folder) => join(root, folder));

/** All file events within this time cause one restart, because editors save several files or rewrite one in steps. */
const debounceMs = 40;
const stopTimeoutMs = 5_000;

/** npm run dev: the server, restarted on changes, and the client with hot module replacement, on one MongoDB. */
runService(async () => {
  const config = readConfig(process.env);
  await assertPortAvailable(config);
  const mongo = await findMongo({ env: process.env, dataDir: config.dataDir });
  let server = spawnServer(mongo.uri);
  allowListening(server);
  let previousExited: Promise<unknown> = Promise.resolve();
  const webServer = await createServer();
  await webServer.listen();
  webServer.printUrls();
  let debounce: NodeJS.Timeout | undefined;
  webServer.watcher.add(watchedFolders).on("all", (_event, path) => {
    if (!watchedFolders.some((folder) => path.startsWith(folder + sep))) return;
    clearTimeout(debounce);
    debounce = setTimeout(restart, debounceMs);
  });
  process.once("SIGINT", () => void stop());
  process.once("SIGTERM", () => void stop());

  /** The new server loads its modules while the old one shuts down, and listens when the old one has exited. */
  function restart(): void {
    const previous = server;
    const next = spawnServer(mongo.uri);
    server = next;
    previousExited = Promise.all([previousExited, stopChild(previous, stopTimeoutMs)]).then(() => allowListening(next));
  }

  async function stop(): Promise<void> {
    clearTimeout(debounce);
    await Promise.all([webServer.close(), previousExited, stopChild(server, stopTimeoutMs)]);
    await mongo.stop();
    process.exit(0);
  }
});

function spawnServer(mongoUri: string): ChildProcess {
  return spawn(process.execPath, ["--import", "tsx/esm", devServerScript], {
    stdio: ["inherit", "inherit", "inherit", "ipc"],
    env: { ...process.env, MONGODB_URI: mongoUri },
  });
}

function allowListening(server: ChildProcess): void {
  // Ignores the error of sending to a server that could not load its modules and has exited with a message.
  server.send("open", () => undefined);
}
