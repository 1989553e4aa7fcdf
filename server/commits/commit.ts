import type mongoose from "mongoose";
import { chunkWhile } from "../../shared/grouping.ts";
import type { Viewer } from "../../shared/permissions.ts";
import { officeName } from "../../shared/wire.ts";
import type { RowChange } from "../database/store.ts";
import { countRows, type StoredChange, toRowChanges, toStoredChanges } from "./change-columns.ts";

export const commitsCollection = "commits";
/** This many changes, each with its row before and after, fit into MongoDB's limit of 16 MB for a document. */
export const maxChangesPerDocument = 500;

/**
 * The fields of changed rows by which a change concerns a plot: the plot of the row, and the plot that gets the credit of
 * a transfer. A condition on a plot must use all of them.
 */
const plotIdFields = ["PlotID", "SettledPlotID"] as const;
/** The paths of `plotIdFields` in a change. */
export const plotIdPaths = plotIdFields.flatMap((field) => [`after.${field}`, `before.${field}`]);

/** Who made a change: a user, or the portal itself with UserID 0. */
export interface Actor {
  UserID: number;
  name: string;
}

/** The actor of jobs and seeds. Residents see this name instead of a staff member's. */
export const systemActor: Actor = { UserID: 0, name: officeName };

/** The actor as the viewer may see it. Viewers with scope `own` see the office in place of every actor. */
export function actorShownTo({ scope }: Pick<Viewer, "scope">, by: Actor): Actor {
  return scope === "all" ? by : systemActor;
}

/**
 * The changes of one `Transaction`, a unit of work. Audit, live events and history are all read from it. A unit with
 * many changes is written as several documents, numbered by `part`. They and the rows are written in the same database
 * transaction, which the units of a group share.
 */
export interface CommitDoc {
  /** The id of the unit of work: `transactionId` of a CommitEvent. */
  transaction: string;
  /** Id of the server that wrote the commit. Absent in commits of early releases. */
  server?: string;
  /** The index of this document among those of its transaction, from 0. */
  part: number;
  /** The number of documents of the transaction. */
  parts: number;
  at: Date;
  by: Actor;
  /** The second person, who approved the request of `by`. */
  approvedBy?: Actor;
  requestId: string;
  /**
   * The number of changes by resource and type, over all parts of the transaction; on the first part only. The name
   * `sums` cannot change, because stored documents and their hashes contain it.
   */
  sums?: ChangeCount[];
  /** Read them with `toRowChanges`. */
  changes: StoredChange[];
  /**
   * The index of the chain among the chains of its server, from 0. Absent in commits of early releases, like the next
   * three.
   */
  chain?: number;
  /** The index of the document in its chain, from 0. */
  position?: number;
  /** The hash of the document before; "" in the first one. */
  previous?: string;
  /** The last field: the hash of all others. See commit-chain.ts. */
  hash?: string;
}

/** The number of rows of a resource that a transaction inserted, updated or deleted. */
export interface ChangeCount {
  resource: string;
  type: RowChange["type"];
  count: number;
}

/** All changes of one transaction, as read from the change stream. */
export interface CommitEvent {
  /** Position in the change stream. The same on every server; later cursors compare greater as text. */
  cursor: string;
  transactionId: string;
  /** ISO 8601 in UTC. */
  at: string;
  by: Actor;
  changes: RowChange[];
}

/** A commit that this server is about to write. The server keeps it, so that the stream need not send its rows back. */
export type PendingCommit = Omit<CommitEvent, "cursor">;

/** A part as the stream delivers it. Parts of this server's commits have the identifying fields only. */
export type CommitPart = Pick<CommitDoc, "transaction" | "part" | "parts"> & Partial<CommitDoc>;

/** Counts the changes by resource and type. */
export function countChanges(changes: readonly Pick<RowChange, "resource" | "type">[]): ChangeCount[] {
  const counts = new Map<string, ChangeCount>();
  for (const { resource, type } of changes) {
    const existing = counts.get(`${resource} ${type}`);
    if (existing) existing.count++;
    else counts.set(`${resource} ${type}`, { resource, type, count: 1 });
  }
  return [...counts.values()];
}

/** Splits a commit into documents; none if nothing changed. */
export function toCommitDocs(
  commit: Omit<CommitDoc, "part" | "parts" | "sums" | "changes"> & { changes: readonly RowChange[] },
): CommitDoc[] {
  const { transaction, server, at, by, approvedBy, requestId } = commit;
  const partCount = Math.ceil(commit.changes.length / maxChangesPerDocument);
  return Array.from({ length: partCount }, (_, part) => {
    const partChanges = commit.changes.slice(part * maxChangesPerDocument, (part + 1) * maxChangesPerDocument);
    const changes = toStoredChanges(partChanges);
    const changeCounts = part === 0 ? { sums: countChanges(commit.changes) } : {};
    const actors = approvedBy ? { by, approvedBy } : { by };
    return { transaction, server, part, parts: partCount, at, ...actors, requestId, ...changeCounts, changes };
  });
}

/** Groups the documents into batches. A batch has at most as many changes as one document may have. */
export function batchCommitDocs(docs: readonly CommitDoc[]): CommitDoc[][] {
  return chunkWhile(docs, (doc, batch) => {
    const batchRows = batch.reduce((sum, { changes }) => sum + countRows(changes), 0);
    return batchRows + countRows(doc.changes) <= maxChangesPerDocument;
  });
}

/** Joins the documents of one commit; undefined until `docs` contains the last one. */
export function assembleCommit(docs: readonly CommitDoc[], cursor: string): CommitEvent | undefined {
  const last = docs.at(-1);
  if (!last || !isLastPart(last)) return undefined;
  return {
    cursor,
    transactionId: last.transaction,
    at: last.at.toISOString(),
    by: last.by,
    changes: docs.flatMap((doc) => toRowChanges(doc.changes)),
  };
}

export function isLastPart({ part, parts }: CommitPart): boolean {
  return part === parts - 1;
}

/** Whether the part has its changes, not only the identifying fields. */
export function hasChanges(part: CommitPart): part is CommitDoc {
  return part.changes !== undefined;
}

/** Selects the documents with a change of a row that belonged to one of the plots before or after it. */
export function buildPlotConditions(plotIds: readonly number[]): mongoose.mongo.Filter<CommitDoc>[] {
  return plotIdPaths.map((path) => ({ [`changes.${path}`]: { $in: [...plotIds] } }));
}

/** Whether the row belonged to one of the plots before or after the change. */
export function concernsPlots({ before, after }: RowChange, plotIds: readonly number[]): boolean {
  return plotIdFields.some((field) => plotIds.some((id) => before?.[field] === id || after?.[field] === id));
}

/** Creates the indexes of the commits collection. */
export async function ensureCommitIndexes(connection: mongoose.Connection): Promise<void> {
  await connection.collection<CommitDoc>(commitsCollection).createIndexes([
    { key: { at: -1, _id: -1 } },
    { key: { transaction: 1 } },
    { key: { "changes.resource": 1, "changes.id": 1, at: -1, _id: -1 } },
    { key: { "sums.resource": 1, at: -1, _id: -1 } },
    { key: { "changes.after.PlotID": 1, at: -1, _id: -1 } },
    { key: { "changes.before.PlotID": 1, at: -1, _id: -1 } },
    // Partial, because only adjustments have this field.
    ...["changes.after.SettledPlotID", "changes.before.SettledPlotID"].map((path) => ({
      key: { [path]: 1, at: -1, _id: -1 } as const,
      partialFilterExpression: { [path]: { $exists: true } },
    })),
  ]);
}
