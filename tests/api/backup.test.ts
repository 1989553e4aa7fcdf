import { randomUUID } from "node:crypto";
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type mongoose from "mongoose";
import { afterAll, describe, expect, inject, onTestFinished, test } from "vitest";
import { collectionsIn, databaseOf } from "../../server/backup/collections.ts";
import { openBackup } from "../../server/backup/read.ts";
import { beginRestore, restoreBackup } from "../../server/backup/restore.ts";
import { writeBackup } from "../../server/backup/write.ts";
import { connect } from "../../server/database.ts";
import { checkBooks } from "../../server/ground/check-books.ts";
import { Store } from "../../server/kernel/store.ts";
import { resources } from "../../shared/resources/index.ts";
import { paymentReceipt } from "../../shared/resources/payment-receipt.ts";
import { paymentSchedule } from "../../shared/resources/payment-schedule.ts";
import { Person } from "../world/person.ts";
import { accepted } from "../world/reply.ts";
import { openServer } from "../world/running.ts";
import { sharedWorld } from "../world/world.ts";

const { admin, clock, portal, society, aSchedule, anExpense } = await sharedWorld();
const folder = await mkdtemp(join(tmpdir(), "backup-"));
afterAll(() => rm(folder, { recursive: true, force: true }));
const file = join(folder, "portal.backup");
await aSchedule();
await anExpense();
await portal.backup(file);
const whole = await readFile(file);

const paths = [
  "/dashboard/summary",
  `/plot/${society.ali.PlotID}/statement`,
  "/payment-schedule",
  "/payment-receipt?voided=1",
  "/role-permissions",
];

test("a backup during payments restores into books of one moment", async () => {
  const pay = async (HouseNo: string) => accepted(await admin.post("/payment-receipt", { ...receipt, HouseNo }));
  await pay("A-1");
  let paying = true;
  const payments = Promise.all(
    ["A-1", "A-2"].map(async (HouseNo) => {
      while (paying) await pay(HouseNo);
    }),
  );
  const { collections } = await portal.backup(file).finally(() => {
    paying = false;
  });
  await payments;
  const { connection } = await restored(file);
  const checked = await checkBooks(new Store(connection, resources));
  expect(checked.differences).toEqual([]);
  expect(checked.receipts).toBe(collections.find(({ name }) => name === "payment-receipt")?.count);
  expect(checked.receipts).toBeLessThan((await admin.list(paymentReceipt)).length);
});

test("what is restored into an empty database tells, and takes, what the portal did", async () => {
  await portal.backup(file);
  const { uri, name } = await restored(file);
  const server = await openServer({ uri, name, clock });
  try {
    const door = { url: () => server.url, now: clock.now, rename: async () => undefined };
    const there = new Person({ username: "admin", door });
    for (const path of paths) expect(accepted(await there.get(path)).body).toEqual((await admin.get(path)).body);
    const report = accepted(await there.post("/generate-report", { month: 11, year: 2026 }));
    expect(report.body).toEqual((await admin.post("/generate-report", { month: 11, year: 2026 })).body);
    const here = accepted(await admin.post("/payment-receipt", receipt)).body.data;
    const copy = accepted(await there.post("/payment-receipt", receipt)).body.data;
    expect(copy).toMatchObject({ ReceiptNo: expect.any(Number) });
    expect(numberOf(copy)).toBe(numberOf(here));
    // A token names its session, and those of the lost portal must not come to mean anybody.
    const asBefore = { authorization: `Bearer ${await admin.token()}` };
    const passer = new Person({ door });
    expect((await passer.send({ method: "GET", path: "/me", headers: asBefore })).status).toBe(401);
  } finally {
    await server.stop();
  }
});

test("the file is its owner's only, replaced when the next one is whole, and nothing else is left", async () => {
  await portal.backup(file);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await readdir(folder)).toEqual(["portal.backup"]);
});

test("nothing is no backup", async () => {
  const { connection } = await emptyDatabase();
  const refusal = writeBackup({ connection, file: join(folder, "empty"), now: clock.now(), portal: "" });
  await expect(refusal).rejects.toThrow("There is nothing here to back up");
});

describe("before the first write a file is refused", () => {
  test.each([
    ["of which a bit has flipped in the head", (bytes: Buffer) => flipped(bytes, 60), "is damaged"],
    ["of which a bit has flipped in the records", (bytes: Buffer) => flipped(bytes, bytes.length / 2), "is damaged"],
    ["of which a bit has flipped in the seal", (bytes: Buffer) => flipped(bytes, bytes.length - 9), "is damaged"],
    ["that was cut off", (bytes: Buffer) => bytes.subarray(0, bytes.length - 100), "is damaged"],
    ["of which only the head is left", (bytes: Buffer) => bytes.subarray(0, bytes.indexOf("\n") + 1), "is damaged"],
    ["that is something else", () => Buffer.from("PK\u0003\u0004"), "is not a backup"],
    ["that is empty", () => Buffer.alloc(0), "is not a backup"],
    ["of a newer portal", newer, "was made by a newer portal"],
  ])("%s", async (_what, spoil, said) => {
    const spoiled = join(folder, "spoiled");
    await writeFile(spoiled, spoil(Buffer.from(whole)));
    const { connection } = await emptyDatabase();
    const refusal = restoreBackup({ connection, file: spoiled, force: true, now: clock.now() });
    await expect(refusal).rejects.toThrow(new RegExp(`^spoiled ${said}.*$`));
    expect(await databaseOf(connection).listCollections().toArray()).toEqual([]);
    await rm(spoiled);
  });

  test("where there are records already, unless it is forced", async () => {
    const { connection } = await restored(file);
    const rows = await connection.collection(paymentSchedule.name).countDocuments();
    const refusal = restoreBackup({ connection, file, force: false, now: clock.now() });
    await expect(refusal).rejects.toThrow(/^There is data already: --force/);
    await connection.collection(paymentSchedule.name).deleteMany({});
    await restoreBackup({ connection, file, force: true, now: clock.now() });
    expect(await connection.collection(paymentSchedule.name).countDocuments()).toBe(rows);
  });
});

test("a restore that was cut off between two collections is completed by the next start", async () => {
  const { connection, uri, name } = await emptyDatabase();
  await beginRestore({ connection, file, force: false, now: clock.now() });
  const db = databaseOf(connection);
  const [staged] = (await db.listCollections({ name: /^restoring-.*\.commits$/ }).toArray()).map((one) => one.name);
  await db.renameCollection(staged ?? "", "commits");
  await expect(db.collection("commits").insertOne({})).rejects.toThrow(/validation/);
  const server = await openServer({ uri, name, clock });
  await server.stop();
  const { header, close } = await openBackup(file);
  await close();
  const present = (await collectionsIn(db)).map((one) => one.name);
  expect(present).toEqual(expect.arrayContaining(header.collections.map((one) => one.name)));
  expect(present.filter((one) => one.includes("restoring"))).toEqual([]);
  expect((await checkBooks(new Store(connection, resources))).differences).toEqual([]);
  await db.collection("commits").insertOne({});
});

const receipt = { HouseNo: "A-1", AmountPaid: 100, PaymentDate: "2026-11-14", PaymentMethod: "Cash", Remarks: "" };

function numberOf(record: unknown): unknown {
  return typeof record === "object" && record !== null && "ReceiptNo" in record ? record.ReceiptNo : undefined;
}

async function emptyDatabase(): Promise<{ connection: mongoose.Connection; uri: string; name: string }> {
  const uri = inject("mongoUri");
  const name = `restored-${randomUUID()}`;
  const connection = await connect(uri, name);
  onTestFinished(async () => {
    await connection.dropDatabase();
    await connection.close();
  }, 60_000);
  return { connection, uri, name };
}

async function restored(from: string) {
  const database = await emptyDatabase();
  await restoreBackup({ connection: database.connection, file: from, force: false, now: clock.now() });
  return database;
}

function flipped(bytes: Buffer, at: number): Buffer {
  const place = Math.floor(at);
  bytes.writeUInt8(bytes.readUInt8(place) ^ 1, place);
  return bytes;
}

function newer(bytes: Buffer): Buffer {
  return Buffer.from(bytes.toString("latin1").replace('"format":1', '"format":2'), "latin1");
}
