import { setTimeout as pause } from "node:timers/promises";
import { quantile } from "../bench/workloads.ts";
import type { ApiClient } from "./api-client.ts";

const readIntervalMs = 20;
/** So many wait at most, as people do. */
const maxConcurrentReads = 25;
const baselineMs = 1_000;

/** What others notice of some work: the 95th percentile of their reads, in milliseconds. */
export interface ReadLatency {
  p95: number;
  /** The same in the second before the work began: what the machine itself takes. */
  baselineP95: number;
  reads: number;
  /** Reads that were refused or not answered. */
  failed: number;
}

/** Has somebody else read a list every 20 ms for as long as the work lasts. */
export async function measureReadsDuring(reader: ApiClient, work: () => Promise<void>): Promise<ReadLatency> {
  const calm = await readDuring(reader, () => pause(baselineMs));
  return { ...(await readDuring(reader, work)), baselineP95: calm.p95 };
}

/** In words. */
export function formatReadLatency({ p95, baselineP95, reads, failed }: ReadLatency): string {
  return `${reads} reads, p95 ${formatMs(p95)} (before: ${formatMs(baselineP95)})${failed > 0 ? `, ${failed} failed` : ""}`;
}

async function readDuring(reader: ApiClient, work: () => Promise<void>): Promise<Omit<ReadLatency, "baselineP95">> {
  const took: number[] = [];
  let failed = 0;
  let waiting = 0;
  let done = false;
  const readOnce = async () => {
    waiting++;
    try {
      const { status, ms } = await reader.send({ path: "/api/plot?limit=50" });
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
      if (waiting < maxConcurrentReads) reads.push(readOnce());
      await pause(readIntervalMs);
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

export function formatMs(value: number): string {
  return `${Math.round(value)} ms`;
}
