import { MongoMemoryReplSet } from "mongodb-memory-server";
import { onTestFinished } from "vitest";
import { connect } from "../../server/database/connection.ts";
import { findMongod } from "../../server/database/mongod/find-mongod.ts";

/** The settings of MongoDB's `failCommand` fail point. */
interface Fault {
  failCommands: readonly string[];
  namespace?: string;
  errorCode?: number;
  errorLabels?: readonly string[];
  closeConnection?: boolean;
  /** Answers only after `blockTimeMS`. */
  blockConnection?: boolean;
  blockTimeMS?: number;
  writeConcernError?: { code: number; errmsg: string };
}

/** Starts a MongoDB for one test that fails or delays commands on request. */
export async function startFailingMongo() {
  const { path, version } = await findMongod(process.env);
  // Expired documents stay, because the clock of a test's portal may be behind that of the machine.
  const parameters = ["enableTestCommands=1", "ttlMonitorEnabled=false"];
  const replicaSet = await MongoMemoryReplSet.create({
    binary: { systemBinary: path, version },
    replSet: { count: 1, storageEngine: "wiredTiger", args: parameters.flatMap((value) => ["--setParameter", value]) },
    // The default of 10 s is too short on a busy machine.
    instanceOpts: [{ launchTimeout: 60_000 }],
  });
  onTestFinished(() => replicaSet.stop().then(() => undefined), 60_000);
  const uri = replicaSet.getUri();
  const admin = await connect(uri, "admin");
  onTestFinished(() => admin.close());
  return {
    uri,
    /** Fails the next matching commands, as many as `times`. */
    failCommands: (data: Fault, times = 1) => configureFailPoint({ mode: { times }, data }),
    /** Resolves when a command has failed or is being delayed; to be called after `failCommands`. */
    waitForFault: () => admin.db?.command({ waitForFailPoint: "failCommand", timesEntered: 1, maxTimeMS: 30_000 }),
    /** Stops failing; resolves with the number of failed commands. */
    stopFailing: () => configureFailPoint({ mode: "off" }),
  };

  async function configureFailPoint(
    settings: { mode: "off" } | { mode: { times: number }; data: Fault },
  ): Promise<number> {
    const before = await admin.db?.command({ configureFailPoint: "failCommand", ...settings });
    return Number(before?.count);
  }
}
