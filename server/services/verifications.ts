import { type Verification, verification } from "../../shared/resources/verification.ts";
import type { RequestContext } from "../commits/request-context.ts";
import type { VerificationResult } from "../commits/verification/verify.ts";

/** After this time, a verification counts as failed: MongoDB no longer keeps the snapshot that it reads. */
const maxRunMs = 10 * 60_000;

/** Records the start of a verification of the commits and rows. Undefined if another one is running. */
export function beginVerification(ctx: RequestContext): Promise<Verification | undefined> {
  return ctx.transaction(async (tx) => {
    const running = await tx.find(verification, { State: "running" });
    for (const run of running) {
      if (isRunning(run, tx.now)) return undefined;
      tx.update(verification, run, { State: "failed" });
    }
    // Two verifications that start at the same time conflict in this write: the second is retried and finds the first.
    // It writes a secret, because any other write would be a change in the commit. The key stays afterwards.
    tx.putSecret({ key: "start of the last verification", value: tx.now });
    return tx.insert(verification, {
      ...{ State: "running", StartedAt: tx.now.toISOString(), By: tx.by.name, At: null },
      ...{ Commits: 0, Head: "", BreakCount: 0, Breaks: [] },
    });
  });
}

/** Verifies and records the result in the run. If `verify` throws, records the failure and throws the same error. */
export async function completeVerification(
  ctx: RequestContext,
  run: Verification,
  verify: () => Promise<VerificationResult>,
): Promise<VerificationResult> {
  try {
    const result = await verify();
    await endVerification(ctx, run, result);
    return result;
  } catch (error) {
    // If the database is unreachable, the run stays `running` until its time limit.
    await endVerification(ctx, run, undefined).catch(() => undefined);
    throw error;
  }
}

/** Records the end of a verification. `result` is undefined if it failed. */
async function endVerification(
  ctx: RequestContext,
  { VerificationID }: Verification,
  result: VerificationResult | undefined,
): Promise<void> {
  await ctx.transaction(async (tx) => {
    const run = await tx.get(verification, VerificationID);
    tx.update(
      verification,
      run,
      result ? { State: "done", At: tx.now.toISOString(), ...toResultFields(result) } : { State: "failed" },
    );
  });
}

/** Whether the verification is running. One whose server has stopped no longer counts as running after `maxRunMs`. */
export function isRunning({ State, StartedAt }: Verification, now: Date): boolean {
  return State === "running" && Math.abs(now.getTime() - Date.parse(StartedAt)) < maxRunMs;
}

function toResultFields({ commitCount, head, differenceCount, differences }: VerificationResult) {
  const Breaks = differences.map(({ commit, resource, id, what }) => ({
    ...{ Commit: commit ?? "", Resource: resource ?? "", RowID: id ?? 0, What: what },
  }));
  return { Commits: commitCount, Head: head, BreakCount: differenceCount, Breaks };
}
