// @module-tag requirement-41
import { expect, test } from "vitest";
import { HistoryTooLongError } from "../../server/commits/history.ts";
import type { EnrichedCommit } from "../../server/realtime/commit-enricher.ts";
import { type HistoryRange, HistoryReader } from "../../server/realtime/history-reader.ts";

const until = "80";

test("clients that reconnect with different cursors share one read at a time, and no commit is read twice", async () => {
  const { reader, reads, getMaxConcurrentReads } = createReader();
  const cursors = ["20", "70", "20", "45", "10", "70", "60", "30", "50", "40"];
  const histories = await Promise.all(cursors.map((cursor) => reader.read({ cursor, until }, () => true)));
  expect(histories.map((commits) => commits.map(({ cursor }) => cursor))).toEqual(
    cursors.map((cursor) => allCursors.filter((commitCursor) => commitCursor > cursor)),
  );
  expect(getMaxConcurrentReads()).toBe(1);
  // The first read starts at 20, the cursor of the first client, and answers all later cursors; only 10 needs a second.
  expect(reads).toEqual([
    { cursor: "20", until },
    { cursor: "10", until: "20" },
  ]);
});

test("a client with a recent cursor does not wait for one with an older cursor", async () => {
  const { reader, reads } = createReader();
  const answered: string[] = [];
  const read = (cursor: string) => reader.read({ cursor, until }, () => true).then(() => answered.push(cursor));
  await Promise.all(["75", "10", "30", "60"].map(read));
  expect(answered).toEqual(["75", "60", "30", "10"]);
  expect(reads.map(({ cursor }) => cursor)).toEqual(["75", "60", "30", "10"]);
});

test("a range that is too long fails for every client that waits for it, and for no other client", async () => {
  const { reader, reads } = createReader({ oldestReadable: "30" });
  const read = (cursor: string) =>
    reader
      .read({ cursor, until }, () => true)
      .then(
        (commits) => commits.length,
        (error: unknown) => error instanceof HistoryTooLongError,
      );
  expect(await Promise.all(["70", "05", "20", "10", "40"].map(read))).toEqual([1, true, true, true, 4]);
  expect(reads.map(({ cursor }) => cursor)).toEqual(["70", "40", "20"]);
});

test("nothing is read for a client that has disconnected while it waited", async () => {
  const { reader, reads } = createReader();
  let isConnected = true;
  const first = reader.read({ cursor: "50", until }, () => true);
  void reader.read({ cursor: "10", until }, () => isConnected);
  isConnected = false;
  await first;
  expect(await reader.read({ cursor: "60", until }, () => true)).toHaveLength(2);
  expect(reads.map(({ cursor }) => cursor)).toEqual(["50"]);
});

test("a range with a later end is read on its own", async () => {
  const { reader, reads } = createReader();
  await reader.read({ cursor: "50", until: "60" }, () => true);
  expect(await reader.read({ cursor: "50", until }, () => true)).toHaveLength(3);
  expect(reads).toEqual([
    { cursor: "50", until: "60" },
    { cursor: "50", until },
  ]);
});

/** One commit at each of these positions. */
const allCursors = ["20", "30", "40", "50", "60", "70", "80"];

/** A reader that records its reads. A read from before `oldestReadable` fails, because its range is too long. */
function createReader({ oldestReadable = "00" } = {}) {
  const reads: HistoryRange[] = [];
  let running = 0;
  let maxRunning = 0;
  const reader = new HistoryReader({
    read: async ({ cursor, until: end }) => {
      reads.push({ cursor, until: end });
      maxRunning = Math.max(maxRunning, ++running);
      await new Promise((resolve) => setImmediate(resolve));
      running--;
      if (cursor < oldestReadable) throw new HistoryTooLongError("too long");
      return allCursors.filter((position) => position > cursor && position <= end).map(createCommit);
    },
  });
  return { reader, reads, getMaxConcurrentReads: () => maxRunning };
}

function createCommit(cursor: string): EnrichedCommit {
  const by = { UserID: 1, name: "Portal" };
  return { cursor, transactionId: cursor, at: "2026-11-23T00:00:00Z", by, changes: [], resyncResources: [] };
}
