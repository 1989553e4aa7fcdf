import { readServerConfig } from "../server/config.ts";
import { assertPortAvailable } from "../server/http/http-server.ts";
import { findMongo } from "./lib/mongo.ts";
import { runService } from "./lib/process.ts";

/** npm start, and the server in a container: finds or starts MongoDB and opens the portal. Runs from dist/server. */
runService(async () => {
  process.setSourceMapsEnabled(true);
  const config = await readServerConfig(process.env);
  await assertPortAvailable(config);
  // The server's code is loaded while mongod starts.
  const [mongo, { servePortal }] = await Promise.all([
    findMongo({ env: process.env, dataDir: config.dataDir }),
    import("./lib/serve-portal.ts"),
  ]);
  try {
    await servePortal({ config, uri: mongo.uri, mongoSource: mongo.source, afterStop: () => mongo.stop() });
  } catch (error) {
    await mongo.stop();
    throw error;
  }
});
