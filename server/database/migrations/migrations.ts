import { type ChangeCount, type CommitDoc, commitsCollection, countChanges } from "../../commits/commit.ts";
import type { Store } from "../store.ts";

/** One step from a form of the records to the next. It may be cut off and run again, so doing part of it twice must be harmless. */
interface Migration {
  /** What it does, for the log. */
  name: string;
  run: (store: Store) => Promise<void>;
}

/** Fields that came after the first release, and what a row from before them is given. */
const defaultValues: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  users: { IsFirstSignIn: false },
  expenses: { ImportKey: "" },
  "payment-receipt": { MailError: "", ImportKey: "" },
  "payment-schedule": { TickedDate: null },
  mails: { PlotID: null },
};

const addMissingFields: Migration = {
  name: "fields since the first release",
  run: async (store) => {
    for (const [name, values] of Object.entries(defaultValues))
      for (const [field, value] of Object.entries(values))
        await store.collection({ name }).updateMany({ [field]: { $exists: false } }, { $set: { [field]: value } });
  },
};

type CommitCollection = ReturnType<typeof commitCollection>;

const batchSize = 1_000;

/** What the activity of the office is found by: each transaction's first commit says what the whole of it did. */
const addCommitSums: Migration = {
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

/** In this order; a step that has been released is never changed, and new ones are added at the end. */
export const migrations: readonly Migration[] = [addMissingFields, addCommitSums];

/** The form of the records that this portal reads and writes; those of the first release have form 1. */
export const latestVersion = 1 + migrations.length;
