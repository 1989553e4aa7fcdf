import { once } from "node:events";
import { readConfig } from "../server/config.ts";
import { runService } from "./lib/process.ts";
import { servePortal } from "./lib/serve-portal.ts";

/** The server part of `npm run dev`, started anew whenever a file of it changes; MongoDB stays. */
runService(async () => {
  const env = readConfig(process.env);
  if (!env.mongoUri) throw new Error("npm run dev starts this with MONGODB_URI set");
  // Whoever had the port before may still be leaving.
  await once(process, "message");
  process.disconnect();
  await servePortal({ env, uri: env.mongoUri, mongoSource: env.mongoUri, afterStop: async () => undefined });
});
