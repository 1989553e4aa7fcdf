import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { type Figures, measureFloor, measurePortal } from "./bench/measure.ts";
import { buildTable } from "./bench/result-table.ts";
import { findMongo } from "./lib/find-mongo.ts";
import { runScript } from "./lib/run-script.ts";

/**
 * npm run bench [-- --quick]: the portal beside the least that the machine needs for the same work, in one run on fresh
 * databases of one MongoDB. Prints a table and writes bench.json into the folder it was started in.
 */
runScript(async () => {
  const quick = process.argv.includes("--quick");
  const folder = await mkdtemp(join(tmpdir(), "portal-bench-"));
  // Never a database that somebody uses.
  const mongo = await findMongo({ env: { ...process.env, MONGODB_URI: undefined }, dataDir: folder });
  try {
    const repeats: { floor: Figures; portal: Figures }[] = [];
    for (let repeat = 0; repeat < (quick ? 1 : 3); repeat++) {
      const parts = { uri: mongo.uri, folder, quick };
      const floor = await measureFloor({ ...parts, name: `floor${repeat}` });
      const portal = await measurePortal({ ...parts, name: `portal${repeat}` });
      repeats.push({ floor, portal });
      console.log(`repeat ${repeat + 1} done`);
    }
    console.table(buildTable(repeats));
    const [load = 0] = loadavg();
    await writeFile("bench.json", JSON.stringify({ quick, load, repeats }, null, 2));
  } finally {
    await mongo.stop();
    await rm(folder, { recursive: true, force: true });
  }
});
