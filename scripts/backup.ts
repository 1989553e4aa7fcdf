import { resolve } from "node:path";
import pkg from "../package.json" with { type: "json" };
import { readLastAnchorHash } from "../server/commits/anchors.ts";
import { completeMarkedRestore } from "../server/database/backup/restore.ts";
import { writeBackup } from "../server/database/backup/write.ts";
import { assertSupportedDatabase } from "../server/database/migrations/migrate.ts";
import { withConnection, withMongo } from "./lib/mongo.ts";
import { runScript } from "./lib/process.ts";

/** npm run backup -- FILE: writes a consistent copy of the whole database to one file, also while the portal runs. */
runScript(async () => {
  const [file, ...rest] = process.argv.slice(2);
  if (!file || rest.length > 0) throw new Error("Usage: npm run backup -- FILE");
  const backup = { file: resolve(file), now: new Date(), portalVersion: pkg.version };
  await withMongo((uri) =>
    withConnection(uri, async (connection) => {
      await completeMarkedRestore(connection);
      await assertSupportedDatabase({ connection });
      const head = await readLastAnchorHash(connection);
      const { collections } = await writeBackup({ connection, ...backup });
      const recordCount = collections.reduce((sum, { count }) => sum + count, 0);
      console.log(
        `Wrote ${recordCount} records to ${file}. It contains password hashes: keep it where only you can read it.`,
      );
      if (head !== "") console.log(`It contains the chain of commits with the head ${head}`);
    }),
  );
});
