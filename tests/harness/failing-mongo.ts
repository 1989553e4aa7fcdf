import { MongoMemoryReplSet } from "mongodb-memory-server";
import { onTestFinished } from "vitest";
import { connect } from "../../server/database/connection.ts";
import { findBinary } from "../../server/database/mongod/find-binary.ts";

/** What goes wrong, in MongoDB's own words. */
interface Fault {
  failCommands: readonly string[];
  namespace?: string;
  errorCode?: number;
  errorLabels?: readonly string[];
  closeConnection?: boolean;
  writeConcernError?: { code: number; errmsg: string };
}

/** A MongoDB of one test's own that takes orders to fail. */
export async function startFailingMongo() {
  const { path, version } = await findBinary(process.env);
  const replicaSet = await MongoMemoryReplSet.create({
    binary: { systemBinary: path, version },
    replSet: { count: 1, storageEngine: "wiredTiger", args: ["--setParameter", "enableTestCommands=1"] },
  });
  onTestFinished(() => replicaSet.stop().then(() => undefined), 60_000);
  const uri = replicaSet.getUri();
  const orders = await connect(uri, "admin");
  onTestFinished(() => orders.close());
  return {
    uri,
    /** Does so the next times it is asked to. */
    failCommands: (data: Fault, times = 1) => order({ mode: { times }, data }),
    /** Fails no more; resolves to how often it has failed since it was told to. */
    stopFailing: () => order({ mode: "off" }),
  };

  async function order(mode: { mode: "off" } | { mode: { times: number }; data: Fault }): Promise<number> {
    const before = await orders.db?.command({ configureFailPoint: "failCommand", ...mode });
    return Number(before?.count);
  }
}
