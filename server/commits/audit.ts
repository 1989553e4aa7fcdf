import mongoose from "mongoose";
import type { Doc, RowChange } from "../database/store.ts";
import { type Actor, type CommitDoc, commitsCollection } from "./commit.ts";

/** One change of one row, with its actor and time. */
export interface AuditEntry extends RowChange {
  /** Pass it as `after` to read the entries that follow this one. */
  cursor: string;
  at: Date;
  by: Actor;
  requestId: string;
}

/** Conditions on the entries; those that are set are combined with AND. */
export interface AuditFilter {
  resources: readonly string[];
  id?: number;
  type?: RowChange["type"];
  userId?: number;
  /** Rows that belong to this plot, before or after the change. */
  plot?: number;
  /** Inclusive. */
  from?: Date;
  /** Exclusive. */
  before?: Date;
}

/** Matching changes after the cursor `after`, newest first. Undefined if `after` is not a valid cursor. */
export async function readAuditTrail(
  connection: mongoose.Connection,
  { filter, after }: { filter: AuditFilter; after: string | undefined },
): Promise<AsyncIterable<AuditEntry> | undefined> {
  const commits = connection.collection<CommitDoc>(commitsCollection);
  if (after === undefined) return readEntries(commits, { filter });
  const [id = "", index = ""] = after.split(".");
  const last = mongoose.isObjectIdOrHexString(id) ? new mongoose.Types.ObjectId(id) : undefined;
  const commit = last && (await commits.findOne({ _id: last }));
  if (!commit || !/^\d{1,3}$/.test(index)) return undefined;
  return readEntries(commits, { filter, last: { commit, index: Number(index) } });
}

/** The row as it was before it was deleted; undefined if it was not deleted. */
export async function readLastState(
  connection: mongoose.Connection,
  { resource: { name: resource }, id }: { resource: { name: string }; id: number },
): Promise<Doc | undefined> {
  const filter = { resources: [resource], id, type: "delete" } as const;
  for await (const { before } of readEntries(connection.collection<CommitDoc>(commitsCollection), { filter }))
    return before ?? undefined;
  return undefined;
}

/** The rows of a resource that a transaction inserted. */
export interface InsertedRows {
  first: Doc | undefined;
  count: number;
}

/** Reads what a transaction inserted, to build its response again after the response was lost. */
export async function readInsertedRows(
  connection: mongoose.Connection,
  { transaction, resource }: { transaction: string; resource: string },
): Promise<InsertedRows> {
  const inserted: InsertedRows = { first: undefined, count: 0 };
  const commits = connection.collection<CommitDoc>(commitsCollection).find({ transaction }).sort({ part: 1 });
  for await (const { changes } of commits)
    for (const { after } of changes.filter((change) => change.resource === resource && change.type === "insert")) {
      inserted.first ??= after ?? undefined;
      inserted.count++;
    }
  return inserted;
}

/** Creates the indexes of the commits collection. */
export async function ensureCommitIndexes(connection: mongoose.Connection): Promise<void> {
  await connection
    .collection<CommitDoc>(commitsCollection)
    .createIndexes([
      { key: { at: -1, _id: -1 } },
      { key: { transaction: 1 } },
      { key: { "changes.resource": 1, "changes.id": 1, at: -1, _id: -1 } },
      { key: { "sums.resource": 1, at: -1, _id: -1 } },
      { key: { "changes.after.PlotID": 1, at: -1, _id: -1 } },
      { key: { "changes.before.PlotID": 1, at: -1, _id: -1 } },
    ]);
}

type StoredCommit = mongoose.mongo.WithId<CommitDoc>;

interface AuditQuery {
  filter: AuditFilter;
  /** The last entry that was read. */
  last?: { commit: StoredCommit; index: number };
}

async function* readEntries(
  commits: mongoose.mongo.Collection<CommitDoc>,
  { filter, last }: AuditQuery,
): AsyncGenerator<AuditEntry> {
  if (last) yield* matchingChanges(last.commit, { filter, below: last.index });
  for await (const commit of commits.find(commitFilter(filter, last?.commit)).sort({ at: -1, _id: -1 }).batchSize(50))
    yield* matchingChanges(commit, { filter, below: commit.changes.length });
}

/** The matching changes of one commit with an index lower than `below`, in reverse order. */
function* matchingChanges(
  commit: StoredCommit,
  { filter, below }: { filter: AuditFilter; below: number },
): Generator<AuditEntry> {
  const { _id, at, by, requestId, changes } = commit;
  for (let index = Math.min(below, changes.length) - 1; index >= 0; index--) {
    const change = changes[index];
    if (change && matchesFilter(change, filter)) yield { ...change, cursor: `${_id}.${index}`, at, by, requestId };
  }
}

function matchesFilter(change: RowChange, { resources, id, type, plot }: AuditFilter): boolean {
  if (id !== undefined && change.id !== id) return false;
  if (plot !== undefined && change.before?.PlotID !== plot && change.after?.PlotID !== plot) return false;
  return (type === undefined || change.type === type) && resources.includes(change.resource);
}

/** Selects commits that may hold a matching change; `matchesFilter` then checks each change. */
function commitFilter(
  { resources, id, userId, plot, from, before }: AuditFilter,
  last: StoredCommit | undefined,
): mongoose.mongo.Filter<CommitDoc> {
  const conditions: mongoose.mongo.Filter<CommitDoc>[] = [
    { changes: { $elemMatch: { resource: { $in: [...resources] }, ...(id === undefined ? {} : { id }) } } },
  ];
  if (plot !== undefined)
    conditions.push({ $or: [{ "changes.after.PlotID": plot }, { "changes.before.PlotID": plot }] });
  if (userId !== undefined) conditions.push({ "by.UserID": userId });
  if (from) conditions.push({ at: { $gte: from } });
  if (before) conditions.push({ at: { $lt: before } });
  if (last) conditions.push({ $or: [{ at: { $lt: last.at } }, { at: last.at, _id: { $lt: last._id } }] });
  return { $and: conditions };
}
