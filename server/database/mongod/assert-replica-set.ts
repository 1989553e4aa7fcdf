import { mongo } from "mongoose";
import { describeError, MongoUnavailableError } from "./binary.ts";

const timeoutMs = 5_000;

/** Throws MongoUnavailableError unless a replica set, or the mongos of a sharded cluster, answers at this URI. */
export async function assertReplicaSet(uri: string): Promise<void> {
  const hello = await runHello(uri);
  if (hello.setName !== undefined || hello.msg === "isdbgrid") return;
  throw new MongoUnavailableError(
    "MONGODB_URI names a standalone mongod. The portal needs transactions and change streams: start it as a replica set (mongod --replSet, then rs.initiate()).",
  );
}

async function runHello(uri: string) {
  try {
    const options = { serverSelectionTimeoutMS: timeoutMs, connectTimeoutMS: timeoutMs };
    // Any member can answer, even while the set elects a primary.
    const client = new mongo.MongoClient(uri, { ...options, readPreference: "nearest" });
    try {
      return await client.db("admin").command({ hello: 1 });
    } finally {
      await client.close();
    }
  } catch (error) {
    throw new MongoUnavailableError(`MONGODB_URI: no replica set answered (${describeError(error)}).`);
  }
}
