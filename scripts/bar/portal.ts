import { readEnv } from "../../server/env.ts";
import { runService } from "../run.ts";
import { serve } from "../serve.ts";

/** The portal as `npm start` serves it, in a process of its own, on a MongoDB that is there already. */
runService(async () => {
  const env = readEnv(process.env);
  if (!env.mongoUri) throw new Error("Wrong setting: MONGODB_URI is required here");
  await serve({ env, uri: env.mongoUri, how: "that of this run", also: async () => undefined });
});
