import { readEnv } from "../../server/env.ts";
import { runService } from "../run.ts";
import { serve } from "../serve.ts";
import { living } from "./living.ts";

/**
 * The portal as `npm start` serves it, in a process of its own, on a MongoDB that is there already. It begins with its process
 * id, and says what it keeps in memory at SIGUSR2.
 */
runService(async () => {
  const env = readEnv(process.env);
  if (!env.mongoUri) throw new Error("Wrong setting: MONGODB_URI is required here");
  console.log(`process ${process.pid}`);
  process.on("SIGUSR2", () => void living().then((found) => console.log(`living ${JSON.stringify(found)}`)));
  await serve({ env, uri: env.mongoUri, how: "that of this run", also: async () => undefined });
});
