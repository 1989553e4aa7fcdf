import { readVerification, startVerification, type VerificationState } from "../../../shared/endpoints/verification.ts";
import { createMessage } from "../../../shared/messages.ts";
import { resources } from "../../../shared/resources/index.ts";
import { type Verification, verification } from "../../../shared/resources/verification.ts";
import { verifyDatabase } from "../../commits/verification/verify.ts";
import { defineEndpointHandler } from "../../http/endpoint-handler.ts";
import { beginVerification, completeVerification, isRunning } from "../../services/verifications.ts";
import type { Feature, FeatureContributions, FeatureServices } from "../feature.ts";

export const feature: Feature = { initialize: initializeVerification };

/** Verifies the chain of commits, and the records against it, in the background and shows the last result. */
function initializeVerification(services: FeatureServices): FeatureContributions {
  const { connection, store, changeStream, now, log } = services;
  return {
    endpointHandlers: [
      defineEndpointHandler(readVerification, async () => {
        await changeStream.waitForOwnCommits([verification.name]);
        return { data: await readState() };
      }),
      defineEndpointHandler(startVerification, async ({ ctx }) => {
        const run = await beginVerification(ctx);
        if (run)
          completeVerification(ctx.detached(), run, () => verifyDatabase({ connection, resources, now })).catch(
            (err: unknown) => log.warn({ err }, "A verification was not completed"),
          );
        return { ...createMessage("verification-started"), data: null };
      }),
    ],
    liveQueries: [
      {
        name: verification.name,
        isAffectedBy: (changes, viewer) =>
          viewer.scope === "all" && changes.some(({ resource }) => resource === verification.name),
        send: async (_viewer, emit) => emit("resync", { resources: [verification.name] }),
      },
    ],
  };

  async function readState(): Promise<VerificationState> {
    const newest = { sort: { VerificationID: -1 }, limit: 1 } as const;
    const [last] = await store.find(verification, { State: "done" }, newest);
    const [latest] = await store.find(verification, {}, newest);
    const isLatestRunning = latest !== undefined && isRunning(latest, now());
    return {
      ...presentResult(last),
      Running: isLatestRunning ? { By: latest.By, Since: latest.StartedAt } : null,
      HasFailed: latest !== undefined && latest.State !== "done" && !isLatestRunning,
    };
  }
}

function presentResult(row: Verification | undefined) {
  if (!row) return { At: null, By: null, Commits: 0, Head: "", Broken: null, BreakCount: 0, Breaks: [] };
  const { At, By, Commits, Head, BreakCount } = row;
  const Breaks = row.Breaks.map(({ Commit, Resource, RowID, What }) => ({
    commit: Commit || null,
    resource: Resource || null,
    id: RowID || null,
    what: What,
  }));
  return { At, By, Commits, Head, Broken: Breaks[0] ?? null, BreakCount, Breaks };
}
