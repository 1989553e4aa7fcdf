import { resolve } from "node:path";
import { restoreBackup } from "../server/backup/restore.ts";
import { connect } from "../server/database.ts";
import { readEnv } from "../server/env.ts";
import { makeLog } from "../server/kernel/log.ts";
import { openOffice } from "../server/office.ts";
import { findMongo } from "./mongod.ts";
import { runScript } from "./run.ts";

/** npm run restore -- FILE [--force]: everything as it was when the file was made; the portal may be running meanwhile. */
runScript(async () => {
  const given = process.argv.slice(2);
  const [file, ...others] = given.filter((word) => word !== "--force");
  if (!file || others.length > 0) throw new Error("Usage: npm run restore -- FILE [--force]");
  const env = readEnv(process.env);
  const mongo = await findMongo({ env: process.env, dataDir: env.dataDir });
  try {
    const connection = await connect(mongo.uri);
    try {
      const force = given.includes("--force");
      const now = new Date();
      const { collections, madeAt } = await restoreBackup({ connection, file: resolve(file), force, now });
      const records = collections.reduce((sum, { count }) => sum + count, 0);
      console.log(`${records} records are back as they were at ${madeAt}`);
    } finally {
      await connection.close();
    }
    // Makes the indexes that are missing, and shows that a portal can open these books.
    const office = await openOffice({ uri: mongo.uri, now: () => new Date(), log: makeLog("warn") });
    await office.close();
  } finally {
    await mongo.stop();
  }
});
