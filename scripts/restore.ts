import { resolve } from "node:path";
import { readLastAnchorHash } from "../server/commits/anchors.ts";
import { openCore } from "../server/core.ts";
import { InvalidBackupError } from "../server/database/backup/format.ts";
import { restoreBackup } from "../server/database/backup/restore.ts";
import { createLog } from "../server/log.ts";
import { withConnection, withMongo } from "./lib/mongo.ts";
import { runScript } from "./lib/process.ts";

/** npm run restore -- FILE [--force]: restores the database from a backup, also while the portal runs. */
runScript(async () => {
  const args = process.argv.slice(2);
  const [file, ...rest] = args.filter((arg) => arg !== "--force");
  if (!file || rest.length > 0) throw new Error("Usage: npm run restore -- FILE [--force]");
  const restore = { file: resolve(file), force: args.includes("--force"), now: new Date() };
  await withMongo(async (uri) => {
    const { collections, madeAt } = await withConnection(uri, (connection) =>
      restoreBackup({ connection, ...restore }),
    ).catch((error: unknown) => {
      throw error instanceof InvalidBackupError ? new Error(`${error.message}; nothing was restored`) : error;
    });
    const recordCount = collections.reduce((sum, { count }) => sum + count, 0);
    console.log(`Restored ${recordCount} records of the backup from ${madeAt}`);
    // Creates missing indexes and proves that a portal can open the restored database.
    const core = await openCore({ uri, now: () => new Date(), log: createLog("warn") });
    console.log(
      `The restore is part of the chain of commits, whose head is ${await readLastAnchorHash(core.connection)}`,
    );
    await core.close();
  });
});
