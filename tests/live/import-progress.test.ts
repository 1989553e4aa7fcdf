import { expect, test } from "vitest";
import { paymentReceipt } from "../../shared/resources/payment-receipt.ts";
import { startFailingMongo } from "../harness/failing-mongo.ts";
import { openHarness } from "../harness/harness.ts";
import { postImport, runImport } from "../harness/imports.ts";
import { assertOk } from "../harness/reply.ts";

test("import progress is sent on every server to staff who watch the imported resource, and to no resident", async () => {
  const harness = await openHarness();
  const secondServer = await harness.portal.startAnotherServer();
  const { society } = harness;
  const staffSockets = [await harness.manager.openSocket(), await secondServer.person("admin").openSocket()];
  const [residentSocket, otherStaffSocket] = [await harness.ali.openSocket(), await harness.manager.openSocket()];
  for (const socket of [...staffSockets, residentSocket]) await socket.watch([paymentReceipt.name, "imports"]);
  await otherStaffSocket.watch(["expenses", "imports"]);
  const rows = Array.from(
    { length: 60 },
    (_, index) => `${index % 2 ? "A-1" : society.sanaPlot.HouseNo},100,3/1/2026,Cash`,
  );
  const body = ["House,Amount,Date,Method", ...rows].join("\n");
  assertOk(await postImport(harness.admin, "receipts", body));

  for (const socket of staffSockets) {
    await socket.waitFor(({ imports }) => imports.at(-1)?.state === "done");
    const { imports } = socket.received;
    // 60 receipts and the header row.
    expect(imports.every(({ kind, by, total }) => kind === "receipts" && by === "admin" && total === 61)).toBe(true);
    expect(imports.map(({ done }) => done)).toEqual(imports.map(({ done }) => done).toSorted((a, b) => a - b));
    expect(imports.at(-1)).toMatchObject({ state: "done", done: 61 });
    await socket.waitFor(({ changes }) => changes.filter(({ type }) => type === "upsert").length === 60);
  }
  await residentSocket.waitFor(({ changes }) => changes.length === 30);
  for (const socket of [residentSocket, otherStaffSocket]) {
    await socket.waitForEarlierEvents();
    expect(socket.received.imports).toEqual([]);
    expect(socket.received.changes.filter(({ resource }) => resource === "imports")).toEqual([]);
  }
});

test("the caller gets the result of an import even if its end cannot be recorded", { tags: "soak" }, async () => {
  const { uri, failCommands, stopFailing } = await startFailingMongo();
  const { admin, portal } = await openHarness({ uri });
  const namespace = `${portal.databaseName}.imports`;
  await failCommands({ failCommands: ["update"], namespace, errorCode: 1 }, 1_000);
  const outcome = await runImport(admin, "receipts", "House,Amount,Date,Method\nA-1,100,3/1/2026,Cash");
  expect(await stopFailing()).toBeGreaterThan(0);
  expect(outcome).toMatchObject({ added: 1, ImportBatchID: expect.any(Number) });
});
