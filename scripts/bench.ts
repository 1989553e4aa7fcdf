import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { type BenchResults, measureFloor, measurePortal } from "./bench/measure.ts";
import { quantile } from "./bench/workloads.ts";
import { findMongo } from "./lib/mongo.ts";
import { runScript } from "./lib/process.ts";

/**
 * npm run bench [-- --quick]: compares the portal with the floor, the least code that does the same work, in one run on new
 * databases of one MongoDB. Prints a table and writes bench.json into the current folder.
 */
runScript(async () => {
  const quick = process.argv.includes("--quick");
  const folder = await mkdtemp(join(tmpdir(), "portal-bench-"));
  // Without MONGODB_URI, so that no existing database is used.
  const mongo = await findMongo({ env: { ...process.env, MONGODB_URI: undefined }, dataDir: folder });
  try {
    const repeats: Repeat[] = [];
    for (let repeat = 0; repeat < (quick ? 1 : 3); repeat++) {
      const options = { uri: mongo.uri, folder, quick };
      const floor = await measureFloor({ ...options, name: `floor${repeat}` });
      const portal = await measurePortal({ ...options, name: `portal${repeat}` });
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

interface Repeat {
  floor: BenchResults;
  portal: BenchResults;
}

type TableRow = Record<"floor" | "portal" | "ratio" | "target", number | string>;

/** One row for each workload: the median of the repeats. Ratios are computed within a repeat. */
function buildTable(repeats: readonly Repeat[]): Record<string, TableRow> {
  const compare = (read: (results: BenchResults) => number, target: number, digits = 1): TableRow => ({
    floor: round(median(repeats.map(({ floor }) => read(floor))), digits),
    portal: round(median(repeats.map(({ portal }) => read(portal))), digits),
    ratio: round(median(repeats.map(({ floor, portal }) => read(portal) / read(floor))), 2),
    target,
  });
  const megabytes = (bytes: number) => bytes / 1e6;
  const { large } = repeats[0]?.portal ?? {};
  return {
    "a. from request to the last of 200 clients, p50 ms": compare(({ fanOut }) => fanOut.p50, 1.3),
    "a. the same, p99 ms": compare(({ fanOut }) => fanOut.p99, 1.2),
    "b. 32 concurrent writers, 50 watchers: ms per write": compare(
      ({ writesPerSecond }) => 1000 / writesPerSecond,
      0.6,
      3,
    ),
    "c. GET of 60,000 rows, ms": compare(({ list }) => list.ms, 0.7),
    "c. memory for the request, MB": compare(({ list }) => megabytes(list.addedMemory), 0.5),
    "c. peak memory of the process, MB": compare(({ list }) => megabytes(list.peakMemory), 0.5),
    "d. generate 60,000 rows, until 20 watchers have all, ms": compare(({ generationMs }) => generationMs, 1.3),
    "e. 1,000 idle connections: memory of the process, MB": compare(({ idle }) => megabytes(idle.memory), 1.5),
    "e. memory per connection, kB": compare(({ idle }) => idle.perConnection / 1e3, 2),
    "f. CPU time for 1,000 writes, ms": compare(({ fanOut }) => fanOut.cpuMsPer1000Writes, 1.1),
    ...(large && {
      "g. a write among 1,000,000 rows, compared with few, ms": {
        floor: round(median(repeats.map(({ portal }) => portal.large?.fewRowsMs ?? 0)), 1),
        portal: round(median(repeats.map(({ portal }) => portal.large?.manyRowsMs ?? 0)), 1),
        ratio: round(
          median(repeats.map(({ portal }) => (portal.large?.manyRowsMs ?? 0) / (portal.large?.fewRowsMs ?? 1))),
          2,
        ),
        target: 1.15,
      },
      "h. ready after the start with 1,000,000 rows, s": {
        floor: "",
        portal: round(median(repeats.map(({ portal }) => (portal.large?.readyMs ?? 0) / 1000)), 1),
        ratio: "",
        target: "10 s",
      },
    }),
  };
}

function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

function round(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}
