import { randomInt, randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type mongoose from "mongoose";
import { monthKey, monthOf, societyToday } from "../../shared/dates.ts";
import { listMonths, type MonthLockState } from "../../shared/domain/month-lock.ts";
import { monthLock } from "../../shared/resources/month-lock.ts";
import type { Session, Store } from "../database/store.ts";
import { unavailable } from "../errors.ts";
import type { StagedChange } from "./flush.ts";

/*
 * A write of a past month and a lock of that month must not both succeed. In MongoDB two transactions conflict only if
 * they write the same document, so both write guards: a write of a past month one of them, chosen at random so that
 * such writes hardly ever conflict with each other, and a lock all of them. Writes of the present month need none.
 */

const guardCount = 256;
/**
 * A month cannot be locked before it is over, and a transaction does not take this long, whatever the difference between
 * the servers' clocks: one that began in a month has ended when the month can be locked.
 */
const marginMs = 10 * 60_000;

interface GuardDoc {
  _id: number;
  holder: string;
}

/** Creates the guards that are missing. */
export async function ensureMonthGuards(connection: mongoose.Connection): Promise<void> {
  const guards = guardsOf({ connection });
  if ((await guards.countDocuments()) === guardCount) return;
  const ids = Array.from({ length: guardCount }, (_, _id) => _id);
  await guards.bulkWrite(
    ids.map((_id) => ({ updateOne: { filter: { _id }, update: { $setOnInsert: { holder: "" } }, upsert: true } })),
  );
}

/** Writes one of the guards, so that this transaction and a concurrent lock cannot both be committed. */
export async function holdMonthGuard(store: Store, session: Session): Promise<void> {
  const guard = { _id: randomInt(guardCount) };
  const { matchedCount } = await guardsOf(store).updateOne(guard, hold(), { session });
  if (matchedCount === 0) throw unavailable();
}

/** Writes all guards, so that no concurrent write of a past month can be committed with this transaction. */
export async function holdAllMonthGuards(store: Store, session: Session): Promise<void> {
  const { matchedCount } = await guardsOf(store).updateMany({}, hold(), { session });
  if (matchedCount !== guardCount) throw unavailable();
}

/** The month lock in the snapshot of the session. */
export async function readMonthLock(store: Store, session: Session): Promise<MonthLockState> {
  const [state] = await store.find(monthLock, {}, { session, limit: 1 });
  return state ?? { LockedThrough: null, By: null, At: null };
}

/** The first month, YYYY-MM, whose writes need no guard in a transaction that begins now. */
export function firstMonthWithoutGuard(now: Date): string {
  return monthKey(monthOf(societyToday(new Date(now.getTime() + marginMs))));
}

/** The months in which a staged change lies, YYYY-MM; none if it changes only fields that are exempt. */
export function listChangedMonths({ resource, before, after }: StagedChange): string[] {
  const { monthLock: rule, fields } = resource;
  if (!rule) return [];
  if (before && after) {
    const free = new Set<string>(["Version", ...rule.exempt]);
    const isChanged = (field: string) => !free.has(field) && !isDeepStrictEqual(before[field], after[field]);
    if (![...fields.keys()].some(isChanged)) return [];
  }
  return [before, after].flatMap((row) => (row ? listMonths(rule, row) : []));
}

function guardsOf({ connection }: Pick<Store, "connection">) {
  return connection.collection<GuardDoc>("month-guards");
}

function hold() {
  return { $set: { holder: randomUUID() } };
}
