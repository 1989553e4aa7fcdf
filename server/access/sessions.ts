import { sessions } from "../../shared/resources/sessions.ts";
import { users } from "../../shared/resources/users.ts";
import { computeLatestExpiry, isUnexpired } from "../clock.ts";
import type { RequestContext } from "../commits/request-context.ts";
import type { Transaction } from "../commits/transaction.ts";
import { where } from "../database/store.ts";

const maxSessionsPerUser = 20;
/** Users of earlier releases, which had no limit, can have more excess sessions. The next sign-ins end the rest. */
const maxEndedPerSignIn = 100;
/** How many sessions are removed in one transaction. */
const sweepBatchSize = 500;
/** How long a session and its token are valid after the sign-in or the last renewal. */
export const sessionDurationMs = 8 * 3_600_000;

export function computeSessionExpiry(now: Date): string {
  return new Date(now.getTime() + sessionDurationMs).toISOString();
}

export function isSessionUnexpired({ ExpiresAt }: { ExpiresAt: string }, now: Date): boolean {
  return isUnexpired(ExpiresAt, { now, lifetimeMs: sessionDurationMs });
}

/** Inserts a session and returns it. `hasEnteredTotp`: the user has entered a code of the second factor. */
export async function startSession(
  tx: Transaction,
  { UserID, Agent, hasEnteredTotp }: { UserID: number; Agent: string; hasEnteredTotp: boolean },
) {
  await lockSessions(tx, UserID);
  const CreatedAt = tx.now.toISOString();
  const TotpAt = hasEnteredTotp ? CreatedAt : null;
  return tx.insert(sessions, { UserID, CreatedAt, ExpiresAt: computeSessionExpiry(tx.now), Agent, TotpAt });
}

/**
 * Causes a write conflict between a sign-in and a concurrent change that ends the sessions of the user, so that the
 * later of the two is retried: the sign-in is refused, or the change finds the new session.
 */
export function lockSessions(tx: Transaction, UserID: number): Promise<void> {
  return tx.lockRows(users, [UserID], "UserID");
}

interface SessionSelection {
  UserID: number;
  /** The session that does not end. */
  exceptSessionId?: number;
}

/** Ends the user's sessions. When the commit is delivered, their tokens become invalid and their sockets are closed. */
export async function endSessions(tx: Transaction, { UserID, exceptSessionId }: SessionSelection): Promise<void> {
  await lockSessions(tx, UserID);
  for (const session of await tx.find(sessions, { UserID }))
    if (session.SessionID !== exceptSessionId) tx.remove(sessions, session);
}

/** Limits the sessions of a user to 20. Ends those whose last renewal is longest ago. */
export class SessionLimit {
  /** The last run for each user. */
  readonly #runs = new Map<number, Promise<void>>();
  /** Runs that have not begun. */
  readonly #nextRuns = new Map<number, Promise<void>>();

  /** Resolves when the limit holds for all sessions that have been committed. Concurrent calls share a transaction. */
  enforce(ctx: RequestContext, UserID: number): Promise<void> {
    const nextRun = this.#nextRuns.get(UserID);
    if (nextRun) return nextRun;
    const run = (this.#runs.get(UserID) ?? Promise.resolve())
      .catch(() => undefined)
      .then(() => {
        this.#nextRuns.delete(UserID);
        return ctx.transaction((tx) => endExcessSessions(tx, UserID));
      })
      .finally(() => {
        if (this.#runs.get(UserID) === run) this.#runs.delete(UserID);
      });
    this.#nextRuns.set(UserID, run);
    this.#runs.set(UserID, run);
    return run;
  }
}

async function endExcessSessions(tx: Transaction, UserID: number): Promise<void> {
  const unexpiredFilter = { UserID, ExpiresAt: where(unexpiredRange(tx.now)) };
  const current = await tx.find(sessions, unexpiredFilter, { limit: maxSessionsPerUser + maxEndedPerSignIn });
  const leastRecentFirst = current.sort((a, b) => Date.parse(a.ExpiresAt) - Date.parse(b.ExpiresAt));
  for (const session of leastRecentFirst.slice(0, Math.max(0, current.length - maxSessionsPerUser)))
    tx.remove(sessions, session);
}

/** Removes a batch of expired sessions. Returns false when none are left. */
export async function removeExpiredSessions(tx: Transaction): Promise<boolean> {
  const expiredFilter = { ExpiresAt: where({ $not: unexpiredRange(tx.now) }) };
  const rows = await tx.find(sessions, expiredFilter, { limit: sweepBatchSize });
  for (const row of rows) tx.remove(sessions, row);
  return rows.length === sweepBatchSize;
}

/** The range of valid expiry times. A later expiry was stored by a server whose clock was ahead. */
function unexpiredRange(now: Date) {
  return { $gt: now.toISOString(), $lte: computeLatestExpiry(now, sessionDurationMs).toISOString() };
}
