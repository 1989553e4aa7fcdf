import { findLockedMonth } from "../../../shared/domain/month-lock.ts";
import type { ImportOutcome } from "../../../shared/endpoints/import.ts";
import type { Message, MessageCode } from "../../../shared/messages.ts";
import type { AnyResource } from "../../../shared/registry.ts";
import { describeLockedMonth } from "../../commits/month-mutex.ts";
import type { Transaction } from "../../commits/transaction.ts";
import { conflict } from "../../errors.ts";

const lockedCode = "month-locked" satisfies MessageCode;

/** A function that returns the reason to refuse a row in a locked month; undefined for other rows. */
export async function createMonthLockCheck(
  tx: Transaction,
  resource: AnyResource,
): Promise<(row: Readonly<Record<string, unknown>>) => Promise<Message | undefined>> {
  const lock = await tx.readMonthLock();
  const refusals = new Map<string, Promise<Message>>();
  return async (row) => {
    const month = findLockedMonth(resource, row, lock);
    if (month === undefined) return undefined;
    const refusal = refusals.get(month) ?? describeLockedMonth(tx, month);
    refusals.set(month, refusal);
    return refusal;
  };
}

/** Throws 409 if the import has written nothing and refused rows because of locked months. */
export function assertNotAllLocked({ added, updated, unchanged, refused }: ImportOutcome): void {
  if (added + updated + unchanged > 0) return;
  const locked = refused.flatMap(({ reasons }) => reasons).find(({ code }) => code === lockedCode);
  if (locked) throw conflict({ ...locked, code: lockedCode });
}
