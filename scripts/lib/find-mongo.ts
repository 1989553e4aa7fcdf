import { ensureDataFolder } from "../../server/data-folder.ts";
import { assertReplicaSet } from "../../server/database/mongod/assert-replica-set.ts";
import type { ProcessEnv } from "../../server/database/mongod/binary.ts";
import { findBinary } from "../../server/database/mongod/find-binary.ts";
import { superviseMongod } from "../../server/database/mongod/supervisor.ts";

export interface Mongo {
  /** Connection string of a replica set. One of ours names the database `portal`; any other name will do as well. */
  uri: string;
  /** Where it comes from, in a few words to print. */
  source: string;
  /** Shuts down what was started for this process and nothing else; the data stays. May be called twice. */
  stop(): Promise<void>;
}

/**
 * A real MongoDB with transactions and change streams: the one at MONGODB_URI, else a replica set of one member on
 * `dataDir/mongo`, whose mongod is found on this machine or fetched once. Prints nothing.
 * Throws MongoUnavailable, whose message is one line, when there is none.
 */
export async function findMongo({ env, dataDir }: { env: ProcessEnv; dataDir: string }): Promise<Mongo> {
  if (env.MONGODB_URI) {
    await assertReplicaSet(env.MONGODB_URI);
    return { uri: env.MONGODB_URI, source: "the MongoDB at MONGODB_URI", stop: async () => undefined };
  }
  ensureDataFolder(dataDir);
  const { uri, binary, stop } = await superviseMongod({ dataDir, findBinary: () => findBinary(env) });
  return { uri, source: binary?.source ?? `mongod already running on ${dataDir}`, stop };
}
