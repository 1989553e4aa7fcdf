import mongoose from "mongoose";
import { z } from "zod";
import type { Session, Store } from "./store.ts";

const writeReply = z.object({
  n: z.int(),
  writeErrors: z.array(z.object({ index: z.int(), code: z.int(), errmsg: z.string() })).optional(),
});

/** One of the database's own commands that write; what is in it is written in this order until something fails. */
export type WriteCommand =
  | { insert: string; documents: readonly object[] }
  | { update: string; updates: readonly { q: object; u: object }[] };

/** What the database refused, by the place in the command of what it was. */
export class WriteCommandError extends mongoose.mongo.MongoServerError {
  readonly index: number;

  constructor({ index, code, errmsg }: { index: number; code: number; errmsg: string }) {
    super({ message: errmsg, errmsg, code });
    this.index = index;
  }
}

/**
 * Writes within a transaction and says how many were written or found. The driver's own lists of writes measure each of them before
 * they go, which for a whole schedule takes as long as writing it.
 */
export async function runWriteCommand(
  command: WriteCommand,
  { store, session }: { store: Pick<Store, "db">; session: Session },
): Promise<number> {
  const { n, writeErrors } = writeReply.parse(await store.db.command(command, { session }));
  const [first] = writeErrors ?? [];
  if (first) throw new WriteCommandError(first);
  return n;
}
