import { writeFile } from "node:fs/promises";
import { loadavg } from "node:os";
import { type BenchResults, measureFloor, measurePortal } from "./bench/measure.ts";
import { median } from "./lib/measured-values.ts";
import { withTemporaryMongo } from "./lib/mongo.ts";
import { runScript } from "./lib/process.ts";

/**
 * npm run bench [-- --quick]: compares the portal with the floor, the least code that does the same work, in one run on
 * new databases of one MongoDB. Prints a table and writes bench.json into the current folder.
 */
runScript(() =>
  withTemporaryMongo(async ({ uri, folder }) => {
    const isQuick = process.argv.includes("--quick");
    const repeats: Repeat[] = [];
    for (let repeat = 1; repeat <= (isQuick ? 1 : 3); repeat++) {
      const options = { mongoUri: uri, folder, isQuick };
      const floor = await measureFloor({ ...options, database: `floor${repeat}` });
      const portal = await measurePortal({ ...options, database: `portal${repeat}` });
      repeats.push({ floor, portal });
      console.log(`repeat ${repeat} done`);
    }
    console.table(buildTable(repeats));
    const [load = 0] = loadavg();
    await writeFile("bench.json", JSON.stringify({ quick: isQuick, load, repeats }, null, 2));
  }),
);

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
  const toMegabytes = (bytes: number) => bytes / 1e6;
  const largeResults = repeats.flatMap(({ portal }) => portal.large ?? []);
  return {
    "a. from request to the last of 200 clients, p50 ms": compare(({ fanOut }) => fanOut.p50, 1.3),
    "a. the same, p99 ms": compare(({ fanOut }) => fanOut.p99, 1.2),
    "b. 32 concurrent writers, 50 watchers: ms per write": compare(
      ({ writesPerSecond }) => 1000 / writesPerSecond,
      0.6,
      3,
    ),
    "c. GET of 60,000 rows, ms": compare(({ list }) => list.ms, 0.7),
    "c. memory for the request, MB": compare(({ list }) => toMegabytes(list.addedMemory), 0.5),
    "c. peak memory of the process, MB": compare(({ list }) => toMegabytes(list.peakMemory), 0.5),
    "d. generate 60,000 rows, until 20 watchers have all, ms": compare(({ generationMs }) => generationMs, 1.3),
    "e. 1,000 idle connections: memory of the process, MB": compare(({ idle }) => toMegabytes(idle.memory), 1.5),
    "e. memory per connection, kB": compare(({ idle }) => idle.perConnection / 1e3, 2),
    "f. CPU time for 1,000 writes, ms": compare(({ fanOut }) => fanOut.cpuMsPer1000Writes, 1.1),
    ...(largeResults.length > 0 && {
      "g. a write among 1,000,000 rows, compared with few, ms": {
        floor: round(median(largeResults.map(({ fewRowsMs }) => fewRowsMs)), 1),
        portal: round(median(largeResults.map(({ manyRowsMs }) => manyRowsMs)), 1),
        ratio: round(median(largeResults.map(({ manyRowsMs, fewRowsMs }) => manyRowsMs / fewRowsMs)), 2),
        target: 1.15,
      },
      "h. ready after the start with 1,000,000 rows, s": {
        floor: "",
        portal: round(median(largeResults.map(({ readyMs }) => readyMs / 1000)), 1),
        ratio: "",
        target: "10 s",
      },
    }),
  };
}

function round(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}
