import { randomUUID } from "node:crypto";
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type mongoose from "mongoose";
import { afterAll, describe, expect, inject, onTestFinished, test } from "vitest";
import { databaseOf, listCollections } from "../../server/database/backup/collections.ts";
import { openBackup } from "../../server/database/backup/read.ts";
import { restoreBackup, stageRestore } from "../../server/database/backup/restore.ts";
import { writeBackup } from "../../server/database/backup/write.ts";
import { connect } from "../../server/database/connection.ts";
import { Store } from "../../server/database/store.ts";
import { reconcile } from "../../server/services/reconciliation.ts";
import { paymentReceipt } from "../../shared/resources/payment-receipt.ts";
import { paymentSchedule } from "../../shared/resources/payment-schedule.ts";
import { openSharedHarness } from "../harness/harness.ts";
import { Person } from "../harness/person.ts";
import { assertOk } from "../harness/reply.ts";
import { startTestServer } from "../harness/test-server.ts";

const { admin, clock, portal, society, createSchedule, createExpense } = await openSharedHarness();
const folder = await mkdtemp(join(tmpdir(), "backup-"));
afterAll(() => rm(folder, { recursive: true, force: true }));
const file = join(folder, "portal.backup");
await createSchedule();
await createExpense();
await portal.backup(file);
const backupBytes = await readFile(file);

const comparedPaths = [
  "/dashboard/summary",
  `/plot/${society.aliPlot.PlotID}/statement`,
  "/payment-schedule",
  "/payment-receipt?voided=1",
  "/role-permissions",
];

test("a backup during payments restores a consistent state of one point in time", {
  tags: "requirement-30",
}, async () => {
  const pay = async (HouseNo: string) => assertOk(await admin.post("/payment-receipt", { ...receiptForm, HouseNo }));
  await pay("A-1");
  let isPaying = true;
  const payments = Promise.all(
    ["A-1", "A-2"].map(async (HouseNo) => {
      while (isPaying) await pay(HouseNo);
    }),
  );
  const { collections } = await portal.backup(file).finally(() => {
    isPaying = false;
  });
  await payments;
  const { connection } = await restoreIntoEmptyDatabase(file);
  const reconciliation = await reconcile(new Store(connection));
  expect(reconciliation.differences).toEqual([]);
  expect(reconciliation.receiptCount).toBe(collections.find(({ name }) => name === "payment-receipt")?.count);
  expect(reconciliation.receiptCount).toBeLessThan((await admin.list(paymentReceipt)).length);
});

test("a portal restored into an empty database gives the same replies and accepts the same requests as the original", {
  tags: "requirement-30",
}, async () => {
  await portal.backup(file);
  const { uri, name } = await restoreIntoEmptyDatabase(file);
  const server = await startTestServer({ uri, name, clock });
  try {
    const handle = { url: () => server.url, now: clock.now, renameUser: async () => undefined };
    const restoredAdmin = new Person({ username: "admin", portal: handle });
    for (const path of comparedPaths)
      expect(assertOk(await restoredAdmin.get(path)).body).toEqual((await admin.get(path)).body);
    const report = assertOk(await restoredAdmin.post("/generate-report", { month: 11, year: 2026 }));
    expect(report.body).toEqual((await admin.post("/generate-report", { month: 11, year: 2026 })).body);
    const originalReceipt = assertOk(await admin.post("/payment-receipt", receiptForm)).body.data;
    const restoredReceipt = assertOk(await restoredAdmin.post("/payment-receipt", receiptForm)).body.data;
    expect(restoredReceipt).toMatchObject({ ReceiptNo: expect.any(Number) });
    expect(receiptNumber(restoredReceipt)).toBe(receiptNumber(originalReceipt));
    // A token contains a session id, so tokens of the old portal must not match a session of the restored one.
    const oldToken = { authorization: `Bearer ${await admin.token()}` };
    const anonymous = new Person({ portal: handle });
    expect((await anonymous.send({ method: "GET", path: "/me", headers: oldToken })).status).toBe(401);
  } finally {
    await server.stop();
  }
});

test("only the owner can read the backup file, and a backup leaves no other files in its folder", async () => {
  await portal.backup(file);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await readdir(folder)).toEqual(["portal.backup"]);
});

test("a backup of an empty database is refused", async () => {
  const { connection } = await createEmptyDatabase();
  const refusal = writeBackup({ connection, file: join(folder, "empty"), now: clock.now(), portalVersion: "" });
  await expect(refusal).rejects.toThrow("The database is empty: there is nothing to back up");
});

describe("refused restores", { tags: "requirement-30" }, () => {
  test.each([
    [
      "with a flipped bit in the header",
      (bytes: Buffer) => flipBit(bytes, bytes.indexOf('"madeAt"') - 3),
      "is damaged",
    ],
    ["with a flipped bit in the records", (bytes: Buffer) => flipBit(bytes, bytes.length / 2), "is damaged"],
    ["with a flipped bit in the checksum", (bytes: Buffer) => flipBit(bytes, bytes.length - 9), "is damaged"],
    ["that was truncated", (bytes: Buffer) => bytes.subarray(0, bytes.length - 100), "is damaged"],
    ["that contains only the header", (bytes: Buffer) => bytes.subarray(0, bytes.indexOf("\n") + 1), "is damaged"],
    ["of another format", () => Buffer.from("PK\u0003\u0004"), "is not a backup"],
    ["that is empty", () => Buffer.alloc(0), "is not a backup"],
    ["of a newer format", withNewerFormat, "was made by a newer portal"],
  ])("restore refuses a file %s before it writes anything", async (_description, damage, error) => {
    const damagedFile = join(folder, "damaged");
    await writeFile(damagedFile, damage(Buffer.from(backupBytes)));
    const { connection } = await createEmptyDatabase();
    const refusal = restoreBackup({ connection, file: damagedFile, force: true, now: clock.now() });
    await expect(refusal).rejects.toThrow(new RegExp(`^damaged ${error}.*$`));
    expect(await databaseOf(connection).listCollections().toArray()).toEqual([]);
    await rm(damagedFile);
  });

  test("restore refuses a database with records unless it is forced", async () => {
    const { connection } = await restoreIntoEmptyDatabase(file);
    const rowCount = await connection.collection(paymentSchedule.name).countDocuments();
    const refusal = restoreBackup({ connection, file, force: false, now: clock.now() });
    await expect(refusal).rejects.toThrow(/^The database has data: --force/);
    await connection.collection(paymentSchedule.name).deleteMany({});
    await restoreBackup({ connection, file, force: true, now: clock.now() });
    expect(await connection.collection(paymentSchedule.name).countDocuments()).toBe(rowCount);
  });
});

test("the next start completes a restore that was interrupted between two collections", {
  tags: "requirement-30",
}, async () => {
  const { connection, uri, name } = await createEmptyDatabase();
  await stageRestore({ connection, file, force: false, now: clock.now() });
  const db = databaseOf(connection);
  const [stagedCommits] = (await db.listCollections({ name: /^restoring-.*\.commits$/ }).toArray()).map(
    (collection) => collection.name,
  );
  await db.renameCollection(stagedCommits ?? "", "commits");
  await expect(db.collection("commits").insertOne({})).rejects.toThrow(/validation/);
  const server = await startTestServer({ uri, name, clock });
  await server.stop();
  const { header, close } = await openBackup(file);
  await close();
  const collectionNames = (await listCollections(db)).map((collection) => collection.name);
  expect(collectionNames).toEqual(expect.arrayContaining(header.collections.map((collection) => collection.name)));
  expect(collectionNames.filter((collection) => collection.includes("restoring"))).toEqual([]);
  expect((await reconcile(new Store(connection))).differences).toEqual([]);
  await db.collection("commits").insertOne({});
});

const receiptForm = { HouseNo: "A-1", AmountPaid: 100, PaymentDate: "2026-11-14", PaymentMethod: "Cash", Remarks: "" };

function receiptNumber(record: unknown): unknown {
  return typeof record === "object" && record !== null && "ReceiptNo" in record ? record.ReceiptNo : undefined;
}

async function createEmptyDatabase(): Promise<{ connection: mongoose.Connection; uri: string; name: string }> {
  const uri = inject("mongoUri");
  const name = `restored-${randomUUID()}`;
  const connection = await connect(uri, name);
  onTestFinished(async () => {
    await connection.dropDatabase();
    await connection.close();
  });
  return { connection, uri, name };
}

async function restoreIntoEmptyDatabase(from: string) {
  const database = await createEmptyDatabase();
  await restoreBackup({ connection: database.connection, file: from, force: false, now: clock.now() });
  return database;
}

function flipBit(bytes: Buffer, offset: number): Buffer {
  const byteIndex = Math.floor(offset);
  bytes.writeUInt8(bytes.readUInt8(byteIndex) ^ 1, byteIndex);
  return bytes;
}

function withNewerFormat(bytes: Buffer): Buffer {
  return Buffer.from(bytes.toString("latin1").replace('"format":1', '"format":2'), "latin1");
}
