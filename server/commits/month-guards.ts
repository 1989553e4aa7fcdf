import { randomInt, randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type mongoose from "mongoose";
import { z } from "zod";
import { monthKey, monthOf, societyToday } from "../../shared/dates.ts";
import { listMonths, type MonthLockState, unlocked } from "../../shared/domain/month-lock.ts";
import { monthLock } from "../../shared/resources/month-lock.ts";
import type { Session, Store } from "../database/store.ts";
import { unavailable } from "../errors.ts";
import type { StagedChange } from "./flush.ts";

/*
 * A write in a past month and a concurrent lock of that month must not both succeed. In MongoDB, two transactions
 * conflict only if they write the same document. Therefore a write in a past month writes one of many guard documents,
 * chosen at random, so that such writes hardly ever conflict with each other. A lock or unlock writes all guards. Writes
 * in the present month write no guard.
 */

const guardsCollection = "month-guards";
const guardCount = 256;
/**
 * Longer than any transaction and the difference between the servers' clocks together. A month can be locked only when it
 * is over; with this margin, every transaction that began within the month has ended by then.
 */
const marginMs = 10 * 60_000;

interface GuardDoc {
  _id: number;
  /** Written by every lock and unlock, to the same random value in all guards. */
  holder: string;
  /** Counts the writes in past months that held this guard. */
  holds?: number;
}

/** The month lock that was written together with this holder of the guards. It is valid until they get another holder. */
export interface GuardedMonthLock {
  holder: string;
  state: MonthLockState;
}

/** Creates missing guards. */
export async function ensureMonthGuards(connection: mongoose.Connection): Promise<void> {
  const guards = guardsOf({ connection });
  if ((await guards.countDocuments()) === guardCount) return;
  const ids = Array.from({ length: guardCount }, (_, _id) => _id);
  const $setOnInsert = { holder: randomUUID() };
  await guards.bulkWrite(
    ids.map((_id) => ({ updateOne: { filter: { _id }, update: { $setOnInsert }, upsert: true } })),
  );
}

const holdReply = z.object({ value: z.object({ holder: z.string() }).nullable() });

/**
 * Writes one of the guards, so that this transaction and a concurrent lock cannot both be committed. Returns the holder
 * of the guard.
 */
export async function holdMonthGuard(store: Store, session: Session): Promise<string> {
  const command = {
    findAndModify: guardsCollection,
    query: { _id: randomInt(guardCount) },
    update: { $inc: { holds: 1 } },
    fields: { holder: 1 },
  };
  const { value } = holdReply.parse(await store.db.command(command, { session }));
  if (!value) throw unavailable();
  return value.holder;
}

/** Writes all guards, so that no concurrent write of a past month can be committed with this transaction. */
export async function holdAllMonthGuards(store: Store, session: Session): Promise<void> {
  const { matchedCount } = await guardsOf(store).updateMany({}, { $set: { holder: randomUUID() } }, { session });
  if (matchedCount !== guardCount) throw unavailable();
}

/** The month lock in the snapshot of the session. */
export async function readMonthLock(store: Store, session: Session): Promise<MonthLockState> {
  const [state] = await store.find(monthLock, {}, { session, limit: 1 });
  return state ?? unlocked;
}

/** The first month, YYYY-MM, whose writes need no guard in a transaction that begins now. */
export function firstMonthWithoutGuard(now: Date): string {
  return monthKey(monthOf(societyToday(new Date(now.getTime() + marginMs))));
}

/** The months in which a staged change lies, YYYY-MM; none if it changes only exempt fields. */
export function listChangedMonths({ resource, before, after }: StagedChange): string[] {
  const { monthLock: rule, fields } = resource;
  if (!rule) return [];
  if (before && after) {
    const exemptFields = new Set<string>(["Version", ...rule.exempt]);
    const isChanged = (field: string) => !exemptFields.has(field) && !isDeepStrictEqual(before[field], after[field]);
    if (![...fields.keys()].some(isChanged)) return [];
  }
  return [before, after].flatMap((row) => (row ? listMonths(rule, row) : []));
}

function guardsOf({ connection }: Pick<Store, "connection">) {
  return connection.collection<GuardDoc>(guardsCollection);
}
