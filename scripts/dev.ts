import { type ChildProcess, spawn } from "node:child_process";
import { join, sep } from "node:path";
import { createServer } from "vite";
import { readConfig } from "../server/config.ts";
import { assertPortAvailable } from "../server/http/http-server.ts";
import { findMongo } from "./lib/mongo.ts";
import { runService, stopChild } from "./lib/process.ts";

const root = join(import.meta.dirname, "..");
const script = join(import.meta.dirname, "dev-server.ts");
const watchedFolders = ["server", "shared"].map((folder) => join(root, folder));

/** A change seldom comes alone: several files are saved, or one is taken away and put back. */
const debounceMs = 40;
const stopTimeoutMs = 5_000;

/** npm run dev: the server with reload beside the client with hot replacement, on one MongoDB. */
runService(async () => {
  const env = readConfig(process.env);
  await assertPortAvailable(env);
  const mongo = await findMongo({ env: process.env, dataDir: env.dataDir });
  let server = spawnServer(mongo.uri);
  allowListen(server);
  let gone: Promise<unknown> = Promise.resolve();
  const web = await createServer();
  await web.listen();
  web.printUrls();
  let calm: NodeJS.Timeout | undefined;
  web.watcher.add(watchedFolders).on("all", (_event, path) => {
    if (!watchedFolders.some((folder) => path.startsWith(folder + sep))) return;
    clearTimeout(calm);
    calm = setTimeout(restart, debounceMs);
  });
  process.once("SIGINT", () => void stop());
  process.once("SIGTERM", () => void stop());

  /** The next one reads its modules while those before say farewell, and opens when they have gone. */
  function restart(): void {
    const before = server;
    const next = spawnServer(mongo.uri);
    server = next;
    gone = Promise.all([gone, stopChild(before, stopTimeoutMs)]).then(() => allowListen(next));
  }

  async function stop(): Promise<void> {
    clearTimeout(calm);
    await Promise.all([web.close(), gone, stopChild(server, stopTimeoutMs)]);
    await mongo.stop();
    process.exit(0);
  }
});

function spawnServer(mongoUri: string): ChildProcess {
  return spawn(process.execPath, ["--import", "tsx/esm", script], {
    stdio: ["inherit", "inherit", "inherit", "ipc"],
    env: { ...process.env, MONGODB_URI: mongoUri },
  });
}

/** One that could not read its modules has said why, and is not there to hear. */
function allowListen(server: ChildProcess): void {
  server.send("open", () => undefined);
}
