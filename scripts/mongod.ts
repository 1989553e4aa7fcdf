import { openDataFolder } from "../server/data-folder.ts";
import type { Env } from "../server/mongod/binary.ts";
import { findBinary } from "../server/mongod/find-binary.ts";
import { checkGiven } from "../server/mongod/given.ts";
import { keepServing } from "../server/mongod/keep.ts";

export interface Mongo {
  /** Connection string of a replica set. One of ours names the database `portal`; any other name will do as well. */
  uri: string;
  /** Where it comes from, in a few words to print. */
  how: string;
  /** Shuts down what was started for this process and nothing else; the data stays. May be called twice. */
  stop(): Promise<void>;
}

/**
 * A real MongoDB with transactions and change streams: the one at MONGODB_URI, else a replica set of one member on
 * `dataDir/mongo`, whose mongod is found on this machine or fetched once. Prints nothing.
 * Throws MongoUnavailable, whose message is one line, when there is none.
 */
export async function findMongo({ env, dataDir }: { env: Env; dataDir: string }): Promise<Mongo> {
  if (env.MONGODB_URI) {
    await checkGiven(env.MONGODB_URI);
    return { uri: env.MONGODB_URI, how: "the MongoDB at MONGODB_URI", stop: async () => undefined };
  }
  openDataFolder(dataDir);
  const { uri, binary, stop } = await keepServing({ dataDir, findBinary: () => findBinary(env) });
  return { uri, how: binary?.how ?? `mongod already running on ${dataDir}`, stop };
}
