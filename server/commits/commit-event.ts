import type { Actor, CommitDoc, RowChange } from "./commit.ts";

/** One whole transaction, as every server hears it. */
export interface CommitEvent {
  /** Place in the history, the same on every server; later ones are greater as text. */
  cursor: string;
  transaction: string;
  at: string;
  by: Actor;
  changes: RowChange[];
}

/** What this server is about to write, and so need not be told by the database. */
export type PendingCommit = Omit<CommitEvent, "cursor">;

/** A part as the stream tells it: of what this server wrote itself, no more than which it is. */
export type CommitPart = Pick<CommitDoc, "transaction" | "part" | "parts"> & Partial<CommitDoc>;

/** The parts of one transaction put together, once the last has come. */
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

/** Is the transaction whole with it? */
export function isLastPart({ part, parts }: CommitPart): boolean {
  return part === parts - 1;
}

export function isCompletePart(part: CommitPart): part is CommitDoc {
  return part.changes !== undefined;
}

/** A change stream's resume token as the text that clients keep. */
export function toCursor(token: unknown): string {
  if (typeof token === "object" && token !== null && "_data" in token && typeof token._data === "string")
    return token._data;
  throw new Error("A resume token without _data");
}
