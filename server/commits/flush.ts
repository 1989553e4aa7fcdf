import mongoose from "mongoose";
import { z } from "zod";
import { chunkWhile, groupBy } from "../../shared/domain/collections.ts";
import { createMessage } from "../../shared/messages.ts";
import type { AnyResource } from "../../shared/registry.ts";
import { duplicateKeyCode } from "../database/connection.ts";
import type { Doc, RowChange, Session, Store } from "../database/store.ts";
import { conflict } from "../errors.ts";
import { batchCommitDocs, type CommitDoc, commitsCollection, maxChangesPerDocument } from "./commit.ts";

/** MongoDB's limit of 16 MB applies to a command as it does to the commit document of the same rows. */
const rowsPerCommand = maxChangesPerDocument;

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
  for (const [resource, items] of groupBy(staged, (item) => item.resource))
    await flushResource({ resource, items }, target);
}

/** Inserts the documents of the commits. */
export async function flushCommits(commits: readonly CommitDoc[], target: FlushTarget): Promise<void> {
  for (const documents of batchCommitDocs(commits))
    await runWriteCommand({ insert: commitsCollection, documents }, target);
}

/** The staged change as it is stored in the commit. */
export function toRowChange({ resource, id, before, after }: StagedChange): RowChange {
  const type = before === null ? "insert" : after === null ? "delete" : "update";
  return { resource: resource.name, id, type, before, after };
}

async function flushResource(
  { resource, items }: { resource: AnyResource; items: readonly StagedChange[] },
  { store, session }: FlushTarget,
): Promise<void> {
  const collection = store.collection(resource);
  let written = 0;
  // Deletes are batched: one by one, many thousands would exceed the transaction's time limit.
  for (const [Version, rows] of groupBy(items.filter(isDelete), ({ before }) => before?.Version)) {
    const filter = { _id: { $in: rows.map(({ id }) => id) }, Version };
    written += (await collection.deleteMany(filter, { session })).deletedCount;
  }
  for (const rows of batchRows(items.filter((item) => !isDelete(item))))
    written += await runWriteCommand(toWriteCommand(resource, rows), { store, session }).catch((error: unknown) => {
      throw translateDuplicateKey(error, resource, rows);
    });
  if (written !== items.length)
    throw new Error(`${items.length - written} rows of ${resource.name} changed within a transaction`);
}

function isDelete({ after }: StagedChange): boolean {
  return after === null;
}

/**
 * Batches of inserts or updates in the given order, so that a row can take a unique value that an earlier one gave up.
 */
function batchRows(items: readonly StagedChange[]): StagedChange[][] {
  return chunkWhile(items, (item, batch) => batch.length < rowsPerCommand && isInsert(batch[0]) === isInsert(item));
}

function isInsert(item: StagedChange | undefined): boolean {
  return item?.before === null;
}

type WriteCommand =
  | { insert: string; documents: readonly object[] }
  | { update: string; updates: readonly { q: object; u: object }[] };

function toWriteCommand({ name }: AnyResource, items: readonly StagedChange[]): WriteCommand {
  if (isInsert(items[0])) return { insert: name, documents: items.map(({ id, after }) => ({ _id: id, ...after })) };
  const updates = items.map(({ id, before, after }) => ({
    q: { _id: id, Version: before?.Version },
    u: { $set: { ...after } },
  }));
  return { update: name, updates };
}

const writeReply = z.object({
  n: z.int(),
  writeErrors: z.array(z.object({ index: z.int(), code: z.int(), errmsg: z.string() })).optional(),
});

/**
 * Runs a raw write command and returns how many documents were inserted or matched. The driver's bulk API measures
 * every document before it sends it, which takes as long as the write itself for a whole payment schedule.
 */
async function runWriteCommand(command: WriteCommand, { store, session }: FlushTarget): Promise<number> {
  const { n, writeErrors } = writeReply.parse(await store.db.command(command, { session }));
  const [first] = writeErrors ?? [];
  if (first) throw new WriteCommandError(first);
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

function translateDuplicateKey(error: unknown, resource: AnyResource, items: readonly StagedChange[]): unknown {
  if (!(error instanceof WriteCommandError) || error.code !== duplicateKeyCode) return error;
  const keys = /index: unique (.+?) (?:collation|dup key)/.exec(error.message)?.[1]?.split(" ") ?? [];
  const values = keys.map((key) => items[error.index]?.after?.[key]);
  return conflict(createMessage("already-exists", { label: resource.label, value: values.join(", ") }));
}
