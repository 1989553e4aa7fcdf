import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createServer } from "vite";
import { readEnv } from "../server/env.ts";
import { tryPort } from "../server/port.ts";
import { findMongo } from "./mongod.ts";
import { runService } from "./run.ts";

const tsx = join(import.meta.dirname, "..", "node_modules", ".bin", "tsx");

/** npm run dev: the server with reload beside the client with hot replacement, on one MongoDB. */
runService(async () => {
  const env = readEnv(process.env);
  await tryPort(env);
  const mongo = await findMongo({ env: process.env, dataDir: env.dataDir });
  const server = spawn(tsx, ["watch", "--clear-screen=false", join(import.meta.dirname, "dev-server.ts")], {
    stdio: "inherit",
    env: { ...process.env, MONGODB_URI: mongo.uri },
  });
  const web = await createServer();
  await web.listen();
  web.printUrls();
  const stop = async () => {
    server.kill("SIGTERM");
    await Promise.all([web.close(), server.exitCode === null ? once(server, "exit") : undefined]);
    await mongo.stop();
    process.exit(0);
  };
  process.once("SIGINT", () => void stop());
  process.once("SIGTERM", () => void stop());
});
