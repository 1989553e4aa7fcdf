import { build } from "vite";
import { readEnv } from "../server/env.ts";
import { tryPort } from "../server/port.ts";
import { findMongo } from "./mongod.ts";
import { runService } from "./run.ts";
import { serve } from "./serve.ts";

/** npm start: builds the web client, finds or starts MongoDB and opens the portal. */
runService(async () => {
  const env = readEnv(process.env);
  await tryPort(env);
  const [mongo] = await Promise.all([
    findMongo({ env: process.env, dataDir: env.dataDir }),
    build({ logLevel: "warn" }),
  ]);
  try {
    await serve({ env, uri: mongo.uri, how: mongo.how, also: () => mongo.stop() });
  } catch (error) {
    await mongo.stop();
    throw error;
  }
});
