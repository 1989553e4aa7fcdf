import mongoose from "mongoose";
import type { Doc } from "../database/store.ts";
import { type Actor, type CommitDoc, commitsCollection, type RowChange } from "./commit.ts";

/** One change of one row, and who made it when. */
export interface AuditEntry extends RowChange {
  /** The place of the entry in the books, good as `after`. */
  cursor: string;
  at: Date;
  by: Actor;
  requestId: string;
}

/** Which changes are asked for; what is left out does not narrow. */
export interface AuditFilter {
  resources: readonly string[];
  id?: number;
  type?: RowChange["type"];
  userId?: number;
  /** The rows that belong, or belonged, to this plot. */
  plot?: number;
  /** The first moment. */
  from?: Date;
  /** The moment after the last. */
  before?: Date;
}

/** All changes that match, newest first, from the one after `after` on. Undefined when `after` is no place in the books. */
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

/** A record that is gone, as it was when it was deleted. */
export async function readLastState(
  connection: mongoose.Connection,
  { resource: { name: resource }, id }: { resource: { name: string }; id: number },
): Promise<Doc | undefined> {
  const filter = { resources: [resource], id, type: "delete" } as const;
  for await (const { before } of readEntries(connection.collection<CommitDoc>(commitsCollection), { filter }))
    return before ?? undefined;
  return undefined;
}

type StoredCommit = mongoose.mongo.WithId<CommitDoc>;

interface AuditQuery {
  filter: AuditFilter;
  /** The entry that was read last. */
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

/** The changes of one commit in front of the one at `below`, the last first. */
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

/** The commits in which such a change may be; its changes are looked at one by one afterwards. */
function commitFilter(
  { resources, id, userId, plot, from, before }: AuditFilter,
  last: StoredCommit | undefined,
): mongoose.mongo.Filter<CommitDoc> {
  const parts: mongoose.mongo.Filter<CommitDoc>[] = [
    { changes: { $elemMatch: { resource: { $in: [...resources] }, ...(id === undefined ? {} : { id }) } } },
  ];
  if (plot !== undefined) parts.push({ $or: [{ "changes.after.PlotID": plot }, { "changes.before.PlotID": plot }] });
  if (userId !== undefined) parts.push({ "by.UserID": userId });
  if (from) parts.push({ at: { $gte: from } });
  if (before) parts.push({ at: { $lt: before } });
  if (last) parts.push({ $or: [{ at: { $lt: last.at } }, { at: last.at, _id: { $lt: last._id } }] });
  return { $and: parts };
}
