// @module-tag soak
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { expect, inject, onTestFinished, test } from "vitest";
import { openCore } from "../../server/core.ts";
import { createLog } from "../../server/log.ts";
import { plotFloor } from "../../shared/resources/plot-floor.ts";

const maxWaitMs = 10_000;

/** Starts a transaction that updates every floor, and is killed before the commit. */
const killedWriterScript = `
const { connect } = await import(${JSON.stringify(new URL("../../server/database/connection.ts", import.meta.url).href)});
const connection = await connect(process.env.URI, process.env.NAME);
const session = await connection.startSession();
session.startTransaction();
await connection.collection("plot-floor").updateMany({}, { $set: { Floor: "never" } }, { session });
process.kill(process.pid, "SIGKILL");
`;

test("the locks of a killed server's transaction are released within seconds", async () => {
  const [uri, name] = [inject("mongoUri"), `orphaned-${randomUUID()}`];
  const core = await openCore({ uri, name, now: () => new Date(), log: createLog("silent") });
  onTestFinished(async () => {
    await core.connection.dropDatabase();
    await core.close();
  });
  const ctx = core.createSystemContext("test");
  const floor = await ctx.transaction((tx) => tx.insert(plotFloor, { Floor: "Ground" }));
  const child = spawn(process.execPath, ["--import", "tsx", "--input-type=module", "-e", killedWriterScript], {
    env: { ...process.env, URI: uri, NAME: name },
    stdio: "inherit",
  });
  expect((await once(child, "exit")).at(-1)).toBe("SIGKILL");

  const startedAt = performance.now();
  await ctx.transaction(async (tx) => tx.update(plotFloor, floor, { Floor: "First" }));
  expect(performance.now() - startedAt).toBeLessThan(maxWaitMs);
});
