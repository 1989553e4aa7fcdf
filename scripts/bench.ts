import { writeFile } from "node:fs/promises";
import { loadavg } from "node:os";
import { type BenchResults, measureFloor, measureLarge, measurePortal } from "./bench/measure.ts";
import { ensureBuild } from "./lib/build-stamp.cjs";
import { median } from "./lib/measured-values.ts";
import { withTemporaryMongo } from "./lib/mongo.ts";
import { runScript } from "./lib/process.ts";

/**
 * npm run bench [-- --quick]: compares the portal as `npm start` runs it with the floor, the least code that does the same
 * work, in one run on new databases of one MongoDB. Prints a table and writes bench.json into the current folder.
 */
runScript(async () => {
  const exitCode = ensureBuild();
  if (exitCode !== 0) process.exit(exitCode);
  await withTemporaryMongo(async ({ uri, folder }) => {
    const isQuick = process.argv.includes("--quick");
    const repeats: Repeat[] = [];
    for (let repeat = 1; repeat <= (isQuick ? 1 : 3); repeat++) {
      const options = { mongoUri: uri, folder, repeat, isQuick };
      const floor = await measureFloor(options);
      const portal = await measurePortal(options);
      repeats.push({ floor, portal, large: isQuick ? undefined : await measureLarge(options) });
      console.log(`repeat ${repeat} done`);
    }
    const [load] = loadavg();
    console.log(`Node ${process.versions.node}, load of the machine ${load}`);
    console.table(buildTable(repeats));
    await writeFile("bench.json", JSON.stringify({ node: process.version, isQuick, load, repeats }, null, 2));
  });
});

interface Repeat {
  floor: BenchResults;
  portal: BenchResults;
  large: Awaited<ReturnType<typeof measureLarge>> | undefined;
}

type TableRow = Record<"floor" | "portal" | "ratio" | "repeats" | "goal", number | string>;

/** One row for each workload: the median of the repeats. Ratios are computed within a repeat. */
function buildTable(repeats: readonly Repeat[]): Record<string, TableRow> {
  const compare = (read: (results: BenchResults) => number, goal: number | string, digits = 1): TableRow =>
    toRow(
      repeats.map(({ floor, portal }) => [read(floor), read(portal)]),
      { goal, digits },
    );
  const large = repeats.flatMap((repeat) => repeat.large ?? []);
  return {
    "a. from request to the last of 200 clients, p50 ms": compare(({ fanOut }) => fanOut.p50, 1.15),
    "a. the same, p99 ms": compare(({ fanOut }) => fanOut.p99, 1.05),
    "a. event of a write, bytes": compare(({ fanOut }) => fanOut.eventBytes, "430 bytes", 0),
    "b. 32 concurrent writers, 50 watchers: ms per write": compare(({ msPerWrite }) => msPerWrite, 0.55, 2),
    "c. GET of 60,000 rows, ms": compare(({ list }) => list.ms, 0.6, 0),
    "c. peak memory, MB": compare(({ list }) => list.peakMemory / 1e6, 0.5, 0),
    "c. as columns, ms": compare(({ columns }) => columns.ms, 0.45, 0),
    "c. as columns, peak memory, MB": compare(({ columns }) => columns.peakMemory / 1e6, 0.5, 0),
    "d. generate 60,000 rows, until 20 watchers have all, ms": compare(({ generation }) => generation.ms, 1.8, 0),
    "d. event, MB": compare(({ generation }) => generation.eventBytes / 1e6, "6 MB"),
    "d. a client parses the event, ms": compare(({ generation }) => generation.parseMs, "", 0),
    "e. 1,000 idle connections: memory, MB": compare(({ idle }) => idle.memory / 1e6, 1.5, 0),
    "e. memory per connection, kB": compare(({ idle }) => idle.perConnection / 1e3, 1),
    "f. CPU time for 1,000 writes, ms": compare(({ fanOut }) => fanOut.cpuMsPer1000Writes, 1.1, 0),
    ...(large.length > 0 && {
      "g. a write among 1,000,000 rows, compared with 10,000, ms": toRow(
        large.map(({ fewRowsMs, manyRowsMs }) => [fewRowsMs, manyRowsMs]),
        { goal: 1.1, digits: 1 },
      ),
      "h. ready after the start with 1,000,000 rows, s": {
        floor: "",
        portal: round(median(large.map(({ readyMs }) => readyMs / 1000)), 1),
        ratio: "",
        repeats: "",
        goal: "4 s",
      },
    }),
  };
}

/** A row of the table from the values of floor and portal in each repeat. */
function toRow(
  values: readonly [floor: number, portal: number][],
  { goal, digits }: { goal: number | string; digits: number },
): TableRow {
  const ratios = values.map(([floor, portal]) => round(portal / floor, 2));
  return {
    floor: round(median(values.map(([floor]) => floor)), digits),
    portal: round(median(values.map(([, portal]) => portal)), digits),
    ratio: median(ratios),
    repeats: ratios.join(" "),
    goal,
  };
}

function round(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}
