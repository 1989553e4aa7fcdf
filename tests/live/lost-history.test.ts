// @module-tag soak
import { expect, onTestFinished, test } from "vitest";
import { commitsCollection } from "../../server/commits/commit.ts";
import { plot } from "../../shared/resources/plot.ts";
import { startFailingMongo } from "../harness/failing-mongo.ts";
import { openHarness } from "../harness/harness.ts";
import { ModelClient, readState } from "../harness/model-client.ts";

/** ChangeStreamFatalError and ChangeStreamHistoryLost. */
const errorCodes = [280, 286];

test("after a loss of the oplog, server and clients read the data again, once each time", async () => {
  const { uri, failCommands } = await startFailingMongo();
  const { manager, portal, createPlot } = await openHarness({ uri });
  const options = { url: portal.url(), token: (await manager.token()) ?? "", resources: [plot] };
  const client = await ModelClient.open(options);
  onTestFinished(() => client.close());
  for (const [index, errorCode] of errorCodes.entries()) {
    await failCommands({
      failCommands: ["getMore"],
      namespace: `${portal.databaseName}.${commitsCollection}`,
      errorCode,
    });
    await expect.poll(() => client.resyncCount).toBe(index + 1);
    await createPlot();
    const currentState = await readState(options);
    await expect.poll(() => client.state).toEqual(currentState);
  }
  expect(client.violations).toEqual([]);
  expect(client.connectionCount).toBe(1);
});
