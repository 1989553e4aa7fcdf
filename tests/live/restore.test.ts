import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { plot } from "../../shared/resources/plot.ts";
import { openHarness } from "../harness/harness.ts";
import { assertOk } from "../harness/reply.ts";

test("after a restore during operation clients resync, newer sessions end and newer ids are not reused", {
  tags: "requirement-30",
}, async () => {
  const { admin, manager, portal, createPlot, createSchedule, createExpense, society } = await openHarness();
  await createSchedule();
  const adminSocket = await admin.openSocket();
  await adminSocket.watch(["plot", "payment-schedule", "dashboard"]);
  const folder = await mkdtemp(join(tmpdir(), "restore-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const figures = await readFigures();
  await portal.backup(join(folder, "backup"));

  const plotAfterBackup = await createPlot();
  await createExpense();
  await admin.delete(`/plot/${society.sanaPlot.PlotID}`);
  await manager.signIn();
  const managerSocket = await manager.openSocket();
  expect(await readFigures()).not.toEqual(figures);
  await portal.restore(join(folder, "backup"));

  await managerSocket.waitFor((_received, { connected }) => !connected);
  expect((await manager.get("/me")).status).toBe(401);
  await adminSocket.waitFor(({ resyncs }) => resyncs.length > 0);
  expect(adminSocket.received.resyncs.at(-1)?.sort()).toEqual(["dashboard", "payment-schedule", "plot"]);
  expect(await readFigures()).toEqual(figures);

  adminSocket.clearReceived();
  const plotAfterRestore = await createPlot();
  expect(plotAfterRestore.PlotID).toBeGreaterThan(plotAfterBackup.PlotID);
  await adminSocket.waitFor(({ changes }) =>
    changes.some(({ id, resource }) => resource === "plot" && id === plotAfterRestore.PlotID),
  );
  adminSocket.close();

  async function readFigures(): Promise<unknown> {
    const report = await admin.post("/generate-report", { month: 11, year: 2026 });
    const replies = [await admin.get("/dashboard/summary"), report];
    return [await admin.list(plot), ...replies.map((reply) => assertOk(reply).body)];
  }
});
