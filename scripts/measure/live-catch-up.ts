import { type BenchContext, markPaid } from "../bench/workloads.ts";
import type { ApiClient, LiveSocket } from "../lib/api-client.ts";

const writesPerSecond = 20;
const concurrency = 32;

/** The catch-up of a client after an absence. */
export interface CatchUp {
  /** Simulated absence, at twenty writes a second. */
  awaySeconds: number;
  /** Number of changes during the absence. */
  missedCount: number;
  /** From the connection until all missed changes have arrived, in milliseconds. */
  ms: number;
  /** The server sent a resync instead of the changes. */
  isResync: boolean;
}

/** Disconnects a client, writes as much as in the simulated absence, and reconnects (to another server, if given). */
export async function measureCatchUp(
  { client, unpaidInstallmentIds }: BenchContext,
  { awaySeconds, reconnectTo }: { awaySeconds: number; reconnectTo?: () => Promise<ApiClient> },
): Promise<CatchUp> {
  const { socket: closedSocket, cursor } = await client.openSocket({ watch: ["payment-schedule"] });
  closedSocket.close();
  const missedCount = awaySeconds * writesPerSecond;
  for (let start = 0; start < missedCount; start += concurrency)
    await Promise.all(
      Array.from({ length: Math.min(concurrency, missedCount - start) }, () =>
        markPaid(client, unpaidInstallmentIds.next().value),
      ),
    );
  const returningClient = reconnectTo ? await reconnectTo() : client;
  const startedAt = performance.now();
  let isResync = false;
  await new Promise<void>((resolve, reject) => {
    let receivedCount = 0;
    const onSocket = (socket: LiveSocket) => {
      const finish = () => {
        socket.close();
        resolve();
      };
      socket.on("changes", ({ changes }) => {
        receivedCount += changes.length;
        if (receivedCount >= missedCount) finish();
      });
      socket.on("resync", () => {
        isResync = true;
        finish();
      });
    };
    returningClient.openSocket({ watch: ["payment-schedule"], cursor, onSocket }).catch(reject);
  });
  return { awaySeconds, missedCount, ms: performance.now() - startedAt, isResync };
}
