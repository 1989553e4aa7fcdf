import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { readConfig } from "../server/config.ts";
import { assertPortAvailable } from "../server/http/http-server.ts";
import { ensureBuild } from "./lib/build-stamp.cjs";
import { findMongo } from "./lib/mongo.ts";
import { hasExited, runService, stopChild } from "./lib/process.ts";

const serverScript = join(import.meta.dirname, "..", "dist", "server", "start.js");

/** npm run dev:two: two servers of one portal on one MongoDB, on PORT and the port after it. */
runService(async () => {
  const config = readConfig(process.env);
  const ports = [config.port, config.port + 1];
  for (const port of ports) await assertPortAvailable({ ...config, port });
  const exitCode = ensureBuild();
  if (exitCode !== 0) process.exit(exitCode);
  const mongo = await findMongo({ env: process.env, dataDir: config.dataDir });
  const servers: ChildProcess[] = [];
  let isStopping = false;
  const stop = async (code: number) => {
    if (isStopping) return;
    isStopping = true;
    await Promise.all(servers.map((server) => stopChild(server)));
    await mongo.stop();
    process.exit(code);
  };
  process.on("SIGINT", () => void stop(0));
  process.on("SIGTERM", () => void stop(0));
  for (const port of ports) {
    if (isStopping) return;
    const server = spawnServer({ ...process.env, PORT: String(port), MONGODB_URI: mongo.uri });
    servers.push(server);
    server.once("exit", (code) => {
      if (isStopping) return;
      console.log(`The server on port ${port} has ended`);
      // The other server keeps running.
      if (servers.every(hasExited)) void stop(code ?? 1);
    });
    // The first server seeds an empty database before the second starts.
    await waitUntilReady({ port, host: config.host, server });
  }
});

/** Starts a server in its own process group, so that Ctrl-C reaches it only through this process. */
function spawnServer(env: NodeJS.ProcessEnv): ChildProcess {
  return spawn(process.execPath, [serverScript], { stdio: "inherit", detached: true, env });
}

async function waitUntilReady({
  port,
  host,
  server,
}: {
  port: number;
  host: string;
  server: ChildProcess;
}): Promise<void> {
  while (!hasExited(server)) {
    const response = await fetch(`http://${host === "0.0.0.0" ? "127.0.0.1" : host}:${port}/readyz`).catch(
      () => undefined,
    );
    if (response?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
