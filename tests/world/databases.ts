import { randomUUID } from "node:crypto";
import { markCollection } from "../../server/backup/collections.ts";
import { connect } from "../../server/database.ts";

/** Emptying more rows than this takes longer than making a database anew. */
const mostRows = 5_000;

/** Databases that were used before and hold nothing any more; their files and indexes are the dearest part of a new portal. */
const empty: string[] = [];

/** The name of a database without a row, which is nobody else's until it is given back. */
export function takeDatabase(): string {
  return empty.pop() ?? `world-${randomUUID()}`;
}

/** Leaves nothing of what was done in it; nobody may be connected to it any more. */
export async function giveBack({ uri, name }: { uri: string; name: string }): Promise<void> {
  const connection = await connect(uri, name);
  try {
    const collections = (await connection.db?.collections()) ?? [];
    // A restore that was cut off has closed the books; nobody can go on in them.
    const isClosed = (await connection.collection(markCollection).countDocuments()) > 0;
    const counts = await Promise.all(collections.map((collection) => collection.estimatedDocumentCount()));
    if (isClosed || counts.reduce((sum, count) => sum + count, 0) > mostRows)
      return void (await connection.dropDatabase());
    await Promise.all(collections.map((collection) => collection.deleteMany({})));
    empty.push(name);
  } finally {
    await connection.close();
  }
}
