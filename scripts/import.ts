import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { parseArgs } from "node:util";
import { expenseImporter } from "../server/features/import-expenses.ts";
import { plotImporter } from "../server/features/import-plots.ts";
import { receiptImporter } from "../server/features/import-receipts.ts";
import { takeSheetIn } from "../server/ground/importing.ts";
import { kindOf } from "../server/import/kinds.ts";
import { readSheet } from "../server/import/read-sheet.ts";
import { makeLog } from "../server/kernel/log.ts";
import { openOffice } from "../server/office.ts";
import { importNames } from "../shared/import-names.ts";
import { onMongo } from "./on-mongo.ts";
import { runScript } from "./run.ts";

const importers = { plots: plotImporter, receipts: receiptImporter, expenses: expenseImporter };
const usage = `Usage: npm run import -- FILE [--kind ${importNames.join("|")}] [--dry-run] (FILE: xlsx or CSV)`;

runScript(async () => {
  const { file, kind, dryRun } = readArguments();
  const { rows } = await readSheet(await readFile(file), { filename: basename(file) });
  const name = kind ?? kindOf(rows);
  await onMongo(async (uri) => {
    const office = await openOffice({ uri, now: () => new Date(), log: makeLog("warn") });
    try {
      const outcome = await takeSheetIn(office.atWork("import"), importers[name], { rows, dryRun });
      const { added, updated, unchanged, refused } = outcome;
      for (const { row, reason } of refused) console.log(`Row ${row}: ${reason}`);
      if (!kind) console.log(`The file was read as ${name}.`);
      console.log(`${added} added, ${updated} updated, ${unchanged} unchanged, ${refused.length} refused`);
      if (dryRun) console.log("A dry run: nothing was written.");
    } finally {
      await office.close();
    }
  });
});

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { kind: { type: "string" }, "dry-run": { type: "boolean", default: false } },
    });
    const [file, ...more] = positionals;
    const kind = importNames.find((name) => name === values.kind);
    if (file === undefined || more.length > 0 || (values.kind !== undefined && kind === undefined))
      throw new Error(usage);
    return { file, kind, dryRun: values["dry-run"] };
  } catch {
    throw new Error(usage);
  }
}
