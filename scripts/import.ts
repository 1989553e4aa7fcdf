import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { parseArgs } from "node:util";
import { openCore } from "../server/core.ts";
import { openingBalanceImporter } from "../server/features/adjustment/import.ts";
import { expenseImporter } from "../server/features/expenses/import.ts";
import { receiptImporter } from "../server/features/payment-receipt/import.ts";
import { plotImporter } from "../server/features/plot/import.ts";
import { createLog } from "../server/log.ts";
import { readSpreadsheet } from "../server/services/imports/read-spreadsheet.ts";
import { detectImporter, runImport } from "../server/services/imports/run-import.ts";
import { importKinds } from "../shared/wire.ts";
import { withMongo } from "./lib/mongo.ts";
import { runScript } from "./lib/process.ts";

const importers = {
  plots: plotImporter,
  receipts: receiptImporter,
  expenses: expenseImporter,
  "opening-balances": openingBalanceImporter,
};
const usage = `Usage: npm run import -- FILE [--kind ${importKinds.join("|")}] [--dry-run] [--alike skip|add] (FILE: xlsx or CSV)`;

/** npm run import -- FILE: imports plots, receipts, expenses or opening balances from a spreadsheet, also while the portal runs. */
runScript(async () => {
  const { file, kind, dryRun, duplicatesMode } = readArguments();
  const rows = await readSpreadsheet(await readFile(file), { filename: basename(file) });
  const importer = kind ? importers[kind] : detectImporter(rows, Object.values(importers));
  await withMongo(async (uri) => {
    const core = await openCore({ uri, now: () => new Date(), log: createLog("warn") });
    try {
      const outcome = await runImport(core.createSystemContext("import"), importer, { rows, dryRun, duplicatesMode });
      const { added, updated, unchanged, refused } = outcome;
      for (const { row, reason } of refused) console.log(`Row ${row}: ${reason}`);
      for (const { row, name, deleted } of outcome.alike ?? [])
        console.log(`Row ${row}: looks like ${name}${deleted ? ", which was deleted" : ""} (${duplicatesMode})`);
      if (!kind) console.log(`The file was read as ${importer.name}.`);
      console.log(`${added} added, ${updated} updated, ${unchanged} unchanged, ${refused.length} refused`);
      if (dryRun) console.log("Dry run: nothing was written.");
    } finally {
      await core.close();
    }
  });
});

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        kind: { type: "string" },
        "dry-run": { type: "boolean", default: false },
        alike: { type: "string", default: "skip" },
      },
    });
    const [file, ...rest] = positionals;
    const kind = importKinds.find((name) => name === values.kind);
    const duplicatesMode = (["skip", "add"] as const).find((choice) => choice === values.alike);
    if (file === undefined || rest.length > 0 || (values.kind !== undefined && kind === undefined))
      throw new Error(usage);
    if (duplicatesMode === undefined) throw new Error(usage);
    return { file, kind, dryRun: values["dry-run"], duplicatesMode };
  } catch {
    throw new Error(usage);
  }
}
