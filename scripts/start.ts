import { build } from "vite";
import { readServerConfig } from "../server/config.ts";
import { assertPortAvailable } from "../server/http/http-server.ts";
import { findMongo } from "./lib/mongo.ts";
import { runService } from "./lib/process.ts";
import { servePortal } from "./lib/serve-portal.ts";

/** npm start: builds the web client, finds or starts MongoDB and opens the portal. */
runService(async () => {
  const config = await readServerConfig(process.env);
  await assertPortAvailable(config);
  const [mongo] = await Promise.all([
    findMongo({ env: process.env, dataDir: config.dataDir }),
    build({ logLevel: "warn" }),
  ]);
  try {
    await servePortal({ config, uri: mongo.uri, mongoSource: mongo.source, afterStop: () => mongo.stop() });
  } catch (error) {
    await mongo.stop();
    throw error;
  }
});
