import type mongoose from "mongoose";
import { z } from "zod";
import { commitsCollection } from "../../commits/commit.ts";
import { isDatabaseError } from "../connection.ts";
import { databaseOf, restoreMarkerCollection, stagingName } from "./collections.ts";

type Db = mongoose.mongo.Db;

const markerId = "restore";
const markerSchema = z.object({ id: z.string(), collections: z.array(z.string()) });

/** Refuses every document. */
const rejectAllDocuments = { _id: { $exists: false } };

const errorCodes = { namespaceNotFound: 26, duplicateKey: 11000 };

/**
 * Marks what a restore has laid down to be put in the place of what is there; from now on `finishRestore` does so, whoever calls it.
 * The commits come first and closed: whoever follows them reads anew, and since nothing is written without a commit, nothing is
 * written until the last collection is in place.
 */
export async function markForSwap(
  db: Db,
  { id, collections }: { id: string; collections: readonly string[] },
): Promise<void> {
  await db.command({ collMod: stagingName(id, commitsCollection), validator: rejectAllDocuments });
  const others = collections.filter((name) => name !== commitsCollection);
  try {
    const first = { _id: markerId, id, collections: [commitsCollection, ...others] };
    await db.collection<{ _id: string }>(restoreMarkerCollection).insertOne(first, { writeConcern: { w: "majority" } });
  } catch (error) {
    if (isDatabaseError(error, errorCodes.duplicateKey))
      throw new Error("Another restore is just being finished: try again");
    throw error;
  }
}

/**
 * Brings a restore to its end that has begun to put its collections in place; whoever opens the books does so first, and several
 * at once do no harm. Does nothing where there is none.
 */
export async function finishRestore(connection: mongoose.Connection): Promise<void> {
  const db = databaseOf(connection);
  const marks = db.collection<{ _id: string }>(restoreMarkerCollection);
  const found = markerSchema.safeParse(await marks.findOne({ _id: markerId }));
  if (!found.success) return;
  const { id, collections } = found.data;
  for (const name of collections) await replaceCollection(db, { from: stagingName(id, name), to: name });
  await db.command({ collMod: commitsCollection, validator: {} });
  await marks.deleteOne({ _id: markerId, id }, { writeConcern: { w: "majority" } });
}

async function replaceCollection(db: Db, { from, to }: { from: string; to: string }): Promise<void> {
  try {
    await db.renameCollection(from, to, { dropTarget: true });
  } catch (error) {
    // It has been moved already, by this or by another process.
    if (!isDatabaseError(error, errorCodes.namespaceNotFound)) throw error;
  }
}
