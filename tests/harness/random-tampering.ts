import type mongoose from "mongoose";
import { expect, inject, onTestFinished } from "vitest";
import { countRows, toRowChanges } from "../../server/commits/change-columns.ts";
import { type CommitDoc, commitsCollection } from "../../server/commits/commit.ts";
import { verifyDatabase } from "../../server/commits/verification/verify.ts";
import { connect } from "../../server/database/connection.ts";
import type { Difference } from "../../shared/domain/verification.ts";
import { expenses } from "../../shared/resources/expenses.ts";
import { resources } from "../../shared/resources/index.ts";
import { openHarness } from "./harness.ts";
import { assertOk } from "./reply.ts";
import { Tamperer } from "./tampering.ts";
import type { TestRandom } from "./test-random.ts";

type Commit = mongoose.mongo.WithId<CommitDoc>;

interface Row {
  resource: string;
  doc: mongoose.mongo.BSON.Document;
  /** The fields that can have any value: those without a unique index. */
  fields: readonly string[];
}

/** One change made directly in the database. */
interface Change {
  /** Description in the message of a failed test. */
  name: string;
  apply: () => Promise<void>;
  isReportedBy: (found: Difference) => boolean;
}

interface RandomTamperingOptions {
  connection: mongoose.Connection;
  tamperer: Tamperer;
  random: TestRandom;
}

/**
 * Writes a history with two servers, then changes its commits and rows in rounds; each round is undone. Throws if a
 * verification does not report one of the changes, or reports anything after they were undone.
 */
export async function runRandomTampering(
  random: TestRandom,
  { rounds, changesPerRound }: { rounds: number; changesPerRound: number },
): Promise<void> {
  const { admin, portal, clock, createSchedule, createExpense } = await openHarness();
  const connection = await connect(inject("mongoUri"), portal.databaseName);
  onTestFinished(() => connection.close());
  const other = (await portal.startAnotherServer()).person("admin");
  const { rows } = await createSchedule({ EndYear: 2027 });
  for (const [index, { PaymentScheduleID }] of rows.entries()) {
    const person = index % 2 === 0 ? admin : other;
    assertOk(await person.put(`/payment-schedule/${PaymentScheduleID}`, { IsPaid: 1 }));
    if (index % 4 === 0) await createExpense();
  }
  const verify = () => verifyDatabase({ connection, resources, now: clock.now });
  // The first verification also anchors all commits.
  expect((await verify()).differences).toEqual([]);
  const tamperer = new Tamperer(connection);
  const tampering = await createRandomTampering({ connection, tamperer, random });
  let total = 0;
  for (let round = 0; round < rounds; round++) {
    const changes = tampering.chooseChanges(changesPerRound);
    for (const { apply } of changes) await apply();
    const { differences } = await verify();
    const missed = changes.filter(({ isReportedBy }) => !differences.some(isReportedBy)).map(({ name }) => name);
    expect(missed).toEqual([]);
    await tamperer.undo();
    total += changes.length;
  }
  expect((await verify()).differences).toEqual([]);
  expect(total).toBeGreaterThanOrEqual(rounds * changesPerRound * 0.9);
}

/** Chooses changes of commits and rows at random, so that a verification must report each of them. */
async function createRandomTampering({ connection, tamperer, random }: RandomTamperingOptions) {
  const allCommits = await connection.collection<CommitDoc>(commitsCollection).find({}).toArray();
  // A commit with more rows could exceed the limit of the list of differences.
  const commits = allCommits.filter(({ changes }) => countRows(changes) <= 3);
  const rows: Row[] = [];
  for (const { name, derivedFrom, unique, partialUnique } of resources) {
    if (derivedFrom) continue;
    const indexed = new Set([...unique.flat(), ...(partialUnique?.keys ?? [])]);
    for (const doc of await connection.collection(name).find({}).toArray()) {
      const fields = Object.keys(doc).filter((field) => !field.startsWith("_") && !indexed.has(field));
      rows.push({ resource: name, doc, fields });
    }
  }
  const commitByPosition = new Map(allCommits.map((commit) => [chainPosition(commit, 0), commit]));
  let addedRowCount = 0;

  return { chooseChanges };

  /** At most `count` changes. No two of them concern neighbours in a chain, or a commit and one of its rows. */
  function chooseChanges(count: number): Change[] {
    const changes: Change[] = [];
    const blocked = new Set<string>();
    for (let tries = 0; changes.length < count / 2 && tries < count * 4; tries++) {
      const commit = random.pick(commits);
      if ([-1, 0, 1].some((offset) => blocked.has(chainPosition(commit, offset)))) continue;
      blocked.add(chainPosition(commit, 0));
      for (const { resource, id } of toRowChanges(commit.changes)) blocked.add(`${resource} ${id}`);
      changes.push(changeCommit(commit));
    }
    for (let tries = 0; changes.length < count && tries < count * 4; tries++) {
      const row = random.pick(rows);
      const key = `${row.resource} ${row.doc._id}`;
      if (blocked.has(key)) continue;
      blocked.add(key);
      changes.push(changeRow(row));
    }
    return changes;
  }

  function changeCommit(commit: Commit): Change {
    const { _id, transaction } = commit;
    const following = commitByPosition.get(chainPosition(commit, 1))?.transaction;
    const isChanged = ({ what, commit: named }: Difference) => what === "Commit changed" && named === transaction;
    const update = (fields: object): Change => ({
      name: `commit ${transaction} with ${JSON.stringify(fields)}`,
      apply: () => tamperer.update(commitsCollection, { _id }, { $set: fields }),
      isReportedBy: isChanged,
    });
    return random.pick<() => Change>([
      () => update({ "by.name": "Somebody else" }),
      () => update({ at: new Date(random.below(2 ** 40)) }),
      () => update({ "changes.0.resource": "other" }),
      () => update({ hash: String(random.below(10)).repeat(64) }),
      () => ({
        name: `copy of commit ${transaction}`,
        apply: async () => tamperer.insert(commitsCollection, { ...commit, _id: newObjectId(connection) }),
        isReportedBy: isChanged,
      }),
      () => ({
        name: `commit ${transaction} with another request and the right hash`,
        apply: () => tamperer.forge(commitsCollection, { _id }, { requestId: "forged" }),
        isReportedBy: ({ what, commit: named }) =>
          what === "Commits replaced or reordered" && (named === transaction || named === following),
      }),
      () => ({
        name: `removed commit ${transaction}`,
        apply: () => tamperer.remove(commitsCollection, { _id }),
        isReportedBy: ({ what, commit: named }) =>
          following === undefined ? what === "Last commits removed" : what === "Commit removed" && named === following,
      }),
    ])();
  }

  function changeRow({ resource, doc, fields }: Row): Change {
    const { _id } = doc;
    const field = random.pick(fields);
    const isReported = (expected: Difference["what"], id: number) => (found: Difference) =>
      found.what === expected && found.resource === resource && found.id === id;
    return random.pick<() => Change>([
      () => ({
        name: `${resource} ${_id} with another ${field}`,
        apply: () => tamperer.update(resource, { _id }, { $set: { [field]: differentFrom(doc[field]) } }),
        isReportedBy: isReported("Row changed", _id),
      }),
      () => ({
        name: `${resource} ${_id} without ${field}`,
        apply: () => tamperer.update(resource, { _id }, { $unset: { [field]: "" } }),
        isReportedBy: isReported("Row changed", _id),
      }),
      () => ({
        name: `removed ${resource} ${_id}`,
        apply: () => tamperer.remove(resource, { _id }),
        isReportedBy: isReported("Row removed", _id),
      }),
      () => {
        const id = 1_000_000 + ++addedRowCount;
        return {
          name: `added expense ${id}`,
          apply: () => tamperer.insert(expenses.name, { _id: id, ExpenseID: id, Version: 1 }),
          isReportedBy: ({ what, resource: name, id: named }) =>
            what === "Row added" && name === expenses.name && named === id,
        };
      },
    ])();
  }
}

function chainPosition({ server, chain, position = 0 }: CommitDoc, offset: number): string {
  return `${server} ${chain} ${position + offset}`;
}

function newObjectId(connection: mongoose.Connection): unknown {
  return new connection.base.mongo.ObjectId();
}

function differentFrom(value: unknown): unknown {
  if (typeof value === "number") return value + 1;
  return typeof value === "string" ? `${value}x` : "other";
}
