import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { expect, inject, onTestFinished, test } from "vitest";
import { makeLog } from "../../server/kernel/log.ts";
import { openOffice } from "../../server/office.ts";
import { plotFloor } from "../../shared/resources/plot-floor.ts";

const shortly = 10_000;

/** Begins to change every floor, as a server does, and is killed before it is done. */
const killed = `
const { connect } = await import(${JSON.stringify(new URL("../../server/database.ts", import.meta.url).href)});
const connection = await connect(process.env.URI, process.env.NAME);
const session = await connection.startSession();
session.startTransaction();
await connection.collection("plot-floor").updateMany({}, { $set: { Floor: "never" } }, { session });
process.kill(process.pid, "SIGKILL");
`;

test("what a server had begun to write when it was killed stands in nobody's way for long", async () => {
  const [uri, name] = [inject("mongoUri"), `abandoned-${randomUUID()}`];
  const office = await openOffice({ uri, name, now: () => new Date(), log: makeLog("silent") });
  onTestFinished(async () => {
    await office.connection.dropDatabase();
    await office.close();
  });
  const ctx = office.atWork("test");
  const floor = await ctx.transaction((tx) => tx.insert(plotFloor, { Floor: "Ground" }));
  const child = spawn(process.execPath, ["--import", "tsx", "--input-type=module", "-e", killed], {
    env: { ...process.env, URI: uri, NAME: name },
    stdio: "inherit",
  });
  expect((await once(child, "exit")).at(-1)).toBe("SIGKILL");

  const since = performance.now();
  await ctx.transaction(async (tx) => tx.update(plotFloor, floor, { Floor: "First" }));
  expect(performance.now() - since).toBeLessThan(shortly);
});
