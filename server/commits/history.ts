import type mongoose from "mongoose";
import { StreamEndedError } from "./change-stream.ts";
import { type CommitDoc, commitsCollection } from "./commit.ts";
import { assembleCommit, type CommitEvent, toCursor } from "./commit-event.ts";

const readTimeoutMs = 3_000;

/**
 * The transactions after `cursor` and up to `until`, read from the database's own history. Throws when the history does not
 * reach back that far, when the cursor is none, or when reading takes too long.
 */
export async function readHistory(
  connection: mongoose.Connection,
  { cursor, until }: { cursor: string; until: string },
): Promise<CommitEvent[]> {
  const database = connection.db;
  if (!database) throw new Error("Not connected");
  const stream = database
    .collection<CommitDoc>(commitsCollection)
    .watch<CommitDoc, mongoose.mongo.ChangeStreamDocument<CommitDoc>>([{ $match: { operationType: "insert" } }], {
      resumeAfter: { _data: cursor },
      maxAwaitTimeMS: 50,
    });
  const giveUpAt = performance.now() + readTimeoutMs;
  const found: CommitEvent[] = [];
  let half: CommitDoc[] = [];
  let idleAt: string | undefined;
  try {
    while (toCursor(stream.resumeToken ?? { _data: cursor }) < until) {
      if (performance.now() > giveUpAt) throw new Error("Too much history to read");
      const event = await stream.tryNext();
      if (!event && stream.closed) throw new StreamEndedError();
      if (!event) {
        // Nothing more, and no further on than when there was nothing before: `until` lies ahead of the last write.
        const place = toCursor(stream.resumeToken ?? { _data: cursor });
        if (place === idleAt) return found;
        idleAt = place;
      }
      if (event?.operationType !== "insert") continue;
      // `until` may lie between two writes, and what comes behind it is told by others.
      if (toCursor(event._id) > until) return found;
      half.push(event.fullDocument);
      const told = assembleCommit(half, toCursor(event._id));
      if (!told) continue;
      half = [];
      found.push(told);
    }
    return found;
  } finally {
    await stream.close();
  }
}
