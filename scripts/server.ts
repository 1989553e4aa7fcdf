import { existsSync } from "node:fs";
import { join } from "node:path";
import { readServerConfig } from "../server/config.ts";
import { assertReplicaSet } from "../server/database/mongod/assert-replica-set.ts";
import { runService } from "./lib/process.ts";
import { servePortal } from "./lib/serve-portal.ts";

const indexPage = join(import.meta.dirname, "..", "dist", "index.html");

/** The server in a container: the web client is built already and MONGODB_URI is required. */
runService(async () => {
  const config = await readServerConfig(process.env);
  if (!config.mongoUri) throw new Error("Wrong setting: MONGODB_URI is required here");
  if (!existsSync(indexPage)) throw new Error("The web client is not built: run npx vite build first");
  await assertReplicaSet(config.mongoUri);
  await servePortal({
    config,
    uri: config.mongoUri,
    mongoSource: "the MongoDB at MONGODB_URI",
  });
});
