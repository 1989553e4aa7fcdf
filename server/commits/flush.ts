import { chunkWhile, groupBy } from "../../shared/domain/collections.ts";
import { createMessage } from "../../shared/messages.ts";
import type { AnyResource } from "../../shared/registry.ts";
import type { Doc, Session, Store } from "../database/store.ts";
import { runWriteCommand, type WriteCommand, WriteCommandError } from "../database/write-command.ts";
import { conflict } from "../errors.ts";
import { maxChangesPerCommit, type RowChange } from "./commit.ts";

/** As few as stand in one commit: a command takes no more than a document may hold. */
const rowsPerCommand = maxChangesPerCommit;

/** What becomes of one row. */
export interface StagedChange {
  resource: AnyResource;
  id: number;
  before: Doc | null;
  after: Doc | null;
}

/** Writes rows that were gathered, those of one resource at once. A broken unique index is refused in the record's words. */
export async function flushRows(
  staged: readonly StagedChange[],
  { store, session }: { store: Store; session: Session },
): Promise<void> {
  for (const [resource, items] of groupBy(staged, (item) => item.resource))
    await flushResource({ resource, items }, { store, session });
}

export function toRowChange({ resource, id, before, after }: StagedChange): RowChange {
  const type = before === null ? "insert" : after === null ? "delete" : "update";
  return { resource: resource.name, id, type, before, after };
}

async function flushResource(
  { resource, items }: { resource: AnyResource; items: readonly StagedChange[] },
  { store, session }: { store: Store; session: Session },
): Promise<void> {
  const collection = store.collection(resource);
  let touched = 0;
  // Whole lists of rows go at once: one by one, many thousands would outlast the transaction.
  for (const [Version, rows] of groupBy(items.filter(isRemoval), ({ before }) => before?.Version)) {
    const filter = { _id: { $in: rows.map(({ id }) => id) }, Version };
    touched += (await collection.deleteMany(filter, { session })).deletedCount;
  }
  for (const rows of batchRows(items.filter((item) => !isRemoval(item))))
    touched += await runWriteCommand(toWriteCommand(resource, rows), { store, session }).catch((error: unknown) => {
      throw translateDuplicateKey(error, resource, rows);
    });
  if (touched !== items.length)
    throw new Error(`${items.length - touched} rows of ${resource.name} changed within a transaction`);
}

function isRemoval({ after }: StagedChange): boolean {
  return after === null;
}

/** In the same order: what a row leaves to another is free by then. */
function batchRows(items: readonly StagedChange[]): StagedChange[][] {
  return chunkWhile(items, (item, run) => run.length < rowsPerCommand && isInsert(run[0]) === isInsert(item));
}

function isInsert(item: StagedChange | undefined): boolean {
  return item?.before === null;
}

function toWriteCommand({ name }: AnyResource, items: readonly StagedChange[]): WriteCommand {
  if (isInsert(items[0])) return { insert: name, documents: items.map(({ id, after }) => ({ _id: id, ...after })) };
  const updates = items.map(({ id, before, after }) => ({
    q: { _id: id, Version: before?.Version },
    u: { $set: { ...after } },
  }));
  return { update: name, updates };
}

/** A broken unique index, said in the words of the record; any other error as it is. */
function translateDuplicateKey(error: unknown, resource: AnyResource, items: readonly StagedChange[]): unknown {
  if (!(error instanceof WriteCommandError) || error.code !== 11000) return error;
  const keys = /index: unique (.+?) (?:collation|dup key)/.exec(error.message)?.[1]?.split(" ") ?? [];
  const values = keys.map((key) => items[error.index]?.after?.[key]);
  return conflict(createMessage("already-exists", { label: resource.label, value: values.join(", ") }));
}
