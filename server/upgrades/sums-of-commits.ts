import { type ChangeSum, type CommitDoc, commitsCollection, sumsOf } from "../kernel/commit.ts";
import type { Store } from "../kernel/store.ts";
import type { Upgrade } from "./list.ts";

type Commits = ReturnType<typeof commitsOf>;

const written = 1_000;

/** What the activity of the office is found by: each transaction's first commit says what the whole of it did. */
export const sumsOfCommits: Upgrade = {
  name: "what each commit did, in sums",
  run: async (store) => {
    const commits = commitsOf(store);
    let batch: { transaction: string; sums: ChangeSum[] }[] = [];
    for await (const { transaction, parts, changes } of commits.find({ part: 0, sums: { $exists: false } })) {
      const sums = parts === 1 ? sumsOf(changes) : await sumsOfAll(commits, transaction);
      batch.push({ transaction, sums });
      if (batch.length < written) continue;
      await write(commits, batch);
      batch = [];
    }
    await write(commits, batch);
  },
};

async function sumsOfAll(commits: Commits, transaction: string): Promise<ChangeSum[]> {
  const parts = await commits.find({ transaction }).sort({ part: 1 }).toArray();
  return sumsOf(parts.flatMap(({ changes }) => changes));
}

async function write(commits: Commits, batch: readonly { transaction: string; sums: ChangeSum[] }[]): Promise<void> {
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
