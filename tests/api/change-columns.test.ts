import { afterAll, expect, inject, test } from "vitest";
import { toRowChanges } from "../../server/commits/change-columns.ts";
import { type CommitDoc, commitsCollection } from "../../server/commits/commit.ts";
import { connect } from "../../server/database/connection.ts";
import { adjustment } from "../../shared/resources/adjustment.ts";
import { expenses } from "../../shared/resources/expenses.ts";
import { paymentSchedule } from "../../shared/resources/payment-schedule.ts";
import { plot } from "../../shared/resources/plot.ts";
import { buildExpenseRows } from "../harness/builders.ts";
import { openSharedHarness } from "../harness/harness.ts";
import { assertOk } from "../harness/reply.ts";

const harness = await openSharedHarness();
const { admin, manager, ali, sana, clerk, society, clock, portal, transaction, createSchedule } = harness;
const connection = await connect(inject("mongoUri"), portal.databaseName);
const commits = connection.collection<CommitDoc>(commitsCollection);
afterAll(() => connection.close());

test("audit, activity, history and voids are the same for commits with columns and for those of earlier releases without columns", async () => {
  const { rows } = await createSchedule({ EndYear: 2027 });
  const { PlotID: _id, Version: _version, ...sharedValues } = society.aliPlot;
  const houses = Array.from({ length: 60 }, (_, index) => ({ ...sharedValues, HouseNo: `C-${index}` }));
  const otherPlots = await transaction((tx) => tx.insertMany(plot, houses));
  const PlotIDs = [...otherPlots.map(({ PlotID }) => PlotID), society.aliPlot.PlotID];
  clock.advanceMinutes(1);
  const { plan } = await createSchedule({ StartYear: 2028, EndYear: 2028, plots: PlotIDs });
  const chargeForm = { Kind: "charge", Amount: 500, Date: "2026-11-01", DueDate: "2026-11-20", Reason: "Repair" };
  assertOk(await admin.post("/adjustment/bulk", { PlotIDs, ...chargeForm }));
  clock.advanceMinutes(1);
  const charges = await admin.list(adjustment);
  await transaction(async (tx) => {
    for (const { AdjustmentID } of charges)
      tx.update(adjustment, await tx.get(adjustment, AdjustmentID), { VoidedAt: tx.now.toISOString() });
  });
  clock.advanceMinutes(1);
  assertOk(await admin.delete(`/payment-plan/${plan.PaymentPlanID}`));
  assertOk(await clerk.put(`/payment-schedule/${rows[3]?.PaymentScheduleID}`, { IsPaid: 1 }));

  const commitsWithColumns = await commits.find({ "changes.columns": { $exists: true } }).toArray();
  const changesInColumns = commitsWithColumns.flatMap(({ changes }) =>
    changes.flatMap((change) => ("columns" in change ? `${change.type} ${change.resource}` : [])),
  );
  expect(changesInColumns).toEqual(
    expect.arrayContaining([
      "insert plot",
      "insert payment-schedule",
      "insert adjustment",
      "update adjustment",
      "delete payment-schedule",
    ]),
  );
  const repliesWithColumns = await readCommitReplies(PlotIDs);
  for (const { _id, changes } of commitsWithColumns)
    await commits.updateOne({ _id }, { $set: { changes: toRowChanges(changes) } });
  expect(await commits.countDocuments({ "changes.columns": { $exists: true } })).toBe(0);
  expect(await readCommitReplies(PlotIDs)).toEqual(repliesWithColumns);
});

test("a refused edit lists only the changes of its record, although a commit stores the record in columns with others", async () => {
  const rows = await transaction((tx) => tx.insertMany(expenses, buildExpenseRows(20, 10)));
  const ids = rows.map(({ ExpenseID }) => ExpenseID);
  const [editedByManager, otherExpense] = (await admin.list(expenses)).filter(({ ExpenseID }) =>
    ids.includes(ExpenseID),
  );
  if (!editedByManager || !otherExpense) throw new Error("The expenses are missing");
  assertOk(await manager.put(`/expenses/${editedByManager.ExpenseID}`, { ...editedByManager, Amount: 5 }));
  await transaction(async (tx) => {
    for (const { ExpenseID } of rows)
      tx.update(expenses, await tx.get(expenses, ExpenseID), { Description: `Changed ${ExpenseID}` });
  });
  /** Sends an edit that is based on an old version; returns the user and fields of each change that the refusal lists. */
  const sendRefusedEdit = async (record: typeof editedByManager, Version: number) => {
    const { status, body } = await admin.put(`/expenses/${record.ExpenseID}`, { ...record, Amount: 7, Version });
    expect(status).toBe(409);
    return (body.changed as { by: string; fields: string[] }[]).map(({ by, fields }) => [by, fields]);
  };
  expect(await sendRefusedEdit(editedByManager, 1)).toEqual([
    ["manager", ["Amount", "UpdatedAt"]],
    ["Office", ["Description"]],
  ]);
  expect(await sendRefusedEdit(editedByManager, 2)).toEqual([["Office", ["Description"]]]);
  expect(await sendRefusedEdit(otherExpense, 1)).toEqual([["Office", ["Description"]]]);
});

test("undoing an untick restores the tick of the installment, although a later commit stores it in columns with other installments", async () => {
  const { rows } = await createSchedule({ StartYear: 2029, EndYear: 2029 });
  const ids = rows.slice(0, 12).map(({ PaymentScheduleID }) => PaymentScheduleID);
  const setPaid = async (id: number | undefined, IsPaid: 0 | 1) =>
    assertOk(await clerk.put(`/payment-schedule/${id}`, { IsPaid }));
  for (const id of ids) await setPaid(id, 1);
  const [ticked] = await admin.list(paymentSchedule, `?PaymentScheduleID=${ids[0]}`);
  clock.advanceMinutes(24 * 60);
  await setPaid(ids[0], 0);
  await transaction(async (tx) => {
    for (const id of ids) tx.update(paymentSchedule, await tx.get(paymentSchedule, id), { GracePeriodDays: 3 });
  });
  await setPaid(ids[0], 1);
  const [restored] = await admin.list(paymentSchedule, `?PaymentScheduleID=${ids[0]}`);
  expect(restored?.TickedDate).toEqual(ticked?.TickedDate);
  // Created, ticked, unticked, changed and ticked again.
  expect(restored).toEqual({ ...ticked, GracePeriodDays: 3, Version: 5 });
});

test("the changes of a record are found with the index of the commits on resource and id", async () => {
  const filter = { changes: { $elemMatch: { resource: "payment-schedule", id: 5 } } };
  const plan = JSON.stringify(await commits.find(filter).explain("executionStats"));
  expect(plan).toContain('"changes.resource":["[\\"payment-schedule\\", \\"payment-schedule\\"]"]');
  expect(plan).toContain('"changes.id":["[5, 5]"]');
});

/** The replies of all calls that read commits, to the administrator, Ali and Sana, after the result of check:totals. */
async function readCommitReplies(PlotIDs: readonly number[]): Promise<unknown[]> {
  const paths = [
    "/audit?limit=1000",
    "/audit?resource=payment-schedule&type=delete&limit=7",
    "/audit?resource=payment-schedule&id=20",
    "/activity?limit=100",
    "/adjustment/voids",
    ...[society.aliPlot.PlotID, society.sanaPlot.PlotID, PlotIDs[40]].flatMap((PlotID) => [
      `/plot/${PlotID}/history`,
      `/activity?plot=${PlotID}`,
    ]),
  ];
  const replies: unknown[] = [await portal.checkTotals()];
  for (const person of [admin, ali, sana])
    for (const path of paths) {
      const { status, body } = await person.get(path);
      if (person === admin) expect([path, status]).toEqual([path, 200]);
      replies.push([person.username, path, status, body]);
    }
  return replies;
}
