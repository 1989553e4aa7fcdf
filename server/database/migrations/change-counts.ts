import { toRowChanges } from "../../commits/change-columns.ts";
import { type ChangeCount, type CommitDoc, commitsCollection, countChanges } from "../../commits/commit.ts";
import type { Store } from "../store.ts";
import { batchSize, type Migration } from "./migration.ts";

/** Adds change counts (`sums`) to the first part of each commit. The activity list is filtered by them. */
export const addChangeCounts: Migration = {
  name: "add change counts to each transaction",
  run: async (store) => {
    const commits = commitsOf(store);
    let batch: { transaction: string; sums: ChangeCount[] }[] = [];
    for await (const { transaction, parts, changes } of commits.find({ part: 0, sums: { $exists: false } })) {
      const sums = parts === 1 ? countChanges(toRowChanges(changes)) : await countAllChanges(commits, transaction);
      batch.push({ transaction, sums });
      if (batch.length < batchSize) continue;
      await writeSums(commits, batch);
      batch = [];
    }
    await writeSums(commits, batch);
  },
};

async function countAllChanges(commits: CommitCollection, transactionId: string): Promise<ChangeCount[]> {
  const parts = await commits.find({ transaction: transactionId }).sort({ part: 1 }).toArray();
  return countChanges(parts.flatMap(({ changes }) => toRowChanges(changes)));
}

async function writeSums(
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

function commitsOf({ connection }: Store) {
  return connection.collection<CommitDoc>(commitsCollection);
}

type CommitCollection = ReturnType<typeof commitsOf>;
