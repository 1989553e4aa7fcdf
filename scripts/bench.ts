import { writeFile } from "node:fs/promises";
import { loadavg } from "node:os";
import { type BenchResults, measureBaseline, measureMillionRows, measurePortal } from "./bench/measure.ts";
import { ensureBuild } from "./lib/build-stamp.cjs";
import { median } from "./lib/measured-values.ts";
import { withTemporaryMongo } from "./lib/mongo.ts";
import { runScript } from "./lib/process.ts";

/**
 * npm run bench [-- --quick]: compares the portal as `npm start` runs it with the baseline server, a minimal program
 * that does the same work, in one run on new databases of one MongoDB. Prints the table of docs/performance.md and
 * writes bench.json into the current folder.
 */
runScript(async () => {
  const exitCode = ensureBuild();
  if (exitCode !== 0) process.exit(exitCode);
  await withTemporaryMongo(async ({ uri, folder }) => {
    const isQuick = process.argv.includes("--quick");
    const repetitions: Repetition[] = [];
    for (let repetition = 1; repetition <= (isQuick ? 1 : 3); repetition++) {
      const options = { mongoUri: uri, folder, repetition, isQuick };
      const baseline = await measureBaseline(options);
      const portal = await measurePortal(options);
      repetitions.push({ baseline, portal, large: isQuick ? undefined : await measureMillionRows(options) });
      console.log(`repetition ${repetition} done`);
    }
    const [load] = loadavg();
    console.log(`Node ${process.versions.node}, load of the machine ${load}`);
    console.log(toMarkdown(buildTable(repetitions)));
    await writeFile("bench.json", JSON.stringify({ node: process.version, isQuick, load, repetitions }, null, 2));
  });
});

interface Repetition {
  baseline: BenchResults;
  portal: BenchResults;
  large: Awaited<ReturnType<typeof measureMillionRows>> | undefined;
}

type TableRow = Record<"baseline" | "portal" | "ratio" | "repetitions" | "goal", number | string>;

/**
 * One row for each workload: the median of the repetitions. Ratios are computed within a repetition. A goal without a
 * unit is a limit of the ratio. Row g compares the portal with itself: its `baseline` is the time among 10,000 rows.
 */
function buildTable(repetitions: readonly Repetition[]): Record<string, TableRow> {
  const compare = (read: (results: BenchResults) => number, goal: number | string, digits = 1): TableRow =>
    toRow(
      repetitions.map(({ baseline, portal }) => [read(baseline), read(portal)]),
      { goal, digits },
    );
  const largeResults = repetitions.flatMap(({ large }) => large ?? []);
  return {
    "a. from request to the last of 200 clients, p50 ms": compare(({ fanOut }) => fanOut.p50, 1.15),
    "a. the same, p99 ms": compare(({ fanOut }) => fanOut.p99, 1.05),
    "a. event of a write, bytes": compare(({ fanOut }) => fanOut.shortestEventBytes, "430 bytes", 0),
    "b. 32 concurrent writers, 50 watchers: ms per write": compare(({ msPerWrite }) => msPerWrite, 0.55, 2),
    "c. GET of 60,000 rows, ms": compare(({ list }) => list.ms, 0.6, 0),
    "c. peak memory, MB": compare(({ list }) => list.peakMemory / 1e6, 0.5, 0),
    "c. as columns, ms": compare(({ columns }) => columns.ms, 0.45, 0),
    "c. as columns, peak memory, MB": compare(({ columns }) => columns.peakMemory / 1e6, 0.5, 0),
    "d. generate 60,000 rows, until 20 watchers have all, ms": compare(({ generation }) => generation.ms, 1.8, 0),
    "d. all events of the generation, MB": compare(({ generation }) => generation.totalEventBytes / 1e6, "6 MB"),
    "d. a client parses the event, ms": compare(({ generation }) => generation.parseMs, "", 0),
    "e. 1,000 idle connections: memory, MB": compare(({ idle }) => idle.memory / 1e6, 1.5, 0),
    "e. memory per connection, kB": compare(({ idle }) => idle.perConnection / 1e3, 1),
    "f. CPU time for 1,000 writes, ms": compare(({ fanOut }) => fanOut.cpuMsPer1000Writes, 1.1, 0),
    ...(largeResults.length > 0 && {
      "g. a write among 1,000,000 rows, compared with 10,000, ms": toRow(
        largeResults.map(({ fewRowsMs, manyRowsMs }) => [fewRowsMs, manyRowsMs]),
        { goal: 1.1, digits: 1 },
      ),
      "h. ready after the start with 1,000,000 rows, s": {
        baseline: "",
        portal: round(median(largeResults.map(({ readyMs }) => readyMs / 1000)), 1),
        ratio: "",
        repetitions: "",
        goal: "4 s",
      },
    }),
  };
}

/** The table with the columns of docs/performance.md. */
function toMarkdown(table: Readonly<Record<string, TableRow>>): string {
  const rows = Object.entries(table).map(([work, { baseline, portal, ratio, repetitions, goal }]) =>
    toMarkdownRow([work, format(baseline), format(portal), ratio, repetitions, goal]),
  );
  const head = ["work", "baseline", "portal", "ratio", "repetitions", "goal"];
  return [toMarkdownRow(head), `|${"---|".repeat(head.length)}`, ...rows].join("\n");
}

function toMarkdownRow(cells: readonly (number | string)[]): string {
  return `| ${cells.join(" | ")} |`;
}

function format(value: number | string): string {
  return typeof value === "number" ? value.toLocaleString("en") : value;
}

/** A row of the table from the values of baseline and portal in each repetition. */
function toRow(
  values: readonly [baseline: number, portal: number][],
  { goal, digits }: { goal: number | string; digits: number },
): TableRow {
  const ratios = values.map(([baseline, portal]) => round(portal / baseline, 2));
  return {
    baseline: round(median(values.map(([baseline]) => baseline)), digits),
    portal: round(median(values.map(([, portal]) => portal)), digits),
    ratio: median(ratios),
    repetitions: ratios.join(", "),
    goal,
  };
}

function round(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}
