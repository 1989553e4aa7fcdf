import { readConfig } from "../../server/config.ts";
import { runService } from "../lib/process.ts";
import { servePortal } from "../lib/serve-portal.ts";
import { readMemoryUsage } from "./memory-usage.ts";

/**
 * The portal as `npm start` serves it, on an existing MongoDB. Prints its process id first, and its memory usage when it
 * receives SIGUSR2.
 */
runService(async () => {
  const config = readConfig(process.env);
  if (!config.mongoUri) throw new Error("Wrong setting: MONGODB_URI is required here");
  console.log(`process ${process.pid}`);
  process.on("SIGUSR2", () => void readMemoryUsage().then((usage) => console.log(`memory ${JSON.stringify(usage)}`)));
  await servePortal({ config, uri: config.mongoUri, mongoSource: "the MongoDB of this run" });
});
