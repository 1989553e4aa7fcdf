import { type ChildProcess, spawn } from "node:child_process";
import { join, sep } from "node:path";
import { createServer } from "vite";
import { readEnv } from "../server/env.ts";
import { tryPort } from "../server/port.ts";
import { end } from "./ending.ts";
import { findMongo } from "./mongod.ts";
import { runService } from "./run.ts";

const root = join(import.meta.dirname, "..");
const script = join(import.meta.dirname, "dev-server.ts");
const watched = ["server", "shared"].map((folder) => join(root, folder));

/** A change seldom comes alone: several files are saved, or one is taken away and put back. */
const calmMs = 40;
const endsWithinMs = 5_000;

/** npm run dev: the server with reload beside the client with hot replacement, on one MongoDB. */
runService(async () => {
  const env = readEnv(process.env);
  await tryPort(env);
  const mongo = await findMongo({ env: process.env, dataDir: env.dataDir });
  let server = begin(mongo.uri);
  letOpen(server);
  let gone: Promise<unknown> = Promise.resolve();
  const web = await createServer();
  await web.listen();
  web.printUrls();
  let calm: NodeJS.Timeout | undefined;
  web.watcher.add(watched).on("all", (_event, path) => {
    if (!watched.some((folder) => path.startsWith(folder + sep))) return;
    clearTimeout(calm);
    calm = setTimeout(restart, calmMs);
  });
  process.once("SIGINT", () => void stop());
  process.once("SIGTERM", () => void stop());

  /** The next one reads its modules while those before say farewell, and opens when they have gone. */
  function restart(): void {
    const before = server;
    const next = begin(mongo.uri);
    server = next;
    gone = Promise.all([gone, end(before, endsWithinMs)]).then(() => letOpen(next));
  }

  async function stop(): Promise<void> {
    clearTimeout(calm);
    await Promise.all([web.close(), gone, end(server, endsWithinMs)]);
    await mongo.stop();
    process.exit(0);
  }
});

function begin(mongoUri: string): ChildProcess {
  return spawn(process.execPath, ["--import", "tsx/esm", script], {
    stdio: ["inherit", "inherit", "inherit", "ipc"],
    env: { ...process.env, MONGODB_URI: mongoUri },
  });
}

/** One that could not read its modules has said why, and is not there to hear. */
function letOpen(server: ChildProcess): void {
  server.send("open", () => undefined);
}
