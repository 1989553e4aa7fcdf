import { chunkWhile } from "../../shared/domain/collections.ts";
import type { Viewer } from "../../shared/permissions.ts";
import { officeName } from "../../shared/wire.ts";
import type { RowChange } from "../database/store.ts";

export const commitsCollection = "commits";
/** The rows of so many changes, before and after, fit into MongoDB's limit of 16 MB for a document. */
export const maxChangesPerDocument = 500;

/** The user who made a change. */
export interface Actor {
  UserID: number;
  name: string;
}

/** The actor of jobs and seeds. Residents see this name instead of a staff member's. */
export const systemActor: Actor = { UserID: 0, name: officeName };

/** The actor as the viewer may see it: the names of staff are hidden from viewers with own-row access. */
export function actorFor({ scope }: Pick<Viewer, "scope">, by: Actor): Actor {
  return scope === "all" ? by : systemActor;
}

/**
 * The changes of one transaction, written in that transaction. Audit, live events and history are all read from it.
 * A large transaction is written as several documents, numbered by `part`; readers join them before use.
 */
export interface CommitDoc {
  transaction: string;
  /** Id of the server that wrote it. Absent in commits of early releases. */
  server?: string;
  part: number;
  parts: number;
  at: Date;
  by: Actor;
  requestId: string;
  /** Counts over all parts of the transaction; on the first part only. */
  sums?: ChangeCount[];
  changes: RowChange[];
}

/** The number of rows of a resource that a transaction inserted, updated or deleted. */
export interface ChangeCount {
  resource: string;
  type: RowChange["type"];
  count: number;
}

/** A commit transaction as read from the change stream. */
export interface CommitEvent {
  /** Position in the history. The same on every server; later cursors compare greater as text. */
  cursor: string;
  transaction: string;
  /** ISO 8601 in UTC. */
  at: string;
  by: Actor;
  changes: RowChange[];
}

/** A commit that this server is about to write. It is kept so that the stream need not send its rows back. */
export type PendingCommit = Omit<CommitEvent, "cursor">;

/** A part as the stream delivers it. For commits of this server it holds the identifying fields only. */
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

/** Splits a transaction into its documents; none if nothing changed. */
export function toCommitDocs(commit: Omit<CommitDoc, "part" | "parts" | "sums">): CommitDoc[] {
  const { transaction, server, at, by, requestId } = commit;
  const parts = Math.ceil(commit.changes.length / maxChangesPerDocument);
  return Array.from({ length: parts }, (_, part) => {
    const changes = commit.changes.slice(part * maxChangesPerDocument, (part + 1) * maxChangesPerDocument);
    const sums = part === 0 ? { sums: countChanges(commit.changes) } : {};
    return { transaction, server, part, parts, at, by, requestId, ...sums, changes };
  });
}

/** Groups documents so that each group holds at most `maxChangesPerDocument` changes. */
export function batchCommitDocs(commits: readonly CommitDoc[]): CommitDoc[][] {
  return chunkWhile(commits, (commit, batch) => {
    const size = batch.reduce((sum, { changes }) => sum + changes.length, 0);
    return size + commit.changes.length <= maxChangesPerDocument;
  });
}

/** Joins the parts of one transaction; undefined until `parts` contains the last one. */
export function assembleCommit(parts: readonly CommitDoc[], cursor: string): CommitEvent | undefined {
  const last = parts.at(-1);
  if (!last || !isLastPart(last)) return undefined;
  return {
    cursor,
    transaction: last.transaction,
    at: last.at.toISOString(),
    by: last.by,
    changes: parts.flatMap((part) => part.changes),
  };
}

export function isLastPart({ part, parts }: CommitPart): boolean {
  return part === parts - 1;
}

/** Whether the stream delivered the commit part, as it does for commits of other servers. */
export function hasChanges(part: CommitPart): part is CommitDoc {
  return part.changes !== undefined;
}

/** The text form of a change stream's resume token, which clients use as their cursor. */
export function toCursor(token: unknown): string {
  if (typeof token === "object" && token !== null && "_data" in token && typeof token._data === "string")
    return token._data;
  throw new Error("A resume token without _data");
}
