import { sessions } from "../../shared/resources/sessions.ts";
import { users } from "../../shared/resources/users.ts";
import { computeLatestExpiry, isUnexpired } from "../clock.ts";
import type { Transaction } from "../commits/transaction.ts";
import { where } from "../database/store.ts";
import { tokenHours } from "./tokens.ts";

const maxSessionsPerUser = 20;
/** Earlier releases had no limit. Further sessions are ended by the next sign-ins. */
const maxEndedPerSignIn = 100;
/** How many sessions are removed in one transaction. */
const sweepBatchSize = 500;
export const sessionDurationMs = tokenHours * 3_600_000;

export function computeSessionExpiry(now: Date): string {
  return new Date(now.getTime() + sessionDurationMs).toISOString();
}

export function isSessionUnexpired({ ExpiresAt }: { ExpiresAt: string }, now: Date): boolean {
  return isUnexpired(ExpiresAt, { now, lifetimeMs: sessionDurationMs });
}

/** Starts a session. Ends the user's sessions that were renewed longest ago, so that at most 20 remain. */
export async function startSession(tx: Transaction, { UserID, Agent }: { UserID: number; Agent: string }) {
  // Serializes concurrent sign-ins of the user, so that the later one counts the session of the earlier one.
  await tx.lockReferences(users, [UserID], "UserID");
  const unexpired = { UserID, ExpiresAt: where(unexpiredRange(tx.now)) };
  const current = await tx.find(sessions, unexpired, { limit: maxSessionsPerUser + maxEndedPerSignIn });
  const leastRecentFirst = current.sort((a, b) => Date.parse(a.ExpiresAt) - Date.parse(b.ExpiresAt));
  for (const session of leastRecentFirst.slice(0, Math.max(0, current.length - maxSessionsPerUser + 1)))
    tx.remove(sessions, session);
  const CreatedAt = tx.now.toISOString();
  return tx.insert(sessions, { UserID, CreatedAt, ExpiresAt: computeSessionExpiry(tx.now), Agent });
}

/** Removes some of the sessions that are over. Returns false when none are left. */
export async function removeExpiredSessions(tx: Transaction): Promise<boolean> {
  const expired = { ExpiresAt: where({ $not: unexpiredRange(tx.now) }) };
  const rows = await tx.find(sessions, expired, { limit: sweepBatchSize });
  for (const row of rows) tx.remove(sessions, row);
  return rows.length === sweepBatchSize;
}

/** A session that expires later was stored by a clock that was ahead. */
function unexpiredRange(now: Date) {
  return { $gt: now.toISOString(), $lte: computeLatestExpiry(now, sessionDurationMs).toISOString() };
}
