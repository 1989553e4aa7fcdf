import mongoose from "mongoose";
import { z } from "zod";
import { chunkWhile, groupBy } from "../../shared/grouping.ts";
import { createMessage } from "../../shared/messages.ts";
import type { AnyResource } from "../../shared/registry.ts";
import { storedSearchFields } from "../../shared/search.ts";
import { duplicateKeyCode } from "../database/connection.ts";
import { buildWordField } from "../database/search-words.ts";
import type { Doc, RowChange, Session, Store } from "../database/store.ts";
import { conflict } from "../errors.ts";
import { batchCommitDocs, type CommitDoc, commitsCollection, maxChangesPerDocument } from "./commit.ts";

/** As many rows as in one commit document: MongoDB limits commands and documents to the same 16 MB. */
const maxRowsPerCommand = maxChangesPerDocument;

/** A change of one row that a transaction will write at its end. */
export interface StagedChange {
  resource: AnyResource;
  id: number;
  before: Doc | null;
  after: Doc | null;
}

interface FlushTarget {
  store: Store;
  session: Session;
}

/**
 * Writes the staged changes, resource by resource. Throws 409 with the resource's label if a unique index is violated.
 */
export async function flushRows(staged: readonly StagedChange[], target: FlushTarget): Promise<void> {
  for (const [resource, changes] of groupBy(staged, (change) => change.resource))
    await flushResource({ resource, changes }, target);
}

/** Inserts the documents of the commits. */
export async function flushCommits(commits: readonly CommitDoc[], target: FlushTarget): Promise<void> {
  for (const documents of batchCommitDocs(commits))
    await runWriteCommand({ insert: commitsCollection, documents }, target);
}

/** The staged change as live events and history use it. In a stored commit, many such changes form columns. */
export function toRowChange({ resource, id, before, after }: StagedChange): RowChange {
  const type = before === null ? "insert" : after === null ? "delete" : "update";
  return { resource: resource.name, id, type, before, after };
}

async function flushResource(
  { resource, changes }: { resource: AnyResource; changes: readonly StagedChange[] },
  { store, session }: FlushTarget,
): Promise<void> {
  const collection = store.collection(resource);
  let writtenCount = 0;
  // Deletes are batched: one by one, many thousands would exceed the transaction's time limit.
  for (const [Version, deletes] of groupBy(changes.filter(isDelete), ({ before }) => before?.Version)) {
    const filter = { _id: { $in: deletes.map(({ id }) => id) }, Version };
    writtenCount += (await collection.deleteMany(filter, { session })).deletedCount;
  }
  for (const batch of batchWrites(changes.filter((change) => !isDelete(change))))
    writtenCount += await runWriteCommand(toWriteCommand(resource, batch), { store, session }).catch(
      (error: unknown) => {
        throw translateDuplicateKey(error, resource, batch);
      },
    );
  if (writtenCount !== changes.length)
    throw new Error(
      `${changes.length - writtenCount} rows of ${resource.name} were not written: their stored version is not the one that was read`,
    );
}

function isDelete({ after }: StagedChange): boolean {
  return after === null;
}

/**
 * Batches of either inserts or updates, in the given order, so that a row can take a unique value that an earlier one
 * gave up.
 */
function batchWrites(changes: readonly StagedChange[]): StagedChange[][] {
  return chunkWhile(
    changes,
    (change, batch) => batch.length < maxRowsPerCommand && isInsert(batch[0]) === isInsert(change),
  );
}

function isInsert(change: StagedChange | undefined): boolean {
  return change?.before === null;
}

type WriteCommand =
  | { insert: string; documents: readonly object[] }
  | { update: string; updates: readonly { q: object; u: object }[] };

function toWriteCommand(resource: AnyResource, batch: readonly StagedChange[]): WriteCommand {
  const { name } = resource;
  const hasWords = storedSearchFields(resource).length > 0;
  const toStored = ({ after }: StagedChange) => ({ ...after, ...(hasWords && buildWordField(resource, after ?? {})) });
  if (isInsert(batch[0]))
    return { insert: name, documents: batch.map((change) => ({ _id: change.id, ...toStored(change) })) };
  const updates = batch.map((change) => ({
    q: { _id: change.id, Version: change.before?.Version },
    u: { $set: toStored(change) },
  }));
  return { update: name, updates };
}

const writeReplySchema = z.object({
  n: z.int(),
  writeErrors: z.array(z.object({ index: z.int(), code: z.int(), errmsg: z.string() })).optional(),
});

/**
 * Runs a raw write command and returns how many documents were inserted or matched. The driver's bulk API measures
 * every document before it sends it, which takes as long as the write itself for a whole payment schedule.
 */
async function runWriteCommand(command: WriteCommand, { store, session }: FlushTarget): Promise<number> {
  const { n, writeErrors } = writeReplySchema.parse(await store.db.command(command, { session }));
  const [firstError] = writeErrors ?? [];
  if (firstError) throw new WriteCommandError(firstError);
  return n;
}

class WriteCommandError extends mongoose.mongo.MongoServerError {
  /** Position of the failed document in the command. */
  readonly index: number;

  constructor({ index, code, errmsg }: { index: number; code: number; errmsg: string }) {
    super({ message: errmsg, errmsg, code });
    this.index = index;
  }
}

/** Converts the violation of a unique index to a 409 with the duplicate values. Returns other errors unchanged. */
function translateDuplicateKey(error: unknown, resource: AnyResource, batch: readonly StagedChange[]): unknown {
  if (!(error instanceof WriteCommandError) || error.code !== duplicateKeyCode) return error;
  // The index is named "unique" and its fields (see indexes.ts).
  const keys = /index: unique (.+?) (?:collation|dup key)/.exec(error.message)?.[1]?.split(" ") ?? [];
  const values = keys.map((key) => batch[error.index]?.after?.[key]);
  return conflict(createMessage("already-exists", { label: resource.label, value: values.join(", ") }));
}
