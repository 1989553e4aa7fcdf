import { randomInt, randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type mongoose from "mongoose";
import { z } from "zod";
import { type Day, monthKey, monthOf, societyDayAt } from "../../shared/dates.ts";
import {
  describeMonthLock,
  isMonthLocked,
  listMonths,
  type MonthLockState,
  noMonthLocked,
} from "../../shared/domain/month-lock.ts";
import type { Message } from "../../shared/messages.ts";
import { monthLock } from "../../shared/resources/month-lock.ts";
import { monthReport } from "../../shared/resources/month-report.ts";
import type { Session, Store } from "../database/store.ts";
import { conflict, unavailable } from "../errors.ts";
import { systemActor } from "./commit.ts";
import type { StagedChange } from "./flush.ts";
import type { Transaction } from "./transaction.ts";

/*
 * A write in a past month and a concurrent lock of that month must not both succeed. In MongoDB, two transactions
 * conflict only if they write the same document. The month mutex is therefore a set of documents that exist only to be
 * written. A transaction that writes a past month acquires the mutex shared: it writes one of the documents, chosen at
 * random, so that such transactions hardly ever conflict with each other. A lock or unlock of a month acquires it
 * exclusively: it writes all documents. Writes in the current month do not need the mutex.
 */

/** The names of the collection and of its fields are stored, so they must not change. */
const mutexCollection = "month-guards";
const documentCount = 256;
/**
 * Longer than any transaction and the difference between the servers' clocks together. A month can be locked only when
 * it is over; with this margin, every transaction that began within the month has ended by then.
 */
const marginMs = 10 * 60_000;

interface MutexDoc {
  _id: number;
  /** The version of the month lock: every exclusive acquisition writes the same random value to all documents. */
  holder: string;
  /** Counts the shared acquisitions of this document. */
  holds?: number;
}

/** The month lock of a version. It is valid until an exclusive acquisition writes another version to the documents. */
export interface VersionedMonthLock {
  version: string;
  state: MonthLockState;
}

/** Creates the missing documents of the mutex. */
export async function ensureMonthMutex(connection: mongoose.Connection): Promise<void> {
  const documents = mutexDocuments({ connection });
  if ((await documents.countDocuments()) === documentCount) return;
  const ids = Array.from({ length: documentCount }, (_, _id) => _id);
  const $setOnInsert = { holder: randomUUID() };
  await documents.bulkWrite(
    ids.map((_id) => ({ updateOne: { filter: { _id }, update: { $setOnInsert }, upsert: true } })),
  );
}

const acquireReplySchema = z.object({ value: z.object({ holder: z.string() }).nullable() });

/**
 * Writes one of the documents, so that this transaction and a concurrent lock of a month cannot both be committed.
 * Returns the version of the month lock.
 */
export async function acquireSharedMonthMutex(store: Store, session: Session): Promise<string> {
  const command = {
    findAndModify: mutexCollection,
    query: { _id: randomInt(documentCount) },
    update: { $inc: { holds: 1 } },
    fields: { holder: 1 },
  };
  const { value } = acquireReplySchema.parse(await store.db.command(command, { session }));
  if (!value) throw unavailable();
  return value.holder;
}

/** Writes all documents, so that this transaction and a concurrent write of a past month cannot both be committed. */
export async function acquireExclusiveMonthMutex(store: Store, session: Session): Promise<void> {
  const { matchedCount } = await mutexDocuments(store).updateMany({}, { $set: { holder: randomUUID() } }, { session });
  if (matchedCount !== documentCount) throw unavailable();
}

/** The month lock in the snapshot of the session. */
export async function readMonthLock(store: Store, session: Session): Promise<MonthLockState> {
  const [state] = await store.find(monthLock, {}, { session, limit: 1 });
  return state ?? noMonthLocked;
}

/**
 * Throws 409 if a change of the transaction lies in a locked month. Called at the end of its work. Writes in this month
 * and later months need no check, because only a month that is over can be locked.
 */
export async function assertMonthsOpen(tx: Transaction): Promise<void> {
  await assertNoneLocked(tx, tx.staged.flatMap(listChangedMonths));
}

/**
 * Throws 409 if the day lies in a locked month. For a write that changes the cash book of a day which is not in a day
 * field of its row, so that `assertMonthsOpen` does not check it.
 */
export async function assertDayOpen(tx: Transaction, day: Day): Promise<void> {
  await assertNoneLocked(tx, [monthKey(monthOf(day))]);
}

/**
 * Whether the month of the day is locked. If another transaction locks the month and is committed first, this one runs
 * again.
 */
export async function isDayLocked(tx: Transaction, day: Day): Promise<boolean> {
  const isExempt = monthKey(monthOf(day)) >= firstMonthWithoutMutex(tx.now);
  return !isExempt && isMonthLocked(day, await tx.acquireSharedMonthMutex());
}

async function assertNoneLocked(tx: Transaction, changedMonths: readonly string[]): Promise<void> {
  const firstExemptMonth = firstMonthWithoutMutex(tx.now);
  const months = changedMonths.filter((month) => month < firstExemptMonth);
  if (months.length === 0) return;
  const lock = await tx.acquireSharedMonthMutex();
  const lockedMonth = months.filter((month) => isMonthLocked(month, lock)).sort()[0];
  if (lockedMonth !== undefined) throw conflict(await describeLockedMonth(tx, lockedMonth));
}

/** The error message for a change in this locked month. For residents it names no user. */
export async function describeLockedMonth(tx: Transaction, month: string): Promise<Message> {
  const report = await tx.findFirst(monthReport, { Month: month, UnlockedAt: null });
  const { By, At } = report ? { By: report.LockedBy, At: report.LockedAt } : await tx.readMonthLock();
  return describeMonthLock(month, { By: tx.viewer.scope === "all" ? By : systemActor.name, At });
}

/** The first month, YYYY-MM, whose writes do not need the mutex in a transaction that begins now. */
export function firstMonthWithoutMutex(now: Date): string {
  return monthKey(monthOf(societyDayAt(new Date(now.getTime() + marginMs))));
}

/** The months in which a staged change lies, YYYY-MM; none if it changes only exempt fields. */
export function listChangedMonths({ resource, before, after }: StagedChange): string[] {
  const { monthLock: rule, fields } = resource;
  if (!rule) return [];
  if (before && after) {
    const exemptFields = new Set<string>(["Version", ...rule.exemptFields]);
    const isChanged = (field: string) => !exemptFields.has(field) && !isDeepStrictEqual(before[field], after[field]);
    if (![...fields.keys()].some(isChanged)) return [];
  }
  return [before, after].flatMap((row) => (row ? listMonths(rule, row) : []));
}

function mutexDocuments({ connection }: Pick<Store, "connection">) {
  return connection.collection<MutexDoc>(mutexCollection);
}
