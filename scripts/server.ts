import { existsSync } from "node:fs";
import { join } from "node:path";
import { readEnv } from "../server/env.ts";
import { checkGiven } from "../server/mongod/given.ts";
import { runService } from "./run.ts";
import { serve } from "./serve.ts";

const page = join(import.meta.dirname, "..", "dist", "index.html");

/** The portal alone, as a container runs it: the web client is built already, and MongoDB is given. */
runService(async () => {
  const env = readEnv(process.env);
  if (!env.mongoUri) throw new Error("Wrong setting: MONGODB_URI is required here");
  if (!existsSync(page)) throw new Error("The web client is not built: run npx vite build first");
  await checkGiven(env.mongoUri);
  await serve({ env, uri: env.mongoUri, how: "the MongoDB at MONGODB_URI", also: async () => undefined });
});
