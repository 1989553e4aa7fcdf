import { io } from "socket.io-client";
import { expect, test } from "vitest";
import { toPaisa } from "../../shared/money.ts";
import { paymentSchedule } from "../../shared/resources/payment-schedule.ts";
import { plot } from "../../shared/resources/plot.ts";
import type { CommitBatch, WatchAck } from "../../shared/wire.ts";
import { openHarness } from "../harness/harness.ts";
import { assertOk } from "../harness/reply.ts";

test("with protocol 2 a generated schedule arrives as columns, with shared values sent once and the id as the first field", async () => {
  const harness = await openHarness();
  const { admin, manager, createPlan, society } = harness;
  const { rate, plan } = await createPlan();
  const { batches, close } = await watchWithProtocol2(harness, ["payment-schedule"]);
  const PlotIDs = [society.aliPlot.PlotID, society.sanaPlot.PlotID];
  assertOk(await admin.post("/payment-schedule", { RateID: rate.RateID, PaymentPlanID: plan.PaymentPlanID, PlotIDs }));
  await expect.poll(() => batches.length).toBe(1);
  const [{ changes: commits }] = batches as [CommitBatch];
  const [{ by, at, sets }] = commits as [CommitBatch["changes"][number]];
  expect([by, at, sets]).toEqual([
    "admin",
    "2026-11-15T07:00:00.000Z",
    [
      {
        resource: "payment-schedule",
        type: "upsert",
        common: expect.objectContaining({ PaymentPlanID: plan.PaymentPlanID, IsPaid: 0, Amount: 2500 }),
        fields: expect.arrayContaining(["PaymentScheduleID", "PlotID", "DueDate", "HouseNo"]),
        rows: expect.any(Array),
      },
    ],
  ]);
  const [set] = sets;
  expect(set && "rows" in set && [set.fields[0], set.rows.length]).toEqual([
    "PaymentScheduleID",
    (await manager.list(paymentSchedule)).length,
  ]);
  close();
});

test("with protocol 2 a client that reconnects gets each large commit that it missed as columns", async () => {
  const harness = await openHarness();
  const { admin, createPlan, society } = harness;
  const { rate, plan } = await createPlan();
  const { cursor, close } = await watchWithProtocol2(harness, ["payment-schedule"]);
  close();
  for (const { PlotID } of [society.aliPlot, society.sanaPlot])
    assertOk(
      await admin.post("/payment-schedule", {
        RateID: rate.RateID,
        PaymentPlanID: plan.PaymentPlanID,
        PlotIDs: [PlotID],
      }),
    );
  const { batches, close: closeAgain } = await watchWithProtocol2(harness, ["payment-schedule"], cursor);
  // The second commit may be sent after the client has subscribed, as an event of its own.
  const listRowCountsOfCommits = () =>
    batches
      .flatMap(({ changes }) => changes)
      .map(({ sets }) => sets.map((set) => ("rows" in set ? set.rows.length : set)));
  await expect.poll(listRowCountsOfCommits).toEqual([[12], [12]]);
  closeAgain();
});

test("with protocol 2 a commit with few changes is sent as single changes, with `by` and `at` once", async () => {
  const harness = await openHarness();
  const { batches, close } = await watchWithProtocol2(harness, ["plot", "plot-category"]);
  const { CategoryID } = harness.society.categories.A;
  assertOk(await harness.admin.put(`/plot-category/${CategoryID}`, { CategoryName: "Alpha" }));
  await expect.poll(() => batches.length).toBe(1);
  expect(batches[0]?.changes).toEqual([
    {
      by: "admin",
      userId: expect.any(Number),
      at: "2026-11-15T07:00:00.000Z",
      sets: [
        expect.objectContaining({ resource: "plot-category", type: "upsert", id: CategoryID }),
        ...(await harness.manager.list(plot)).map((record) => {
          return { resource: "plot", type: "upsert", id: record.PlotID, record, isJoined: true };
        }),
      ],
    },
  ]);
  close();
});

test("with protocol 2 the rows that only show a changed name are sent apart from the rows that the commit changed", async () => {
  const harness = await openHarness();
  const { createSchedule, society, transaction } = harness;
  const { PlotID } = society.aliPlot;
  const { rows } = await createSchedule({ plots: [PlotID] });
  const { batches, close } = await watchWithProtocol2(harness, ["payment-schedule"]);
  await transaction(async (tx) => {
    await tx.update(plot, await tx.get(plot, PlotID), { OwnerName: "Ali Raza" });
    for (const { PaymentScheduleID } of rows.slice(0, 10))
      await tx.update(paymentSchedule, await tx.get(paymentSchedule, PaymentScheduleID), { Amount: toPaisa(2600) });
  });
  await expect.poll(() => batches.length).toBe(1);
  const sets = batches.flatMap(({ changes }) => changes.flatMap((commit) => commit.sets));
  expect(sets.map((set) => ["rows" in set && set.rows.length, set.isJoined])).toEqual([
    [10, undefined],
    [12, true],
  ]);
  close();
});

/**
 * The `changes` events of protocol 2 for the manager, as they arrive; with `sinceCursor`, also those missed since then.
 */
async function watchWithProtocol2(
  { manager, portal }: Awaited<ReturnType<typeof openHarness>>,
  names: readonly string[],
  sinceCursor?: string,
) {
  const batches: CommitBatch[] = [];
  const auth = { token: await manager.token(), protocol: 2, cursor: sinceCursor };
  const socket = io(portal.url(), { auth, transports: ["websocket"], reconnection: false, forceNew: true });
  socket.on("changes", (batch: CommitBatch) => batches.push(batch));
  const { cursor }: WatchAck = await socket.emitWithAck("watch", names);
  return { batches, cursor, close: () => socket.close() };
}
