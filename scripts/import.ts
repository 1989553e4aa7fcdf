import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { readEnv } from "../server/env.ts";
import { takeIn } from "../server/features/import-plots.ts";
import { readSheet } from "../server/import/read-sheet.ts";
import { makeLog } from "../server/kernel/log.ts";
import { openOffice } from "../server/office.ts";
import { findMongo } from "./mongod.ts";
import { runScript } from "./run.ts";

runScript(async () => {
  const [file] = process.argv.slice(2);
  if (!file) throw new Error("Usage: npm run import -- FILE (xlsx or CSV)");
  const env = readEnv(process.env);
  const { rows } = await readSheet(await readFile(file), { filename: basename(file) });
  const mongo = await findMongo({ env: process.env, dataDir: env.dataDir });
  try {
    const office = await openOffice({ uri: mongo.uri, now: () => new Date(), log: makeLog("warn") });
    try {
      const { added, updated, unchanged, refused } = await takeIn(office.atWork("import"), { rows, dryRun: false });
      for (const { row, reason } of refused) console.log(`Row ${row}: ${reason}`);
      console.log(`${added} added, ${updated} updated, ${unchanged} unchanged, ${refused.length} refused`);
    } finally {
      await office.close();
    }
  } finally {
    await mongo.stop();
  }
});
