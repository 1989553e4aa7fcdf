import mongoose from "mongoose";
import { toHttpError } from "../errors.ts";
import { forEachField } from "./bson.ts";
import type { Doc, RawRow } from "./store.ts";

interface FindCommand {
  collection: string;
  filter: Doc;
  projection: Doc;
  sort: Doc;
  limit: number | undefined;
  batchSize: number;
}

interface CursorReply {
  /** 0 in the last reply. */
  cursorId: bigint;
  rows: RawRow[];
}

/**
 * Finds documents and yields the documents of each reply as BSON. Requests the next reply while one is processed. The
 * driver's own cursors create an array for each field, even of undecoded documents, which takes longer than writing the
 * documents as JSON.
 */
export async function* findRaw(
  { db, client }: { db: mongoose.mongo.Db; client: mongoose.mongo.MongoClient },
  { collection, limit, ...find }: FindCommand,
): AsyncGenerator<RawRow[]> {
  const session = client.startSession({ causalConsistency: false });
  const run = async (command: Doc) => parseReply(await db.command(command, { session, raw: true }));
  const findCommand = { find: collection, ...find, ...(limit === undefined ? {} : { limit }) };
  /** The reply that was requested last. */
  let reply = run(findCommand).catch((error: unknown) => {
    // The first attempt may use a connection that has just broken. The driver retries its own reads too.
    if (!toHttpError(error)) throw error;
    return run(findCommand);
  });
  let isDone = false;
  try {
    while (!isDone) {
      const { rows, cursorId } = await reply;
      isDone = cursorId === 0n;
      if (!isDone) {
        const getMore = mongoose.mongo.Long.fromBigInt(cursorId);
        reply = run({ getMore, collection, batchSize: find.batchSize });
        // The next `await reply` throws the error. Without this handler, an error that arrives while the reader still
        // processes `rows` would be an unhandled rejection.
        reply.catch(() => undefined);
      }
      yield rows;
    }
  } finally {
    const { cursorId } = await reply.catch(() => ({ cursorId: 0n }));
    // Closes the cursor if the reader stopped early. If that fails, the database closes it with
    // the session, 30 minutes after its last use.
    if (cursorId !== 0n) {
      const cursors = [mongoose.mongo.Long.fromBigInt(cursorId)];
      await db.command({ killCursors: collection, cursors }, { session }).catch(() => undefined);
    }
    await session.endSession();
  }
}

function parseReply({ cursor }: Doc): CursorReply {
  if (!(cursor instanceof Uint8Array)) throw new Error("The reply of the database has no raw cursor");
  const bytes = Buffer.from(cursor.buffer, cursor.byteOffset, cursor.byteLength);
  const reply: CursorReply = { cursorId: 0n, rows: [] };
  forEachField(bytes, 0, (name, { start }) => {
    const key = bytes.toString("latin1", name.start, name.end);
    if (key === "id") reply.cursorId = bytes.readBigInt64LE(start);
    if (key === "firstBatch" || key === "nextBatch")
      forEachField(bytes, start, (_, row) => reply.rows.push({ bytes, offset: row.start }));
  });
  return reply;
}
