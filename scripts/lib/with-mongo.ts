import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Config, readConfig } from "../../server/config.ts";
import { connect } from "../../server/database/connection.ts";
import { findMongo } from "./find-mongo.ts";

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
