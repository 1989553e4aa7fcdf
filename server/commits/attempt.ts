import { societyDayAt } from "../../shared/dates.ts";
import type { IdAllocator } from "../database/id-counters.ts";
import type { SecretStore } from "../database/secret-store.ts";
import type { Store } from "../database/store.ts";
import { ApprovalRequired } from "../errors.ts";
import { assertMonthsOpen } from "./month-mutex.ts";
import type { RequestDetails } from "./request-context.ts";
import type { Participant, SharedSession } from "./shared-session.ts";
import { Transaction } from "./transaction.ts";

/** A piece of work of a request that runs in one transaction. */
export interface UnitOfWork {
  details: RequestDetails;
  transactionId: string;
  /** May run several times. Returns a function that resolves the caller's promise, for use after the commit. */
  work: (tx: Transaction) => Promise<() => void>;
  reject: (error: unknown) => void;
  ids: IdAllocator;
  /** In ms since 1970. */
  retryUntil: number;
  /** The number of groups that could not commit this unit. */
  failedGroups: number;
}

/** One run of a unit of work. */
export interface Attempt {
  unit: UnitOfWork;
  participant: Participant;
  tx: Transaction;
  /** Resolves when the work has finished or failed. */
  settled: Promise<void>;
  /** Undefined until `settled` resolves. */
  outcome: { resolve: () => void } | { error: unknown } | undefined;
}

interface AttemptOptions {
  store: Store;
  secretStore: SecretStore;
  sharedSession: SharedSession;
  /** The place of the attempt in its group. */
  order: number;
  now: Date;
  /** Stages the changes that follow from those of the work, such as new states of bills. */
  beforeCommit: (tx: Transaction) => Promise<void>;
}

/**
 * Starts the work, if the caller is still authorized. After the work, runs `beforeCommit` and checks that nothing is
 * written into a locked month.
 */
export function startAttempt(
  unit: UnitOfWork,
  { store, secretStore, sharedSession, order, now, beforeCommit }: AttemptOptions,
): Attempt {
  const { details, ids } = unit;
  // A repeated run gets the same ids.
  ids.restart();
  const participant = { order, isAbandoned: false };
  const tx = new Transaction({
    store,
    secretStore,
    ids,
    participant,
    sharedSession,
    viewer: details.viewer,
    by: details.by,
    isApproved: details.approvedBy !== undefined,
    now,
    today: societyDayAt(now),
  });
  const attempt: Attempt = { unit, participant, tx, settled: Promise.resolve(), outcome: undefined };
  attempt.settled = run().then(
    (resolve) => {
      attempt.outcome = { resolve };
    },
    (error: unknown) => {
      attempt.outcome = { error };
    },
  );
  return attempt;

  async function run(): Promise<() => void> {
    await details.assertAuthorized?.();
    const resolve = await unit.work(tx).catch(async (error: unknown) => {
      // A request is only stored for approval if it is possible now, so its changes must pass the same checks.
      if (error instanceof ApprovalRequired) await finish();
      throw error;
    });
    await finish();
    return resolve;
  }

  async function finish(): Promise<void> {
    await beforeCommit(tx);
    await assertMonthsOpen(tx);
  }
}

/**
 * The successful attempts that can be committed together. They write different rows: of two attempts that conflict, the
 * earlier one is selected. Numbers, such as those of receipts, must have no gap: if an attempt is left out, those that
 * allocated later numbers of the same series are left out too.
 */
export async function selectCommittable(
  attempts: readonly Attempt[],
  sharedSession: SharedSession,
): Promise<Attempt[]> {
  const takenKeys = new Set<string>();
  let selected = attempts.filter(({ outcome, tx }) => {
    if (!outcome || "error" in outcome) return false;
    const keys = tx.conflictKeys;
    if (keys.some((key) => takenKeys.has(key))) return false;
    for (const key of keys) takenKeys.add(key);
    return true;
  });
  for (;;) {
    const participants = new Set(selected.map(({ participant }) => participant));
    const afterMissingNumber = new Set(await sharedSession.participantsAfterMissingNumber(participants));
    if (afterMissingNumber.size === 0) return selected;
    selected = selected.filter(({ participant }) => !afterMissingNumber.has(participant));
  }
}
