import type { Figures } from "./measure.ts";
import { quantile } from "./workloads.ts";

interface Repeat {
  floor: Figures;
  portal: Figures;
}

type TableRow = Record<"floor" | "portal" | "ratio" | "target", number | string>;

/** One line a work: the middle of the repeats, ratios taken within each repeat. */
export function buildTable(repeats: readonly Repeat[]): Record<string, TableRow> {
  const both = (read: (figures: Figures) => number, target: number, digits = 1): TableRow => ({
    floor: round(median(repeats.map(({ floor }) => read(floor))), digits),
    portal: round(median(repeats.map(({ portal }) => read(portal))), digits),
    ratio: round(median(repeats.map(({ floor, portal }) => read(portal) / read(floor))), 2),
    target,
  });
  const megabytes = (bytes: number) => bytes / 1e6;
  const { large } = repeats[0]?.portal ?? {};
  return {
    "a. tick to the last of 200, p50 ms": both(({ fanOut }) => fanOut.p50, 1.3),
    "a. the same, p99 ms": both(({ fanOut }) => fanOut.p99, 1.2),
    "b. ms a tick, 32 at once, 50 watchers": both(({ ticksPerSecond }) => 1000 / ticksPerSecond, 0.6, 3),
    "c. GET of 60,000 rows, ms": both(({ list }) => list.ms, 0.7),
    "c. memory it took, MB": both(({ list }) => megabytes(list.memory), 0.5),
    "c. peak of the whole process, MB": both(({ list }) => megabytes(list.total), 0.5),
    "d. generate 60,000 rows for 20, ms": both(({ generation }) => generation, 1.3),
    "e. memory with 1,000 idle lines, MB": both(({ idle }) => megabytes(idle.memory), 1.5),
    "e. each line, kB": both(({ idle }) => idle.each / 1e3, 2),
    "f. processor for 1,000 ticks, ms": both(({ fanOut }) => fanOut.cpu, 1.1),
    ...(large && {
      "g. a tick among 1,000,000 against few, ms": {
        floor: round(median(repeats.map(({ portal }) => portal.large?.few ?? 0)), 1),
        portal: round(median(repeats.map(({ portal }) => portal.large?.many ?? 0)), 1),
        ratio: round(median(repeats.map(({ portal }) => (portal.large?.many ?? 0) / (portal.large?.few ?? 1))), 2),
        target: 1.15,
      },
      "h. ready with 1,000,000 rows, s": {
        floor: "",
        portal: round(median(repeats.map(({ portal }) => (portal.large?.ready ?? 0) / 1000)), 1),
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
