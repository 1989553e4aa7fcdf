import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readConfig } from "../../server/config.ts";
import { ensureDataFolder } from "../../server/data-folder.ts";
import { connect } from "../../server/database/connection.ts";
import { assertReplicaSet } from "../../server/database/mongod/assert-replica-set.ts";
import { findMongod } from "../../server/database/mongod/find-mongod.ts";

export interface Mongo {
  /** Connection string of a replica set. */
  uri: string;
  /** Describes where the mongod comes from and which data it has, in the output of a command. */
  source: string;
  /** Stops the mongod if this process started it; the data stays. May be called twice. */
  stop(): Promise<void>;
}

/**
 * Finds or starts a MongoDB with transactions and change streams: the one at MONGODB_URI, else a replica set of one
 * member on `dataDir/mongo`, whose mongod is found on this machine or downloaded once. Prints nothing. Throws
 * MongoUnavailableError with a message of one line if there is none.
 */
export async function findMongo({ env, dataDir }: { env: NodeJS.ProcessEnv; dataDir: string }): Promise<Mongo> {
  if (env.MONGODB_URI) {
    await assertReplicaSet(env.MONGODB_URI);
    return { uri: env.MONGODB_URI, source: "the MongoDB at MONGODB_URI", stop: async () => undefined };
  }
  await ensureDataFolder(dataDir);
  // Imported only if needed, because it would make the import of a server a tenth longer.
  const { superviseMongod } = await import("../../server/database/mongod/supervisor.ts");
  const { uri, binary, stop } = await superviseMongod({ dataDir, findMongod: () => findMongod(env) });
  return { uri, source: `${binary?.source ?? "mongod already running"} on ${dataDir}`, stop };
}

type Connection = Awaited<ReturnType<typeof connect>>;

/**
 * Runs the work with the MongoDB of the portal, which is started if necessary and stopped afterwards. Prints which one it
 * is.
 */
export async function withMongo(work: (uri: string) => Promise<void>): Promise<void> {
  const mongo = await findMongo({ env: process.env, dataDir: readConfig(process.env).dataDir });
  console.log(`MongoDB: ${mongo.source}`);
  try {
    await work(mongo.uri);
  } finally {
    await mongo.stop();
  }
}

/** Runs the work with a new MongoDB and a temporary folder, never with an existing database. */
export async function withTemporaryMongo(
  work: (temporary: { uri: string; folder: string }) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "portal-"));
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

/** Runs the work with a connection to the database and closes it afterwards. */
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
