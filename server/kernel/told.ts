import type { Actor, CommitDoc, RowChange } from "./commit.ts";

/** One whole transaction, as every server hears it. */
export interface Told {
  /** Place in the history, the same on every server; later ones are greater as text. */
  cursor: string;
  transaction: string;
  at: string;
  by: Actor;
  changes: RowChange[];
}

/** What this server is about to write, and so need not be told by the database. */
export type Own = Omit<Told, "cursor">;

/** A part as the stream tells it: of what this server wrote itself, no more than which it is. */
export type Part = Pick<CommitDoc, "transaction" | "part" | "parts"> & Partial<CommitDoc>;

/** The parts of one transaction put together, once the last has come. */
export function wholeOf(parts: readonly CommitDoc[], cursor: string): Told | undefined {
  const last = parts.at(-1);
  if (!last || !isLast(last)) return undefined;
  return {
    cursor,
    transaction: last.transaction,
    at: last.at.toISOString(),
    by: last.by,
    changes: parts.flatMap((part) => part.changes),
  };
}

/** Is the transaction whole with it? */
export function isLast({ part, parts }: Part): boolean {
  return part === parts - 1;
}

export function isWhole(part: Part): part is CommitDoc {
  return part.changes !== undefined;
}

/** A change stream's resume token as the text that clients keep. */
export function cursorOf(token: unknown): string {
  if (typeof token === "object" && token !== null && "_data" in token && typeof token._data === "string")
    return token._data;
  throw new Error("A resume token without _data");
}
