import { type ChangeCount, type CommitDoc, commitsCollection, countChanges } from "../../commits/commit.ts";
import type { Store } from "../store.ts";
import type { Migration } from "./migrations.ts";

type CommitCollection = ReturnType<typeof commitCollection>;

const batchSize = 1_000;

/** What the activity of the office is found by: each transaction's first commit says what the whole of it did. */
export const addCommitSums: Migration = {
  name: "what each commit did, in sums",
  run: async (store) => {
    const commits = commitCollection(store);
    let batch: { transaction: string; sums: ChangeCount[] }[] = [];
    for await (const { transaction, parts, changes } of commits.find({ part: 0, sums: { $exists: false } })) {
      const sums = parts === 1 ? countChanges(changes) : await sumsOfTransaction(commits, transaction);
      batch.push({ transaction, sums });
      if (batch.length < batchSize) continue;
      await writeBatch(commits, batch);
      batch = [];
    }
    await writeBatch(commits, batch);
  },
};

async function sumsOfTransaction(commits: CommitCollection, transaction: string): Promise<ChangeCount[]> {
  const parts = await commits.find({ transaction }).sort({ part: 1 }).toArray();
  return countChanges(parts.flatMap(({ changes }) => changes));
}

async function writeBatch(
  commits: CommitCollection,
  batch: readonly { transaction: string; sums: ChangeCount[] }[],
): Promise<void> {
  if (batch.length === 0) return;
  await commits.bulkWrite(
    batch.map(({ transaction, sums }) => ({
      updateOne: { filter: { transaction, part: 0 }, update: { $set: { sums } } },
    })),
  );
}

function commitCollection({ connection }: Store) {
  return connection.collection<CommitDoc>(commitsCollection);
}
