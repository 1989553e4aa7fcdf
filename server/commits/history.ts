import type mongoose from "mongoose";
import { countRows } from "./change-columns.ts";
import { StreamEndedError } from "./change-stream.ts";
import { assembleCommit, type CommitDoc, type CommitEvent, commitsCollection } from "./commit.ts";
import { toCursor, toResumeToken } from "./cursor.ts";

const readTimeoutMs = 3_000;

/** Thrown when the range has too many changes, or takes too long to read. */
export class HistoryTooLongError extends Error {}

/**
 * The commits after `cursor` up to and including `until`, read from MongoDB's oplog. Throws if the oplog does not reach
 * back to the cursor or the cursor is invalid. Throws HistoryTooLongError if the commits have more than `maxChanges`
 * changes, or if reading takes longer than three seconds.
 */
export async function readHistory(
  connection: mongoose.Connection,
  { cursor, until, maxChanges }: { cursor: string; until: string; maxChanges: number },
): Promise<CommitEvent[]> {
  const database = connection.db;
  if (!database) throw new Error("Not connected");
  const stream = database
    .collection<CommitDoc>(commitsCollection)
    .watch<CommitDoc, mongoose.mongo.ChangeStreamDocument<CommitDoc>>([{ $match: { operationType: "insert" } }], {
      resumeAfter: toResumeToken(cursor),
      maxAwaitTimeMS: 50,
    });
  const readPosition = () => (stream.resumeToken ? toCursor(stream.resumeToken) : cursor);
  const deadline = performance.now() + readTimeoutMs;
  const commits: CommitEvent[] = [];
  let parts: CommitDoc[] = [];
  let changeCount = 0;
  /** The position after the last read that found no event. */
  let idlePosition: string | undefined;
  try {
    while (readPosition() < until) {
      if (performance.now() > deadline) throw new HistoryTooLongError("Reading the history took too long");
      const event = await stream.tryNext();
      if (!event) {
        if (stream.closed) throw new StreamEndedError();
        // The position does not advance any more, so `until` lies after the last write.
        if (readPosition() === idlePosition) return commits;
        idlePosition = readPosition();
        continue;
      }
      if (event.operationType !== "insert") continue;
      // `until` may lie between two commits.
      if (toCursor(event._id) > until) return commits;
      changeCount += countRows(event.fullDocument.changes);
      if (changeCount > maxChanges) throw new HistoryTooLongError("The history has too many changes");
      parts.push(event.fullDocument);
      const commit = assembleCommit(parts, toCursor(event._id));
      if (!commit) continue;
      parts = [];
      commits.push(commit);
    }
    return commits;
  } finally {
    await stream.close();
  }
}
