import { readSheet } from "./server/import/read-sheet.ts";
import { readFileSync } from "node:fs";
for (const f of process.argv.slice(2)) {
const t=Date.now();
try { const { rows } = await readSheet(readFileSync(f), { filename: f }); console.log(f, rows.length, rows[0], rows[1], rows.at(-1), rows.at(-2), Date.now()-t); } catch (e) { console.log(f, String(e), Date.now()-t); }
}
