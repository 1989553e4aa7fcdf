import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { plot } from "../../shared/resources/plot.ts";
import { openHarness } from "../harness/harness.ts";
import { assertOk } from "../harness/reply.ts";

test("a restore during operation: clients resync, newer sessions end, newer ids are not reused", {
  tags: "requirement-30",
}, async () => {
  const { admin, manager, portal, createPlot, createSchedule, createExpense, society } = await openHarness();
  await createSchedule();
  const screen = await admin.openSocket();
  await screen.watch(["plot", "payment-schedule", "dashboard"]);
  const folder = await mkdtemp(join(tmpdir(), "restore-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const before = await figures();
  await portal.backup(join(folder, "backup"));

  const later = await createPlot();
  await createExpense();
  await admin.delete(`/plot/${society.sana.PlotID}`);
  const visitor = await manager.openSocket();
  expect(await figures()).not.toEqual(before);
  await portal.restore(join(folder, "backup"));

  await visitor.waitFor((_, { connected }) => !connected);
  expect((await manager.get("/me")).status).toBe(401);
  await screen.waitFor(({ resyncs }) => resyncs.length > 0);
  expect(screen.received.resyncs.at(-1)?.sort()).toEqual(["dashboard", "payment-schedule", "plot"]);
  expect(await figures()).toEqual(before);

  screen.clearReceived();
  const next = await createPlot();
  expect(next.PlotID).toBeGreaterThan(later.PlotID);
  await screen.waitFor(({ changes }) => changes.some(({ id, resource }) => resource === "plot" && id === next.PlotID));
  screen.close();

  async function figures(): Promise<unknown> {
    const report = await admin.post("/generate-report", { month: 11, year: 2026 });
    const answers = [await admin.get("/dashboard/summary"), report];
    return [await admin.list(plot), ...answers.map((reply) => assertOk(reply).body)];
  }
});
