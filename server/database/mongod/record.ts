import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";

/**
 * What a data folder remembers of its mongod: the port, kept from start to start since the replica set's configuration names
 * it, and the process that started mongod and will end it, absent once it has begun to.
 */
const recordSchema = z.object({ port: z.int(), owner: z.int().optional() });

export type MongodRecord = z.infer<typeof recordSchema>;

/** The record of this data folder; undefined when there is none that can be read. */
export async function readRecord(dataDir: string): Promise<MongodRecord | undefined> {
  try {
    return recordSchema.parse(JSON.parse(await readFile(recordPath(dataDir), "utf8")));
  } catch {
    return undefined;
  }
}

export async function writeRecord(dataDir: string, record: MongodRecord): Promise<void> {
  await writeFile(recordPath(dataDir), JSON.stringify(record));
}

function recordPath(dataDir: string): string {
  return join(dataDir, "mongod.json");
}
