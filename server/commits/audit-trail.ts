import mongoose from "mongoose";
import type { Doc, RowChange } from "../database/store.ts";
import { toRowChanges } from "./change-columns.ts";
import { type Actor, buildPlotConditions, type CommitDoc, commitsCollection, concernsPlots } from "./commit.ts";

/** One change of one row, with its actor and time. */
export interface AuditEntry extends RowChange {
  /** `<id of the commit document>.<index of the change in it>`. */
  entryId: string;
  at: Date;
  by: Actor;
  approvedBy?: Actor;
  requestId: string;
}

/** Conditions on the entries. An entry must match every condition that is set. */
export interface AuditFilter {
  resources: readonly string[];
  /** The id of the changed row. */
  id?: number;
  type?: RowChange["type"];
  /** The user who made or approved the change. */
  userId?: number;
  /** Rows that belong to this plot, or transfer credit to it, before or after the change. */
  plotId?: number;
  /** Inclusive. */
  fromTime?: Date;
  /** Exclusive. */
  beforeTime?: Date;
}

/**
 * The matching entries, newest first; with `afterEntryId`, those older than that entry. Undefined if the id is
 * malformed or its commit does not exist.
 */
export async function readAuditTrail(
  connection: mongoose.Connection,
  { filter, afterEntryId }: { filter: AuditFilter; afterEntryId: string | undefined },
): Promise<AsyncIterable<AuditEntry> | undefined> {
  const commits = connection.collection<CommitDoc>(commitsCollection);
  if (afterEntryId === undefined) return readEntries(commits, { filter });
  const [commitId = "", index = ""] = afterEntryId.split(".");
  if (!mongoose.isObjectIdOrHexString(commitId) || !/^\d{1,3}$/.test(index)) return undefined;
  const commit = await commits.findOne({ _id: new mongoose.Types.ObjectId(commitId) });
  return commit ? readEntries(commits, { filter, lastRead: { commit, index: Number(index) } }) : undefined;
}

/** All matching entries, newest first. */
export function readAllEntries(connection: mongoose.Connection, filter: AuditFilter): AsyncIterable<AuditEntry> {
  return readEntries(connection.collection<CommitDoc>(commitsCollection), { filter });
}

/** The row as it was when it was deleted; undefined if it was not deleted. */
export async function readDeletedRow(
  connection: mongoose.Connection,
  { resource, id }: { resource: { name: string }; id: number },
): Promise<Doc | undefined> {
  const filter = { resources: [resource.name], id, type: "delete" } as const;
  for await (const { before } of readAllEntries(connection, filter)) return before ?? undefined;
  return undefined;
}

/**
 * All changes of the transaction that inserted this row; none if no transaction inserted it. A transaction with many
 * changes has several commit documents, its parts.
 */
export async function readTransactionOfInsert(
  connection: mongoose.Connection,
  { resource, id }: { resource: { name: string }; id: number },
): Promise<RowChange[]> {
  const commits = connection.collection<CommitDoc>(commitsCollection);
  const inserted = { $elemMatch: { resource: resource.name, id, type: "insert" } };
  const part = await commits.findOne({ changes: inserted }, { projection: { transaction: 1 } });
  if (!part) return [];
  const parts = await commits.find({ transaction: part.transaction }).sort({ part: 1 }).toArray();
  return parts.flatMap(({ changes }) => toRowChanges(changes));
}

type StoredCommitDoc = mongoose.mongo.WithId<CommitDoc>;

interface AuditQuery {
  filter: AuditFilter;
  /** The commit document with the entry that was read last, and the index of that entry in it. */
  lastRead?: { commit: StoredCommitDoc; index: number };
}

async function* readEntries(
  commits: mongoose.mongo.Collection<CommitDoc>,
  { filter, lastRead }: AuditQuery,
): AsyncGenerator<AuditEntry> {
  if (lastRead) yield* findMatchingEntries(lastRead.commit, { filter, beforeIndex: lastRead.index });
  const matchingCommits = commits
    .find(buildCommitFilter(filter, lastRead?.commit))
    .sort({ at: -1, _id: -1 })
    .batchSize(50);
  for await (const commit of matchingCommits) yield* findMatchingEntries(commit, { filter });
}

/** The matching changes of one commit document, in reverse order; only those with an index below `beforeIndex`. */
function* findMatchingEntries(
  { _id, at, by, approvedBy, requestId, changes: storedChanges }: StoredCommitDoc,
  { filter, beforeIndex = Number.POSITIVE_INFINITY }: { filter: AuditFilter; beforeIndex?: number },
): Generator<AuditEntry> {
  const changes = toRowChanges(storedChanges);
  for (let index = Math.min(beforeIndex, changes.length) - 1; index >= 0; index--) {
    const change = changes[index];
    if (change && changeMatches(change, filter))
      yield { ...change, entryId: `${_id}.${index}`, at, by, approvedBy, requestId };
  }
}

/** Whether the change meets the conditions on single changes. The others are conditions on the commit. */
function changeMatches(change: RowChange, { resources, id, type, plotId }: AuditFilter): boolean {
  if (id !== undefined && change.id !== id) return false;
  if (plotId !== undefined && !concernsPlots(change, [plotId])) return false;
  return (type === undefined || change.type === type) && resources.includes(change.resource);
}

/**
 * Selects the commit documents that meet the conditions on commits and may contain a matching change; `changeMatches`
 * then checks each change.
 */
function buildCommitFilter(
  { resources, id, userId, plotId, fromTime, beforeTime }: AuditFilter,
  lastCommit: StoredCommitDoc | undefined,
): mongoose.mongo.Filter<CommitDoc> {
  const conditions: mongoose.mongo.Filter<CommitDoc>[] = [
    { changes: { $elemMatch: { resource: { $in: [...resources] }, ...(id === undefined ? {} : { id }) } } },
  ];
  if (plotId !== undefined) conditions.push({ $or: buildPlotConditions([plotId]) });
  if (userId !== undefined) conditions.push({ $or: [{ "by.UserID": userId }, { "approvedBy.UserID": userId }] });
  if (fromTime) conditions.push({ at: { $gte: fromTime } });
  if (beforeTime) conditions.push({ at: { $lt: beforeTime } });
  if (lastCommit)
    conditions.push({ $or: [{ at: { $lt: lastCommit.at } }, { at: lastCommit.at, _id: { $lt: lastCommit._id } }] });
  return { $and: conditions };
}
