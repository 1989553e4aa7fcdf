import type { Viewer } from "../../shared/permissions.ts";
import type { Doc } from "./store.ts";

export interface Actor {
  UserID: number;
  name: string;
}

/** The portal itself at work; and whoever of the staff it was, to those who are not told. */
export const office: Actor = { UserID: 0, name: "Office" };

/** Who did it, as this viewer is told: who sees own rows only is not told who of the staff it was. */
export function actorFor({ scope }: Pick<Viewer, "scope">, by: Actor): Actor {
  return scope === "all" ? by : office;
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
