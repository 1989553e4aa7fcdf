import { once } from "node:events";
import { readConfig } from "../server/config.ts";
import { runService } from "./lib/process.ts";
import { servePortal } from "./lib/serve-portal.ts";

/** The server of `npm run dev`, which starts it again when one of its files changes. MongoDB keeps running. */
runService(async () => {
  const config = readConfig(process.env);
  if (!config.mongoUri) throw new Error("npm run dev starts this with MONGODB_URI set");
  // The previous server may still be using the port.
  await once(process, "message");
  process.disconnect();
  await servePortal({ config, uri: config.mongoUri, mongoSource: config.mongoUri });
});
