// @module-tag soak
import { randomUUID } from "node:crypto";
import { expect, onTestFinished, test } from "vitest";
import { commitsCollection } from "../../server/commits/commit.ts";
import { connect } from "../../server/database/connection.ts";
import { Store } from "../../server/database/store.ts";
import { reconcile } from "../../server/services/reconciliation.ts";
import { paymentReceipt } from "../../shared/resources/payment-receipt.ts";
import { paymentSchedule } from "../../shared/resources/payment-schedule.ts";
import { startFailingMongo } from "../harness/failing-mongo.ts";
import { openHarness } from "../harness/harness.ts";
import { ModelClient, readState } from "../harness/model-client.ts";
import type { Reply } from "../harness/reply.ts";

/** MongoDB's error of a write conflict. */
const writeConflict = { errorCode: 112, errorLabels: ["TransientTransactionError"] };
const receiptsPerFault = 8;
const receiptForm = { HouseNo: "A-1", AmountPaid: 100, PaymentDate: "2026-11-14", PaymentMethod: "Cash" };

test("each of many concurrent writes is committed exactly once, also after every fault of their shared transaction", async () => {
  const { uri, failCommands, stopFailing } = await startFailingMongo();
  const { admin, manager, clerk, society, portal, createSchedule } = await openHarness({ uri });
  const commits = `${portal.databaseName}.${commitsCollection}`;
  const faults = [
    { description: "a write conflict", data: { failCommands: ["update"], ...writeConflict }, times: 2 },
    {
      description: "the connection breaks while rows are written",
      data: { failCommands: ["update"], closeConnection: true },
    },
    {
      description: "the connection breaks while commits are written",
      data: { failCommands: ["insert"], namespace: commits, closeConnection: true },
    },
    { description: "the commit fails", data: { failCommands: ["commitTransaction"], ...writeConflict } },
    {
      description: "the reply to the commit is lost",
      data: { failCommands: ["commitTransaction"], closeConnection: true },
      times: 2,
    },
    {
      description: "the commit is written, but its reply says that the outcome is unknown",
      data: { failCommands: ["commitTransaction"], writeConcernError: { code: 64, errmsg: "waiting" } },
      times: 2,
    },
  ];
  const schedule = (await createSchedule()).rows.filter(({ PlotID }) => PlotID === society.sanaPlot.PlotID);
  const ids = schedule.map(({ PaymentScheduleID }) => PaymentScheduleID);
  await Promise.all([admin.token(), manager.token(), clerk.token()]);
  const options = {
    url: portal.url(),
    token: (await manager.token()) ?? "",
    resources: [paymentSchedule, paymentReceipt],
  };
  const client = await ModelClient.open(options);
  onTestFinished(() => client.close());
  const connection = await connect(uri, portal.databaseName);
  onTestFinished(() => connection.close());

  for (const [index, { description, data, times }] of faults.entries()) {
    const IsPaid = index % 2 === 0 ? 1 : 0;
    await failCommands(data, times);
    const [tickReplies, receiptReplies, refusedReplies] = await Promise.all([
      Promise.all(ids.map((id) => retryWhileUnavailable(() => clerk.put(`/payment-schedule/${id}`, { IsPaid })))),
      Promise.all(Array.from({ length: receiptsPerFault }, () => recordReceipt(receiptForm))),
      Promise.all(Array.from({ length: 4 }, () => recordReceipt({ ...receiptForm, HouseNo: "Z-9" }))),
    ]);
    expect([description, (await stopFailing()) > 0]).toEqual([description, true]);
    expect([description, ...[...tickReplies, ...receiptReplies].filter(({ status }) => status !== 200)]).toEqual([
      description,
    ]);
    expect(refusedReplies.map(({ status }) => status)).toEqual([400, 400, 400, 400]);
    const rows = (await admin.list(paymentSchedule)).filter(({ PlotID }) => PlotID === society.sanaPlot.PlotID);
    expect(rows.map((row) => [row.IsPaid, row.Version])).toEqual(ids.map(() => [IsPaid, index + 2]));
    const numbers = (await admin.list(paymentReceipt)).map(({ ReceiptNo }) => ReceiptNo).sort((a, b) => a - b);
    expect(numbers).toEqual(Array.from({ length: receiptsPerFault * (index + 1) }, (_, offset) => offset + 1));
    expect((await reconcile(new Store(connection))).differences).toEqual([]);
  }
  const currentState = await readState(options);
  await expect.poll(() => client.state).toEqual(currentState);
  expect(client.violations).toEqual([]);

  /** Repeats a request with the same idempotency key until the server accepts it, like the web client. */
  function recordReceipt(body: object): Promise<Reply> {
    const headers = { "idempotency-key": randomUUID() };
    return retryWhileUnavailable(() => manager.send({ method: "POST", path: "/payment-receipt", body, headers }));
  }
});

async function retryWhileUnavailable(send: () => Promise<Reply>): Promise<Reply> {
  for (let attempts = 1; ; attempts++) {
    const reply = await send();
    if (reply.status !== 503 || attempts === 20) return reply;
  }
}
