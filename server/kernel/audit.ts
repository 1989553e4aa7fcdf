import mongoose from "mongoose";
import { type Actor, type CommitDoc, commitsCollection, type RowChange } from "./commit.ts";

/** One change of one row, and who made it when. */
export interface AuditEntry extends RowChange {
  /** The place of the entry in the books, good as `after`. */
  place: string;
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
  /** The first and the last moment, both included. */
  from: Date;
  to: Date;
}

/** All changes that match, newest first, from the one after `after` on. Undefined when `after` is no place in the books. */
export async function auditTrail(
  connection: mongoose.Connection,
  { filter, after }: { filter: AuditFilter; after: string | undefined },
): Promise<AsyncIterable<AuditEntry> | undefined> {
  const commits = connection.collection<CommitDoc>(commitsCollection);
  if (after === undefined) return entries(commits, { filter });
  const [id = "", index = ""] = after.split(".");
  const last = mongoose.isObjectIdOrHexString(id) ? new mongoose.Types.ObjectId(id) : undefined;
  const commit = last && (await commits.findOne({ _id: last }));
  if (!commit || !/^\d{1,3}$/.test(index)) return undefined;
  return entries(commits, { filter, last: { commit, index: Number(index) } });
}

type StoredCommit = mongoose.mongo.WithId<CommitDoc>;

interface Reading {
  filter: AuditFilter;
  /** The entry that was read last. */
  last?: { commit: StoredCommit; index: number };
}

async function* entries(
  commits: mongoose.mongo.Collection<CommitDoc>,
  { filter, last }: Reading,
): AsyncGenerator<AuditEntry> {
  if (last) yield* changesOf(last.commit, { filter, below: last.index });
  for await (const commit of commits.find(commitsThat(filter, last?.commit)).sort({ at: -1, _id: -1 }).batchSize(50))
    yield* changesOf(commit, { filter, below: commit.changes.length });
}

/** The changes of one commit in front of the one at `below`, the last first. */
function* changesOf(
  commit: StoredCommit,
  { filter, below }: { filter: AuditFilter; below: number },
): Generator<AuditEntry> {
  const { _id, at, by, requestId, changes } = commit;
  for (let index = Math.min(below, changes.length) - 1; index >= 0; index--) {
    const change = changes[index];
    if (change && isAskedFor(change, filter)) yield { ...change, place: `${_id}.${index}`, at, by, requestId };
  }
}

function isAskedFor({ resource, id, type }: RowChange, filter: AuditFilter): boolean {
  if (filter.id !== undefined && filter.id !== id) return false;
  return (filter.type === undefined || filter.type === type) && filter.resources.includes(resource);
}

function commitsThat(
  { resources, id, userId, from, to }: AuditFilter,
  last: StoredCommit | undefined,
): mongoose.mongo.Filter<CommitDoc> {
  const change = { resource: { $in: [...resources] }, ...(id === undefined ? {} : { id }) };
  const older = last && { $or: [{ at: { $lt: last.at } }, { at: last.at, _id: { $lt: last._id } }] };
  return {
    at: { $gte: from, $lte: to },
    changes: { $elemMatch: change },
    ...(userId === undefined ? {} : { "by.UserID": userId }),
    ...older,
  };
}
