import { readServerConfig } from "../../server/config.ts";
import { readMemoryUsage } from "./memory-usage.ts";
import { runService } from "./process.ts";
import { servePortal } from "./serve-portal.ts";

/** A portal in a process of its own, started by `spawnPortal`. Prints its memory usage when it receives SIGUSR2. */
runService(async () => {
  const config = await readServerConfig(process.env);
  if (!config.mongoUri) throw new Error("MONGODB_URI is not set: start this script by spawnPortal");
  process.on("SIGUSR2", () => void readMemoryUsage().then((usage) => console.log(`memory ${JSON.stringify(usage)}`)));
  await servePortal({ config, uri: config.mongoUri, mongoSource: "the MongoDB of this run" });
});
