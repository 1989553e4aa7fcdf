import { type Verification as Run, verification } from "../../shared/resources/verification.ts";
import type { RequestContext } from "../commits/request-context.ts";
import type { Transaction } from "../commits/transaction.ts";
import type { Verification } from "../commits/verification/verify.ts";

/** Longer than MongoDB keeps the snapshot that a verification reads. */
const maxRunMs = 10 * 60_000;

/** Records that a verification has begun. Undefined if one is running. */
export function beginVerification(ctx: RequestContext): Promise<Run | undefined> {
  return ctx.transaction(async (tx) => {
    const running = await tx.find(verification, { State: "running" });
    for (const run of running) {
      if (isRunning(run, tx.now)) return undefined;
      tx.update(verification, run, { State: "failed" });
    }
    // Of two that start at the same time, one is retried and finds the other.
    tx.putSecret({ key: "a verification is under way", value: tx.now });
    return tx.insert(verification, {
      ...{ State: "running", StartedAt: tx.now.toISOString(), By: tx.by.name, At: null },
      ...{ Commits: 0, Head: "", BreakCount: 0, Breaks: [] },
    });
  });
}

/** Records the result of a verification; undefined if it failed. */
export async function endVerification(
  ctx: RequestContext,
  { VerificationID }: Run,
  result: Verification | undefined,
): Promise<void> {
  await ctx.transaction(async (tx) => {
    const run = await tx.get(verification, VerificationID);
    tx.update(verification, run, result ? { ...resultFields(result), ...endFields(tx) } : { State: "failed" });
  });
}

/** A server that stopped leaves its verification running, which ends by its time. */
export function isRunning({ State, StartedAt }: Run, now: Date): boolean {
  return State === "running" && Math.abs(now.getTime() - Date.parse(StartedAt)) < maxRunMs;
}

function endFields(tx: Transaction) {
  return { State: "done" as const, At: tx.now.toISOString() };
}

function resultFields({ commits, head, breakCount, breaks }: Verification) {
  const Breaks = breaks.map(({ commit, resource, id, what }) => ({
    ...{ Commit: commit ?? "", Resource: resource ?? "", RowID: id ?? 0, What: what },
  }));
  return { Commits: commits, Head: head, BreakCount: breakCount, Breaks };
}
