import { once } from "node:events";
import { readServerConfig } from "../server/config.ts";
import { runService } from "./lib/process.ts";
import { servePortal } from "./lib/serve-portal.ts";

/** The server process of `npm run dev`, which starts a new one whenever a file of the server changes. */
runService(async () => {
  const config = await readServerConfig(process.env);
  if (!config.mongoUri) throw new Error("MONGODB_URI is not set: start this script by npm run dev");
  // Waits until the previous server has released the port.
  await once(process, "message");
  process.disconnect();
  await servePortal({ config, uri: config.mongoUri, mongoSource: "the MongoDB of npm run dev" });
});
