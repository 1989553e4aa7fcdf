import { chunkWhile } from "../../shared/domain/collections.ts";
import type { Viewer } from "../../shared/permissions.ts";
import type { Doc } from "../database/store.ts";

export interface Actor {
  UserID: number;
  name: string;
}

/** The portal itself at work; and whoever of the staff it was, to those who are not told. */
export const systemActor: Actor = { UserID: 0, name: "Office" };

/** Who did it, as this viewer is told: who sees own rows only is not told who of the staff it was. */
export function actorFor({ scope }: Pick<Viewer, "scope">, by: Actor): Actor {
  return scope === "all" ? by : systemActor;
}

export interface RowChange {
  resource: string;
  id: number;
  type: "insert" | "update" | "delete";
  before: Doc | null;
  after: Doc | null;
}

/**
 * What one transaction did, written in that same transaction: audit entry, live event and catch-up record at once.
 * A large transaction writes several, numbered by `part`; readers put them together before they tell anyone.
 */
export interface CommitDoc {
  transaction: string;
  /** Which server wrote it, and so knows what is in it; unknown of what was written before this was kept. */
  server?: string;
  part: number;
  parts: number;
  at: Date;
  by: Actor;
  requestId: string;
  /** What the whole transaction did, whichever parts its changes are in; on the first part only. */
  sums?: ChangeCount[];
  changes: RowChange[];
}

/** How many rows of a resource a transaction made, changed or removed. */
export interface ChangeCount {
  resource: string;
  type: RowChange["type"];
  count: number;
}

/** A transaction's changes in a few numbers. */
export function countChanges(changes: readonly Pick<RowChange, "resource" | "type">[]): ChangeCount[] {
  const sums = new Map<string, ChangeCount>();
  for (const { resource, type } of changes) {
    const sum = sums.get(`${resource} ${type}`);
    if (sum) sum.count++;
    else sums.set(`${resource} ${type}`, { resource, type, count: 1 });
  }
  return [...sums.values()];
}

/** A transaction's documents; none where it changed nothing. */
export function toCommitDocs(whole: Omit<CommitDoc, "part" | "parts" | "sums">): CommitDoc[] {
  const { transaction, server, at, by, requestId } = whole;
  const parts = Math.ceil(whole.changes.length / maxChangesPerCommit);
  return Array.from({ length: parts }, (_, part) => {
    const changes = whole.changes.slice(part * maxChangesPerCommit, (part + 1) * maxChangesPerCommit);
    return part === 0
      ? { transaction, server, part, parts, at, by, requestId, sums: countChanges(whole.changes), changes }
      : { transaction, server, part, parts, at, by, requestId, changes };
  });
}

/** As many documents together as hold no more changes than one may. */
export function batchCommitDocs(commits: readonly CommitDoc[]): CommitDoc[][] {
  return chunkWhile(commits, (commit, run) => {
    const held = run.reduce((sum, { changes }) => sum + changes.length, 0);
    return held + commit.changes.length <= maxChangesPerCommit;
  });
}

export const commitsCollection = "commits";
export const maxChangesPerCommit = 500;
