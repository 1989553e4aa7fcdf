import type { Doc } from "./store.ts";

export interface Actor {
  UserID: number;
  name: string;
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
  part: number;
  parts: number;
  at: Date;
  by: Actor;
  requestId: string;
  changes: RowChange[];
}

export const commitsCollection = "commits";
export const changesPerCommit = 500;
