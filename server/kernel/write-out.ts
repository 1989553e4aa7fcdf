import mongoose from "mongoose";
import { groupBy } from "../../shared/group.ts";
import { messages } from "../../shared/messages.ts";
import type { AnyResource } from "../../shared/registry.ts";
import type { RowChange } from "./commit.ts";
import { conflict } from "./refusal.ts";
import type { Doc, Numbered, Session, Store } from "./store.ts";

/** What becomes of one row. */
export interface Staged {
  resource: AnyResource;
  id: number;
  before: Doc | null;
  after: Doc | null;
}

/** Writes rows that were gathered, those of one resource at once. A broken unique index is refused in the record's words. */
export async function writeOut(
  staged: readonly Staged[],
  { store, session }: { store: Store; session: Session },
): Promise<void> {
  for (const [resource, items] of groupBy(staged, (item) => item.resource))
    await writeRows({ resource, items }, { store, session });
}

export function asChange({ resource, id, before, after }: Staged): RowChange {
  const type = before === null ? "insert" : after === null ? "delete" : "update";
  return { resource: resource.name, id, type, before, after };
}

async function writeRows(
  { resource, items }: { resource: AnyResource; items: readonly Staged[] },
  { store, session }: { store: Store; session: Session },
): Promise<void> {
  const collection = store.collection(resource);
  let touched = 0;
  // Whole lists of rows go at once: one by one, many thousands would outlast the transaction.
  for (const [Version, rows] of groupBy(items.filter(isRemoval), ({ before }) => before?.Version)) {
    const filter = { _id: { $in: rows.map(({ id }) => id) }, Version };
    touched += (await collection.deleteMany(filter, { session })).deletedCount;
  }
  const kept = items.filter((item) => !isRemoval(item));
  if (kept.length > 0) {
    try {
      const result = await collection.bulkWrite(kept.map(asWrite), { session, ordered: true });
      touched += result.insertedCount + result.matchedCount;
    } catch (error) {
      throw asDuplicate(error, resource, kept);
    }
  }
  if (touched !== items.length)
    throw new Error(`${items.length - touched} rows of ${resource.name} changed within a transaction`);
}

function isRemoval({ after }: Staged): boolean {
  return after === null;
}

function asWrite({ id, before, after }: Staged): mongoose.mongo.AnyBulkWriteOperation<Numbered> {
  if (before === null) return { insertOne: { document: { _id: id, ...after } } };
  return { updateOne: { filter: { _id: id, Version: before.Version }, update: { $set: { ...after } } } };
}

/** A broken unique index, said in the words of the record; any other error as it is. */
function asDuplicate(error: unknown, resource: AnyResource, items: readonly Staged[]): unknown {
  if (!(error instanceof mongoose.mongo.MongoServerError) || error.code !== 11000) return error;
  const keys = /index: unique (.+?) (?:collation|dup key)/.exec(error.message)?.[1]?.split(" ") ?? [];
  const index =
    error instanceof mongoose.mongo.MongoBulkWriteError && Array.isArray(error.writeErrors)
      ? error.writeErrors[0]?.index
      : 0;
  const values = keys.map((key) => items[index ?? 0]?.after?.[key]);
  return conflict(messages.exists(resource.label, values.join(", ")));
}
