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
const usage = `Usage: npm run import -- FILE [--kind ${importKinds.join("|")}] [--dry-run] [--duplicates skip|add] [--names create|refuse] [--blanks keep|clear] (FILE: xlsx or CSV)`;

/**
 * npm run import -- FILE: imports plots, receipts, expenses or opening balances from a spreadsheet, also while the
 * portal runs.
 */
runScript(async () => {
  const { file, kind, ...options } = readArguments();
  const { dryRun, duplicatesMode, namesMode } = options;
  const rows = await readSpreadsheet(await readFile(file), { filename: basename(file) });
  const importer = kind ? importers[kind] : detectImporter(rows, Object.values(importers));
  await withMongo(async (uri) => {
    const core = await openCore({ uri, now: () => new Date(), log: createLog("warn") });
    try {
      const outcome = await runImport(core.createSystemContext("import"), importer, { rows, ...options });
      const { added, updated, unchanged, refused } = outcome;
      for (const { row, reason } of refused) console.log(`Row ${row}: ${reason}`);
      for (const { row, name, fields } of outcome.changes ?? [])
        for (const { label, before, after } of fields)
          console.log(`Row ${row}: ${name}, ${label}: ${before || "(empty)"} → ${after || "(empty)"}`);
      for (const { label, name, rows: count } of outcome.newNames ?? [])
        console.log(`New ${label.toLowerCase()}: ${name} (${count} ${count === 1 ? "row" : "rows"}, ${namesMode})`);
      for (const { row, id, name, deleted } of outcome.alike ?? [])
        console.log(
          `Row ${row}: looks like ${id === null ? `row ${name}` : name}${deleted ? ", which was deleted" : ""} (${duplicatesMode === "add" ? "added" : "skipped"})`,
        );
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
        duplicates: { type: "string", default: "skip" },
        names: { type: "string", default: "create" },
        blanks: { type: "string", default: "keep" },
      },
    });
    const [file, ...rest] = positionals;
    const kind = importKinds.find((name) => name === values.kind);
    const duplicatesMode = (["skip", "add"] as const).find((choice) => choice === values.duplicates);
    const namesMode = (["create", "refuse"] as const).find((choice) => choice === values.names);
    const blanksMode = (["keep", "clear"] as const).find((choice) => choice === values.blanks);
    if (file === undefined || rest.length > 0 || (values.kind !== undefined && kind === undefined))
      throw new Error(usage);
    if (!duplicatesMode || !namesMode || !blanksMode) throw new Error(usage);
    return { file, kind, dryRun: values["dry-run"], duplicatesMode, namesMode, blanksMode };
  } catch {
    throw new Error(usage);
  }
}
