import { resolve } from "node:path";
import { openCore } from "../server/core.ts";
import { restoreBackup } from "../server/database/backup/restore.ts";
import { createLog } from "../server/log.ts";
import { withConnection, withMongo } from "./lib/mongo.ts";
import { runScript } from "./lib/process.ts";

/** npm run restore -- FILE [--force]: everything as it was when the file was made; the portal may be running meanwhile. */
runScript(async () => {
  const given = process.argv.slice(2);
  const [file, ...others] = given.filter((word) => word !== "--force");
  if (!file || others.length > 0) throw new Error("Usage: npm run restore -- FILE [--force]");
  const restore = { file: resolve(file), force: given.includes("--force"), now: new Date() };
  await withMongo(async (uri) => {
    const { collections, madeAt } = await withConnection(uri, (connection) =>
      restoreBackup({ connection, ...restore }),
    );
    const records = collections.reduce((sum, { count }) => sum + count, 0);
    console.log(`${records} records are back as they were at ${madeAt}`);
    // Makes the indexes that are missing, and shows that a portal can open these books.
    const office = await openCore({ uri, now: () => new Date(), log: createLog("warn") });
    await office.close();
  });
});
