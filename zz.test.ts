import { test } from "vitest"; import { readSheet } from "./server/import/read-sheet.ts"; import { readFileSync } from "node:fs";
test("x", async () => { const t=Date.now(); console.log((await readSheet(readFileSync("/work/shared/data/plots.xlsx"), {})).rows.length, Date.now()-t, process.execArgv); });
