import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { plot } from "../../shared/resources/plot.ts";
import { accepted } from "../world/reply.ts";
import { world } from "../world/world.ts";

test("a restore beside a running portal: open screens read again, later sessions end, later ids stay used", async () => {
  const { admin, manager, portal, aPlot, aSchedule, anExpense, society } = await world();
  await aSchedule();
  const screen = await admin.socket();
  await screen.watch(["plot", "payment-schedule", "dashboard"]);
  const folder = await mkdtemp(join(tmpdir(), "restore-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const before = await figures();
  await portal.backup(join(folder, "backup"));

  const later = await aPlot();
  await anExpense();
  await admin.delete(`/plot/${society.sana.PlotID}`);
  const visitor = await manager.socket();
  expect(await figures()).not.toEqual(before);
  await portal.restore(join(folder, "backup"));

  await visitor.until((_, { connected }) => !connected);
  expect((await manager.get("/me")).status).toBe(401);
  await screen.until(({ resyncs }) => resyncs.length > 0);
  expect(screen.heard.resyncs.at(-1)?.sort()).toEqual(["dashboard", "payment-schedule", "plot"]);
  expect(await figures()).toEqual(before);

  screen.forget();
  const next = await aPlot();
  expect(next.PlotID).toBeGreaterThan(later.PlotID);
  await screen.until(({ changes }) => changes.some(({ id, resource }) => resource === "plot" && id === next.PlotID));
  screen.close();

  async function figures(): Promise<unknown> {
    const report = await admin.post("/generate-report", { month: 11, year: 2026 });
    const answers = [await admin.get("/dashboard/summary"), report];
    return [await admin.list(plot), ...answers.map((reply) => accepted(reply).body)];
  }
});
