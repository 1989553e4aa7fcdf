// @module-tag requirement-49
import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import mongoose from "mongoose";
import { afterAll, expect, inject, onTestFinished, test } from "vitest";
import { databaseUri, isolatedEnv } from "../../scripts/lib/server-process.ts";
import { anchorsCollection, anchorsOf } from "../../server/commits/anchors.ts";
import { toRowChanges } from "../../server/commits/change-columns.ts";
import { type CommitDoc, commitsCollection } from "../../server/commits/commit.ts";
import { verifyDatabase } from "../../server/commits/verification/verify.ts";
import { connect } from "../../server/database/connection.ts";
import { latestVersion } from "../../server/database/migrations/migrations.ts";
import type { VerificationState } from "../../shared/endpoints/verification.ts";
import { dayClose } from "../../shared/resources/day-close.ts";
import { expenses } from "../../shared/resources/expenses.ts";
import { resources } from "../../shared/resources/index.ts";
import { paymentSchedule } from "../../shared/resources/payment-schedule.ts";
import { buildExpenseRows } from "../harness/builders.ts";
import { startFailingMongo } from "../harness/failing-mongo.ts";
import { openHarness, openSharedHarness } from "../harness/harness.ts";
import { assertOk } from "../harness/reply.ts";
import { Tamperer } from "../harness/tampering.ts";
import { startTestServer } from "../harness/test-server.ts";

const { admin, manager, clerk, ali, nobody, clock, portal, transaction, createSchedule } = await openSharedHarness();
const connection = await connect(inject("mongoUri"), portal.databaseName);
const commits = connection.collection<CommitDoc>(commitsCollection);
const tamperer = new Tamperer(connection);
afterAll(() => connection.close());
const { rows } = await createSchedule({ EndYear: 2027 });
const scheduleIds = rows.map(({ PaymentScheduleID }) => PaymentScheduleID);

type Filter = Readonly<Record<string, unknown>>;

const verify = () => verifyDatabase({ connection, resources, now: clock.now });

test("the verification finds no difference after concurrent writes of two servers, commits with columns and refused requests", async () => {
  const adminOnSecondServer = (await portal.startAnotherServer()).person("admin");
  await adminOnSecondServer.token();
  const setAllPaid = (IsPaid: 0 | 1) =>
    Promise.all(
      scheduleIds.map((id, index) =>
        (index % 2 === 0 ? admin : adminOnSecondServer).put(`/payment-schedule/${id}`, { IsPaid }),
      ),
    );
  for (const reply of [...(await setAllPaid(1)), ...(await setAllPaid(0))]) assertOk(reply);
  expect((await admin.put(`/payment-schedule/${scheduleIds[0]}`, { IsPaid: 7 })).status).toBe(400);
  expect((await admin.post("/role", { RoleName: "Admin" })).status).toBe(409);
  const inserted = await transaction((tx) => tx.insertMany(expenses, buildExpenseRows(600, 10)));
  await transaction(async (tx) => {
    for (const row of inserted.slice(0, 20)) tx.remove(expenses, row);
  });
  const { differences, commitCount, head } = await verify();
  expect(differences).toEqual([]);
  expect(commitCount).toBe(await commits.countDocuments({ part: 0 }));
  expect(head).toBe((await anchorsOf(connection).findOne({}, { sort: { _id: -1 } }))?.hash);
  expect((await verify()).head).toBe(head);
  const chains = await commits
    .distinct("server")
    .then((servers) => Promise.all(servers.map((server) => commits.distinct("chain", { server }))));
  expect(chains.length).toBeGreaterThanOrEqual(2);
  // Chains are continued, not started for each commit.
  expect(chains.flat().length).toBeLessThan(commitCount);
});

test("the verification reports a row that was changed, removed or added in the database, with its last commit", async () => {
  const [changedId = 0, removedId = 0] = scheduleIds;
  const changedCommit = await readLastCommit(changedId);
  const removedCommit = await readLastCommit(removedId);
  await tamperer.update(paymentSchedule.name, { _id: changedId }, { $inc: { AmountReceived: 100 } });
  await tamperer.remove(paymentSchedule.name, { _id: removedId });
  await tamperer.insert("plot", { ...(await tamperer.read("plot", {})), _id: 900, PlotID: 900, HouseNo: "Z-900" });
  await tamperer.update("plot", { HouseNo: "A-1" }, { $unset: { OwnedFrom: "" } });
  const differences = await verifyAndUndo();
  expect(differences).toHaveLength(4);
  expect(differences).toEqual(
    expect.arrayContaining([
      { what: "Row changed", resource: "payment-schedule", id: changedId, commit: changedCommit },
      { what: "Row removed", resource: "payment-schedule", id: removedId, commit: removedCommit },
      { what: "Row added", resource: "plot", id: 900, commit: null },
    ]),
  );
});

test("the verification ignores a field that a later release has added to rows but not to commits", async () => {
  await tamperer.update("society", {}, { $set: { "Limits.Later": true, Later: 1 } });
  expect(await verifyAndUndo()).toEqual([]);
});

const tamperings: [string, (target: Filter) => Promise<void>][] = [
  ["author", (target) => tamperer.update(commitsCollection, target, { $set: { "by.name": "x" } })],
  ["time", (target) => tamperer.update(commitsCollection, target, { $set: { at: new Date(0) } })],
  ["value", (target) => tamperer.update(commitsCollection, target, { $set: { "changes.0.id": 77 } })],
  ["content", (target) => tamperer.update(commitsCollection, target, { $set: { changes: "nonsense" } })],
  ["additional field", (target) => tamperer.update(commitsCollection, target, { $set: { note: "" } })],
  ["hash", (target) => tamperer.update(commitsCollection, target, { $set: { hash: "0".repeat(64) } })],
  ["removed hash", (target) => tamperer.update(commitsCollection, target, { $unset: { hash: "" } })],
  [
    "id, which is its place in the audit",
    async (target) => {
      const commit = await tamperer.read(commitsCollection, target);
      await tamperer.remove(commitsCollection, target);
      await tamperer.insert(commitsCollection, { ...commit, _id: new mongoose.mongo.ObjectId() });
    },
  ],
];

test.each(tamperings)("the verification reports a changed commit: %s", async (_name, tamper) => {
  const target = { ...(await findLongestChain()), position: 2 };
  const commit = await commits.findOne(target);
  await tamper(target);
  const expectedDifference = { what: "Commit changed", commit: commit?.transaction };
  expect(await verifyAndUndo()).toContainEqual(expect.objectContaining(expectedDifference));
});

test("the verification reports removed, copied and exchanged commits", async () => {
  const longestChain = await findLongestChain();
  const commitAt = (position: number) => ({ ...longestChain, position });
  const read = async (position: number) => {
    const commit = await commits.findOne(commitAt(position));
    if (!commit) throw new Error("The chain is too short");
    return commit;
  };
  await tamperer.remove(commitsCollection, commitAt(3));
  expect((await verifyAndUndo())[0]).toMatchObject({ what: "Commit removed", commit: (await read(4)).transaction });
  await tamperer.remove(commitsCollection, commitAt(0));
  expect((await verifyAndUndo())[0]).toMatchObject({ what: "Commit removed", commit: (await read(1)).transaction });
  const copy = { ...(await tamperer.read(commitsCollection, commitAt(3))), _id: new mongoose.mongo.ObjectId() };
  await tamperer.insert(commitsCollection, copy);
  await tamperer.forge(commitsCollection, { _id: copy._id }, {});
  expect(await verifyAndUndo()).toContainEqual(expect.objectContaining({ what: "Commit added" }));
  const [{ _id: thirdId, ...third }, { _id: fourthId, ...fourth }] = [await read(3), await read(4)];
  for (const [_id, fields] of [
    [thirdId, { ...fourth, position: 3, previous: third.previous }],
    [fourthId, { ...third, position: 4 }],
  ] as const) {
    await tamperer.remove(commitsCollection, { _id });
    await tamperer.insert(commitsCollection, { _id, ...fields });
    await tamperer.forge(commitsCollection, { _id }, {});
  }
  const exchanged = await verifyAndUndo();
  expect(exchanged[0]).toMatchObject({ what: "Commits replaced or reordered", commit: third.transaction });
  await tamperer.forge(commitsCollection, commitAt(3), { requestId: "forged" });
  const replaced = { what: "Commits replaced or reordered", commit: fourth.transaction };
  expect((await verifyAndUndo())[0]).toMatchObject(replaced);
});

test("the verification reports that the last commits were removed with their rows if they were anchored before", async () => {
  const [row] = await transaction((tx) => tx.insertMany(expenses, buildExpenseRows(1, 10)));
  const filter = { changes: { $elemMatch: { resource: expenses.name, id: row?.ExpenseID, type: "insert" } } };
  const removeBoth = async () => {
    await tamperer.remove(commitsCollection, filter);
    await tamperer.remove(expenses.name, { _id: row?.ExpenseID });
  };
  await removeBoth();
  await tamperer.undo();
  expect((await verify()).differences).toEqual([]);
  await removeBoth();
  expect(await verifyAndUndo()).toEqual([{ what: "Last commits removed", commit: null, resource: null, id: null }]);
});

test("the verification reports changed and removed anchors", async () => {
  await transaction((tx) => tx.insertMany(expenses, buildExpenseRows(1, 10)));
  await verify();
  expect(await anchorsOf(connection).countDocuments()).toBeGreaterThan(2);
  const readFirstDifferenceAfter = async (tampering: Promise<void>) => {
    await tampering;
    return (await verifyAndUndo())[0]?.what;
  };
  expect(await readFirstDifferenceAfter(tamperer.update(anchorsCollection, { _id: 1 }, { $set: { heads: [] } }))).toBe(
    "Anchor changed",
  );
  expect(await readFirstDifferenceAfter(tamperer.forge(anchorsCollection, { _id: 1 }, { heads: [] }))).toBe(
    "Anchor changed",
  );
  expect(await readFirstDifferenceAfter(tamperer.remove(anchorsCollection, { _id: 1 }))).toBe("Anchor removed");
  expect(await readFirstDifferenceAfter(tamperer.remove(anchorsCollection, { _id: 0 }))).toBe("Anchor removed");
});

test("the chain of an upgraded database begins with an anchor over its earlier commits", async () => {
  const name = `upgraded-${randomUUID()}`;
  const upgradedConnection = await connect(inject("mongoUri"), name);
  onTestFinished(async () => {
    await upgradedConnection.dropDatabase();
    await upgradedConnection.close();
  });
  for (const { collectionName } of (await connection.db?.collections()) ?? []) {
    // promoteValues: false copies each number with the type in which it is stored.
    const docs = await connection.collection(collectionName).find({}, { promoteValues: false }).toArray();
    if (docs.length > 0 && collectionName !== anchorsCollection)
      await upgradedConnection.collection(collectionName).insertMany(docs);
  }
  await upgradedConnection.collection("upgrades").updateOne({}, { $set: { version: latestVersion - 1 } });
  const upgradedCommits = upgradedConnection.collection<CommitDoc>(commitsCollection);
  await upgradedCommits.updateMany({}, { $unset: { chain: "", position: "", previous: "", hash: "" } });
  const count = await upgradedCommits.countDocuments();
  const upgrade = await startTestServer({ uri: inject("mongoUri"), name, clock });
  await upgrade.stop();
  const verifyUpgraded = () => verifyDatabase({ connection: upgradedConnection, resources, now: clock.now });
  expect(await verifyUpgraded()).toMatchObject({ differences: [], unchained: { count } });
  await upgradedCommits.updateOne({}, { $set: { "by.name": "Somebody else" } });
  expect((await verifyUpgraded()).differences[0]).toMatchObject({ what: "Earlier commits changed" });
});

test("a started verification runs in the background, and clients are informed of its result", async () => {
  const { body: before } = assertOk(await admin.get("/verification"));
  expect(before.data).toMatchObject({ At: null, Broken: null, Running: null });
  for (const person of [manager, clerk, ali, nobody]) {
    expect((await person.get("/verification")).status).toBe(403);
    expect((await person.post("/verification")).status).toBe(403);
  }
  const socket = await admin.openSocket();
  await socket.watch(["verification"]);
  const runVerification = async () => {
    const { length } = socket.received.resyncs;
    assertOk(await admin.post("/verification"));
    await socket.waitFor(({ resyncs }) => resyncs.length > length);
    const read = async () => assertOk(await admin.get("/verification")).body.data as VerificationState;
    await expect.poll(read).toMatchObject({ At: expect.any(String), Running: null });
    return read();
  };
  const firstResult = await runVerification();
  expect(firstResult).toMatchObject({ At: clock.now().toISOString(), By: "admin", Broken: null, Running: null });
  expect(firstResult.Head).toMatch(/^[0-9a-f]{64}$/);
  const commit = await readLastCommit(scheduleIds[0] ?? 0);
  await tamperer.update(paymentSchedule.name, { _id: scheduleIds[0] }, { $set: { IsPaid: 1 } });
  const expected = { commit, resource: "payment-schedule", id: scheduleIds[0], what: "Row changed" };
  expect(await runVerification()).toMatchObject({ Broken: expected, BreakCount: 1, Breaks: [expected] });
  await tamperer.undo();
  expect(await verifyAndUndo()).toEqual([]);
  const anchors = await anchorsOf(connection).find().sort({ _id: -1 }).toArray();
  for (const { _id, hash } of anchors) {
    await tamperer.remove(anchorsCollection, { _id });
    if (hash === firstResult.Head) break;
  }
  expect((await verifyAndUndo()).at(-1)).toMatchObject({ what: "Anchor removed" });
});

test("a verification of the command line that fails no longer counts as running", {
  tags: "soak",
  timeout: 180_000,
}, async () => {
  const { uri, failCommands, stopFailing } = await startFailingMongo();
  const { admin, portal } = await openHarness({ uri });
  // Only a verification reads all day closes.
  await failCommands({ failCommands: ["find"], namespace: `${portal.databaseName}.${dayClose.name}`, errorCode: 1 });
  const MONGODB_URI = databaseUri(uri, portal.databaseName);
  const env = { ...process.env, ...isolatedEnv(tmpdir()), MONGODB_URI };
  const command = promisify(execFile)(process.execPath, ["--import", "tsx/esm", "scripts/verify.ts"], { env });
  await expect(command).rejects.toMatchObject({ code: 1, stdout: "MongoDB: the MongoDB at MONGODB_URI\n" });
  expect(await stopFailing()).toBe(1);
  const { data } = assertOk(await admin.get("/verification")).body;
  expect(data).toMatchObject({ At: null, Running: null, HasFailed: true });
});

test("the verification accepts a restored backup and reports the restore with the head that it replaced", async () => {
  const file = join(tmpdir(), `verification-${randomUUID()}`);
  onTestFinished(() => rm(file, { force: true }));
  await portal.backup(file);
  const socket = await admin.openSocket();
  assertOk(await admin.post("/logout"));
  const { head: replaced } = await verify();
  await portal.restore(file);
  await socket.waitFor((_received, { connected }) => !connected);
  admin.forgetToken();
  await expect.poll(async () => (await admin.get("/account")).status).toBe(200);
  await transaction((tx) => tx.insertMany(expenses, buildExpenseRows(1, 10)));
  const { differences, restoredBackups, head } = await verify();
  expect({ differences, restoredBackups }).toEqual({
    differences: [],
    restoredBackups: [{ madeAt: clock.now(), replaced }],
  });
  expect(head).not.toBe(replaced);
  expect(await commits.countDocuments({ requestId: "restore" })).toBe(1);
  await tamperer.remove(anchorsCollection, { "restored.replaced": replaced });
  expect((await verifyAndUndo())[0]).toMatchObject({ what: "Anchor removed" });
});

/** The transaction that has written the current version of the installment. */
async function readLastCommit(id: number): Promise<string | undefined> {
  const row = await connection.collection<{ _id: number; Version: number }>(paymentSchedule.name).findOne({ _id: id });
  for await (const { transaction: name, changes } of commits.find({ "changes.id": id }))
    for (const change of toRowChanges(changes))
      if (change.id === id && change.resource === paymentSchedule.name && change.after?.Version === row?.Version)
        return name;
  return undefined;
}

/** The chain with the most commits. Its server and number depend on the load of the machine. */
async function findLongestChain(): Promise<Pick<CommitDoc, "server" | "chain">> {
  const last = await commits.findOne({}, { sort: { position: -1 } });
  return { server: last?.server, chain: last?.chain };
}

async function verifyAndUndo() {
  const { differences } = await verify();
  await tamperer.undo();
  return differences;
}
