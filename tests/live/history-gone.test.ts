import { MongoMemoryReplSet } from "mongodb-memory-server";
import { expect, onTestFinished, test } from "vitest";
import { connect } from "../../server/database.ts";
import { commitsCollection } from "../../server/kernel/commit.ts";
import { findBinary } from "../../server/mongod/find-binary.ts";
import { plot } from "../../shared/resources/plot.ts";
import { ModelClient, readState } from "../world/model-client.ts";
import { world } from "../world/world.ts";

/** ChangeStreamFatalError and ChangeStreamHistoryLost. */
const codes = [280, 286];

test("a database that has no past to go on from is read anew, by the portal and by whoever follows, once each time", async () => {
  const uri = await aMongoThatFailsWhenAsked();
  const { manager, portal, aPlot } = await world({ uri });
  const way = { url: portal.url(), token: (await manager.token()) ?? "", resources: [plot] };
  const client = await ModelClient.open(way);
  onTestFinished(() => client.close());
  const direct = await connect(uri, portal.database);
  onTestFinished(() => direct.close());
  for (const [index, errorCode] of codes.entries()) {
    await direct
      .getClient()
      .db("admin")
      .command({
        configureFailPoint: "failCommand",
        mode: { times: 1 },
        data: { failCommands: ["getMore"], namespace: `${portal.database}.${commitsCollection}`, errorCode },
      });
    await expect.poll(() => client.resyncs, { timeout: 8_000 }).toBe(index + 1);
    await aPlot();
    const now = await readState(way);
    await expect.poll(() => client.state, { timeout: 5_000 }).toEqual(now);
  }
  expect(client.faults).toEqual([]);
  expect(client.connects).toBe(1);
}, 60_000);

/** A MongoDB of this test's own that takes orders to fail. */
async function aMongoThatFailsWhenAsked(): Promise<string> {
  const { path, version } = await findBinary(process.env);
  const replicaSet = await MongoMemoryReplSet.create({
    binary: { systemBinary: path, version },
    replSet: { count: 1, storageEngine: "wiredTiger", args: ["--setParameter", "enableTestCommands=1"] },
  });
  onTestFinished(() => replicaSet.stop().then(() => undefined), 60_000);
  return replicaSet.getUri();
}
