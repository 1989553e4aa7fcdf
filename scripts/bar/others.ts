import { setTimeout as pause } from "node:timers/promises";
import { quantile } from "../bench/works.ts";
import type { Visitor } from "./visitor.ts";

const readEveryMs = 20;
/** So many wait at most, as people do. */
const mostWaiting = 25;
const calmMs = 1_000;

/** What others notice of some work: the 95th percentile of their reads, in milliseconds. */
export interface Noticed {
  p95: number;
  /** The same in the second before the work began: what the machine itself takes. */
  calm: number;
  reads: number;
  /** Reads that were refused or not answered. */
  failed: number;
}

/** Has somebody else read a list every 20 ms for as long as the work lasts. */
export async function whileOthersRead(reader: Visitor, work: () => Promise<void>): Promise<Noticed> {
  const calm = await readDuring(reader, () => pause(calmMs));
  return { ...(await readDuring(reader, work)), calm: calm.p95 };
}

/** In words. */
export function noticed({ p95, calm, reads, failed }: Noticed): string {
  return `${reads} reads, p95 ${ms(p95)} (before: ${ms(calm)})${failed > 0 ? `, ${failed} failed` : ""}`;
}

async function readDuring(reader: Visitor, work: () => Promise<void>): Promise<Omit<Noticed, "calm">> {
  const took: number[] = [];
  let failed = 0;
  let waiting = 0;
  let done = false;
  const readOnce = async () => {
    waiting++;
    try {
      const { status, ms } = await reader.call({ path: "/api/plot?limit=50" });
      took.push(ms);
      if (status !== 200) failed++;
    } catch {
      failed++;
    }
    waiting--;
  };
  const reads: Promise<void>[] = [];
  const reading = (async () => {
    while (!done) {
      if (waiting < mostWaiting) reads.push(readOnce());
      await pause(readEveryMs);
    }
  })();
  try {
    await work();
  } finally {
    done = true;
    await reading;
    await Promise.all(reads);
  }
  return { p95: quantile(took, 0.95), reads: took.length, failed };
}

export function ms(value: number): string {
  return `${Math.round(value)} ms`;
}
