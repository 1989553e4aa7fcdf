import { isDeepStrictEqual } from "node:util";
import type mongoose from "mongoose";
import type { Viewer } from "../../shared/permissions.ts";
import type { AnyResource } from "../../shared/registry.ts";
import type { RecordEdit } from "../../shared/wire.ts";
import type { Doc, RowChange, Session } from "../database/store.ts";
import { type StoredChange, toRowChanges } from "./change-columns.ts";
import { type Actor, actorShownTo, type CommitDoc, commitsCollection } from "./commit.ts";

const maxEdits = 50;

/** The commits as of the snapshot of a transaction. */
export interface CommitSource {
  connection: Pick<mongoose.Connection, "collection">;
  session: Session;
}

/** A change of a field of the row with this id to this value. */
export interface ValueChange {
  id: number;
  field: string;
  value: unknown;
}

export interface LastChange {
  by: Actor;
  at: Date;
  /** The row before the change. */
  before: Doc | null;
  after: Doc;
}

/** The last commit that changed a field of the row to this value; undefined if there is none. */
export async function readLastChangeTo(
  { connection, session }: CommitSource,
  resource: { name: string },
  { id, field, value }: ValueChange,
): Promise<LastChange | undefined> {
  // In changes stored as columns, the filter also matches commits in which another row got the value.
  const changeFilter = { resource: resource.name, id, [`after.${field}`]: value };
  const commits = connection
    .collection<CommitDoc>(commitsCollection)
    .find({ changes: { $elemMatch: changeFilter } }, { sort: { at: -1, _id: -1 }, session });
  for await (const { by, at, changes } of commits)
    for (const { before, after } of findRowChanges(changes, resource, id))
      if (after && after[field] === value && before?.[field] !== value) return { by, at, before, after };
  return undefined;
}

/** The row before each of its changes from this time on, in no particular order. */
export async function readRowsBeforeChanges(
  { connection, session }: CommitSource,
  resource: { name: string },
  { id, since }: { id: number; since: Date },
): Promise<Doc[]> {
  const filter = { at: { $gte: since }, changes: { $elemMatch: { resource: resource.name, id } } };
  const commits = await connection.collection<CommitDoc>(commitsCollection).find(filter, { session }).toArray();
  return commits.flatMap(({ changes }) =>
    findRowChanges(changes, resource, id).flatMap(({ before }) => (before ? [before] : [])),
  );
}

/** The latest edits of the row since this version, oldest first, with actors as the viewer may see them. */
export async function readEditsSince(
  { connection, session }: CommitSource,
  resource: AnyResource,
  { id, version, viewer }: { id: number; version: number; viewer: Viewer },
): Promise<RecordEdit[]> {
  const changeFilter = { resource: resource.name, id, "before.Version": { $gte: version } };
  const latestCommits = await connection
    .collection<CommitDoc>(commitsCollection)
    .find({ changes: { $elemMatch: changeFilter } }, { session })
    .sort({ at: -1, _id: -1 })
    .limit(maxEdits)
    .toArray();
  return latestCommits.reverse().flatMap(({ by, at, changes }) =>
    findRowChanges(changes, resource, id)
      // In changes stored as columns, the filter also matches the version of another row.
      .filter(({ before }) => Number(before?.Version) >= version)
      .map((rowChange) => ({
        by: actorShownTo(viewer, by).name,
        at: at.toISOString(),
        fields: listChangedFieldNames(resource, rowChange),
      })),
  );
}

/** The time from `from` (included) to `to` (excluded), and the resources whose changes are read. */
export interface CommitSelection {
  from: Date;
  to: Date;
  resources: ReadonlySet<string>;
}

export type CommitVisitor = (commit: Pick<CommitDoc, "at" | "transaction"> & { changes: RowChange[] }) => void;

/**
 * Visits the commits of users, not of jobs, in the period, oldest first, with their changes of these resources. A large
 * transaction is visited once for each of its parts.
 */
export async function visitCommits(
  { connection, session }: CommitSource,
  { from, to, resources }: CommitSelection,
  visit: CommitVisitor,
): Promise<void> {
  const names = [...resources];
  const changes = { $filter: { input: "$changes", cond: { $in: ["$$this.resource", names] } } };
  const commits = connection
    .collection<CommitDoc>(commitsCollection)
    .find(
      { at: { $gte: from, $lt: to }, "changes.resource": { $in: names }, "by.UserID": { $gt: 0 } },
      { session, projection: { at: 1, transaction: 1, changes } },
    )
    .sort({ at: 1, _id: 1 });
  for await (const commit of commits) visit({ ...commit, changes: toRowChanges(commit.changes) });
}

/** The change of the row, in a list of its own; an empty list if the commit does not change it. */
function findRowChanges(changes: readonly StoredChange[], { name }: { name: string }, id: number): RowChange[] {
  return toRowChanges(changes).filter((change) => change.resource === name && change.id === id);
}

/** The declared fields that a change modified, without `Version`. */
function listChangedFieldNames({ fields }: AnyResource, { before, after }: RowChange): string[] {
  const names = [...fields.keys()].filter((field) => field !== "Version");
  return names.filter((field) => !isDeepStrictEqual(before?.[field], after?.[field]));
}
