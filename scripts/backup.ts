import { resolve } from "node:path";
import pkg from "../package.json" with { type: "json" };
import { finishRestore } from "../server/backup/swap.ts";
import { writeBackup } from "../server/backup/write.ts";
import { connect } from "../server/database.ts";
import { readEnv } from "../server/env.ts";
import { refuseNewer } from "../server/upgrades/schema.ts";
import { findMongo } from "./mongod.ts";
import { runScript } from "./run.ts";

/** npm run backup -- FILE: everything as it is at one moment, in one file; the portal may be running meanwhile. */
runScript(async () => {
  const [file, ...others] = process.argv.slice(2);
  if (!file || others.length > 0) throw new Error("Usage: npm run backup -- FILE");
  const env = readEnv(process.env);
  const mongo = await findMongo({ env: process.env, dataDir: env.dataDir });
  try {
    const connection = await connect(mongo.uri);
    try {
      await finishRestore(connection);
      await refuseNewer({ connection });
      const { collections } = await writeBackup({
        connection,
        file: resolve(file),
        now: new Date(),
        portal: pkg.version,
      });
      const records = collections.reduce((sum, { count }) => sum + count, 0);
      console.log(`${records} records are in ${file}. It holds password hashes: keep it where only you can read it.`);
    } finally {
      await connection.close();
    }
  } finally {
    await mongo.stop();
  }
});
