import { join } from "node:path";
import { build } from "vite";
import { readEnv } from "../server/env.ts";
import { startPortal } from "../server/start.ts";
import { findMongo } from "./mongod.ts";

const webDir = join(import.meta.dirname, "..", "dist");

try {
  await run();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}

async function run(): Promise<void> {
  const env = readEnv(process.env);
  const [mongo] = await Promise.all([findMongo({ env: process.env, dataDir: env.dataDir }), build({ logLevel: "warn" })]);
  const portal = await startPortal({ env, uri: mongo.uri, webDir });
  console.log(`\n  The portal is open at ${portal.url}\n  MongoDB: ${mongo.how}`);
  for (const { role, username, password } of portal.accounts) console.log(`  ${role.padEnd(10)} ${username} / ${password}`);
  console.log("  Ctrl-C stops it; the data stays.\n");
  const stop = async () => {
    await portal.stop();
    await mongo.stop();
    process.exit(0);
  };
  process.once("SIGINT", () => void stop());
  process.once("SIGTERM", () => void stop());
}
