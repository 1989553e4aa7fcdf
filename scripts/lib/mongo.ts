import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Config, ensureDataFolder, readConfig } from "../../server/config.ts";
import { connect } from "../../server/database/connection.ts";
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

type Connection = Awaited<ReturnType<typeof connect>>;

/** Works on the portal's MongoDB, which is found or started for as long as it takes. */
export async function withMongo(work: (uri: string) => Promise<void>): Promise<void> {
  const mongo = await findMongo({ env: process.env, dataDir: readConfig(process.env).dataDir });
  try {
    await work(mongo.uri);
  } finally {
    await mongo.stop();
  }
}

/** Works on a MongoDB of its own, never on one that somebody uses, with a folder that goes with it. */
export async function withTemporaryMongo(work: (own: { uri: string; folder: string }) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "portal-own-"));
  try {
    const mongo = await findMongo({ env: { ...process.env, MONGODB_URI: undefined }, dataDir: folder });
    try {
      await work({ uri: mongo.uri, folder });
    } finally {
      await mongo.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Works on a connection to this database. */
export async function withConnection<Result>(
  uri: string,
  work: (connection: Connection) => Promise<Result>,
): Promise<Result> {
  const connection = await connect(uri);
  try {
    return await work(connection);
  } finally {
    await connection.close();
  }
}

/** The settings of a demonstration in this folder, at any free port. */
export function demoConfig(folder: string): Config {
  // Building the client sets NODE_ENV, which is not meant for the portal.
  const ours = { NODE_ENV: undefined, DATA_DIR: folder, DEMO: "1", LOG_LEVEL: "silent" };
  return { ...readConfig({ ...process.env, ...ours }), port: 0 };
}
