import { verifyDatabase } from "../server/commits/verification/verify.ts";
import { openCore } from "../server/core.ts";
import { createLog } from "../server/log.ts";
import { beginVerification, completeVerification } from "../server/services/verifications.ts";
import { resources } from "../shared/resources/index.ts";
import { withMongo } from "./lib/mongo.ts";
import { runScript } from "./lib/process.ts";

/** npm run verify: checks the chain of commits, and the rows against it, also while the portal runs. */
runScript(() =>
  withMongo(async (uri) => {
    const now = () => new Date();
    const core = await openCore({ uri, now, log: createLog("warn") });
    try {
      const ctx = core.createSystemContext("verify");
      // Undefined if another verification is running: this one is then not recorded.
      const run = await beginVerification(ctx);
      const verify = () => verifyDatabase({ connection: core.connection, resources, now });
      const result = run ? await completeVerification(ctx, run, verify) : await verify();
      const { commitCount, head, differences, differenceCount, unchained, restoredBackups } = result;
      if (unchained && unchained.count > 0)
        console.log(`The first ${unchained.count} commits are of an earlier release and share one digest`);
      for (const { madeAt: backupMadeAt, replaced: previousHead } of restoredBackups)
        console.log(
          `Restored from the backup of ${backupMadeAt.toISOString()}; the head before was ${previousHead || "(none)"}`,
        );
      for (const { commit, resource, id, what } of differences)
        console.log(
          [what, resource && `${resource} ${id ?? ""}`, commit && `commit ${commit}`].filter(Boolean).join(": "),
        );
      if (differenceCount > 0)
        throw new Error(
          `The database was changed outside the portal: ${differenceCount} ${differenceCount === 1 ? "difference" : "differences"}`,
        );
      console.log(`${commitCount} commits and all rows are as the portal has written them. Head: ${head}`);
    } finally {
      await core.close();
    }
  }),
);
