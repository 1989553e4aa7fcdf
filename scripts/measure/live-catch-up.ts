import type { BenchContext } from "../bench/workloads.ts";
import { openConnection } from "./live-connection.ts";

const writesPerSecond = 20;
const concurrency = 32;

/** The catch-up of a client after an absence. */
export interface CatchUp {
  /** Simulated absence, at twenty writes a second. */
  awaySeconds: number;
  missed: number;
  /** From the connection until all missed changes have arrived, in milliseconds. */
  ms: number;
  /** The server sent a resync instead of the changes. */
  resync: boolean;
}

/** Disconnects a client, makes as many writes as in the simulated absence, and reconnects, optionally to another server. */
export async function measureCatchUp(
  bench: BenchContext,
  { awaySeconds, reconnectTo }: { awaySeconds: number; reconnectTo?: () => Promise<BenchContext> },
): Promise<CatchUp> {
  const { server, client, unpaidIds } = bench;
  const earlier = await openConnection({ url: server.url, user: client, watch: ["payment-schedule"] });
  earlier.socket.close();
  const missed = awaySeconds * writesPerSecond;
  for (let done = 0; done < missed; done += concurrency)
    await Promise.all(
      Array.from({ length: Math.min(concurrency, missed - done) }, () => client.markPaid(unpaidIds.next().value)),
    );
  const target = reconnectTo ? await reconnectTo() : bench;
  const startedAt = performance.now();
  let resync = false;
  await new Promise<void>((resolve, reject) => {
    let received = 0;
    openConnection({
      url: target.server.url,
      user: target.client,
      watch: ["payment-schedule"],
      cursor: earlier.cursor,
      onSocket: (socket) => {
        const finish = () => {
          socket.close();
          resolve();
        };
        socket.on("changes", ({ changes }) => {
          received += changes.length;
          if (received >= missed) finish();
        });
        socket.on("resync", () => {
          resync = true;
          finish();
        });
      },
    }).catch(reject);
  });
  return { awaySeconds, missed, ms: performance.now() - startedAt, resync };
}
