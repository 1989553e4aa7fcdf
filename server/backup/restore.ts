import { randomBytes } from "node:crypto";
import mongoose from "mongoose";
import { resources } from "../../shared/resources/index.ts";
import { sessions } from "../../shared/resources/sessions.ts";
import { commitsCollection } from "../kernel/commit.ts";
import { collectionsIn, databaseOf, dropStaged, type Known, stagedName } from "./collections.ts";
import type { Header } from "./format.ts";
import { type Backup, openBackup } from "./read.ts";
import { finishRestore, markForSwap } from "./swap.ts";

type Db = mongoose.mongo.Db;

interface RestoreParts {
  connection: mongoose.Connection;
  file: string;
  /** Also where that replaces records. */
  force: boolean;
  now: Date;
}

const batchRows = 1_000;
const batchBytes = 4 * 1024 ** 2;

/**
 * Replaces the whole database by what the file holds: first all of it is checked, then laid down beside what is there, and only
 * then does it take its place. Until that moment nothing is changed, whatever happens.
 * Throws NotABackup for a file that cannot be restored.
 */
export async function restoreBackup(parts: RestoreParts): Promise<Header> {
  const header = await beginRestore(parts);
  await finishRestore(parts.connection);
  return header;
}

/** The same up to that moment: once this resolves, whoever opens the books puts them in place, should this process be gone. */
export async function beginRestore({ connection, file, force, now }: RestoreParts): Promise<Header> {
  const db = databaseOf(connection);
  const backup = await openBackup(file);
  try {
    await finishRestore(connection);
    const known = await collectionsIn(db);
    if (!force && (await holdsRecords(db, known)))
      throw new Error(`There is data already: --force replaces all of it by the backup of ${backup.header.madeAt}`);
    await dropStaged(db);
    const stage = { db, id: randomBytes(4).toString("hex"), known };
    const collections = await lay(stage, backup);
    await keepIdsApart(stage, now);
    await endOtherSessions(stage);
    await markForSwap(db, { id: stage.id, collections });
    return backup.header;
  } finally {
    await backup.close();
  }
}

interface Stage {
  db: Db;
  id: string;
  /** What is there now. */
  known: readonly Known[];
}

/** Makes every collection anew beside the present ones, those that the backup knows and those that only the portal does. */
async function lay({ db, id, known }: Stage, { header, records }: Backup): Promise<string[]> {
  const counts = new Map(header.collections.map(({ name, count }) => [name, count]));
  const names = [...new Set([...counts.keys(), ...known.map(({ name }) => name), commitsCollection])];
  for (const name of names) {
    const options = known.find((one) => one.name === name)?.options ?? {};
    await db.createCollection(stagedName(id, name), options);
  }
  const filling = fill({ db, id, header });
  for await (const some of records()) await filling.take(some);
  await filling.end();
  for (const name of names) {
    const staged = db.collection(stagedName(id, name));
    const laid = await staged.countDocuments({}, { hint: { _id: 1 } });
    if (laid !== (counts.get(name) ?? 0))
      throw new Error(`${name} could not be laid down whole; is another restore at work?`);
    if (known.some((one) => one.name === name)) await copyIndexes(db.collection(name), staged);
  }
  return names;
}

/** Writes records to the collection whose turn it is, so many at a time. */
function fill({ db, id, header }: { db: Db; id: string; header: Header }) {
  const turns = header.collections.filter(({ count }) => count > 0).map((turn) => ({ ...turn }));
  let batch: mongoose.mongo.BSON.Document[] = [];
  let bytes = 0;

  return {
    async take(records: readonly Uint8Array[]): Promise<void> {
      for (const record of records) {
        const [turn] = turns;
        if (!turn) throw new Error("The backup holds more than it says");
        // Numbers must come back as the kind that they were.
        batch.push(mongoose.mongo.BSON.deserialize(record, { promoteValues: false, bsonRegExp: true }));
        bytes += record.length;
        turn.count--;
        if (turn.count > 0 && batch.length < batchRows && bytes < batchBytes) continue;
        await write(turn.name);
        if (turn.count === 0) turns.shift();
      }
    },
    async end(): Promise<void> {
      if (turns.length > 0) throw new Error("The backup holds less than it says");
    },
  };

  async function write(name: string): Promise<void> {
    await db.collection(stagedName(id, name)).insertMany(batch, { ordered: false, writeConcern: { w: 1 } });
    batch = [];
    bytes = 0;
  }
}

/** The running portal goes on with the indexes that it made; what a later one needs it makes itself. */
async function copyIndexes(from: mongoose.mongo.Collection, to: mongoose.mongo.Collection): Promise<void> {
  const made = await from.listIndexes().toArray();
  const others = made.filter(({ name }) => name !== "_id_");
  if (others.length === 0) return;
  await to.createIndexes(others.map(({ v: _version, ns: _namespace, ...index }) => ({ key: index.key, ...index })));
}

/** What was given out since the backup is not given out again: the ids of records that others may still know. */
async function keepIdsApart({ db, id, known }: Stage, now: Date): Promise<void> {
  const counters = db.collection<{ _id: string; last: number }>(stagedName(id, "counters"));
  const present = known.some(({ name }) => name === "counters")
    ? await db.collection<{ _id: string; last: number }>("counters").find({}).toArray()
    : [];
  const names = new Set(resources.map(({ name }) => name));
  for (const { _id, last } of present.filter((one) => names.has(one._id)))
    await counters.updateOne({ _id }, { $max: { last } }, { upsert: true });
  // A token names its session: also where nothing tells how many there were, none may come to mean another's.
  const beyondAll = Math.floor(now.getTime() / 1_000);
  await counters.updateOne({ _id: sessions.name }, { $max: { last: beyondAll } }, { upsert: true });
}

/** Who signed out since the backup stays signed out. */
async function endOtherSessions({ db, id, known }: Stage): Promise<void> {
  const staged = db.collection(stagedName(id, sessions.name));
  const open = known.some(({ name }) => name === sessions.name)
    ? await db.collection(sessions.name).find({}).toArray()
    : [];
  const goOn = new Set(open.map(signOf));
  const over = (await staged.find({}).toArray()).filter((session) => !goOn.has(signOf(session)));
  await staged.deleteMany({ _id: { $in: over.map(({ _id }) => _id) } });
}

function signOf({ SessionID, UserID, CreatedAt }: mongoose.mongo.BSON.Document): string {
  return [SessionID, UserID, CreatedAt].join(" ");
}

async function holdsRecords(db: Db, known: readonly Known[]): Promise<boolean> {
  for (const { name } of known) if ((await db.collection(name).findOne({})) !== null) return true;
  return false;
}
