import { setTimeout as pause } from "node:timers/promises";
import type { ApiClient } from "../lib/api-client.ts";
import { formatMs, quantile } from "../lib/measured-values.ts";

const readIntervalMs = 20;
const maxConcurrentReads = 25;
const baselineDurationMs = 1_000;

/** Latency of reads during some work, in milliseconds. */
interface ReadLatency {
  /** The 95th percentile during the work. */
  p95: number;
  /** The 95th percentile in the second before the work. */
  baselineP95: number;
  /** Number of reads with a response. */
  responseCount: number;
  /** Number of reads without a successful response. */
  failureCount: number;
}

/** Reads a list every 20 ms during the work. */
export async function measureReadsDuring(reader: ApiClient, work: () => Promise<void>): Promise<ReadLatency> {
  const baseline = await readDuring(reader, () => pause(baselineDurationMs));
  return { ...(await readDuring(reader, work)), baselineP95: baseline.p95 };
}

export function formatReadLatency({ p95, baselineP95, responseCount, failureCount }: ReadLatency): string {
  return `${responseCount} reads, p95 ${formatMs(p95)} (before: ${formatMs(baselineP95)})${failureCount > 0 ? `, ${failureCount} failed` : ""}`;
}

async function readDuring(reader: ApiClient, work: () => Promise<void>): Promise<Omit<ReadLatency, "baselineP95">> {
  const latencies: number[] = [];
  let failureCount = 0;
  let pendingCount = 0;
  let isDone = false;
  const readOnce = async () => {
    pendingCount++;
    try {
      const { status, ms } = await reader.send({ path: "/api/plot?limit=50" });
      latencies.push(ms);
      if (status !== 200) failureCount++;
    } catch {
      failureCount++;
    }
    pendingCount--;
  };
  const reads: Promise<void>[] = [];
  const readLoop = (async () => {
    while (!isDone) {
      if (pendingCount < maxConcurrentReads) reads.push(readOnce());
      await pause(readIntervalMs);
    }
  })();
  try {
    await work();
  } finally {
    isDone = true;
    await readLoop;
    await Promise.all(reads);
  }
  return { p95: quantile(latencies, 0.95), responseCount: latencies.length, failureCount };
}
