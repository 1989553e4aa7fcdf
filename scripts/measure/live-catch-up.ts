import type { BenchContext } from "../bench/workloads.ts";
import { openConnection } from "./live-connection.ts";

const writesPerSecond = 20;
const concurrency = 32;

export interface CatchUp {
  /** How long the client would have been away, at twenty writes a second. */
  awaySeconds: number;
  missed: number;
  /** From coming in until everything missed has come, in milliseconds. */
  ms: number;
  /** Asked to read again instead. */
  resync: boolean;
}

/** Goes away, lets as much be written as in that time, comes back; the server may be another when it does. */
export async function measureCatchUp(
  bench: BenchContext,
  { awaySeconds, reconnectTo }: { awaySeconds: number; reconnectTo?: () => Promise<BenchContext> },
): Promise<CatchUp> {
  const { server, client, unpaidIds } = bench;
  const before = await openConnection({ url: server.url, user: client, watch: ["payment-schedule"] });
  before.socket.close();
  const missed = awaySeconds * writesPerSecond;
  for (let done = 0; done < missed; done += concurrency)
    await Promise.all(
      Array.from({ length: Math.min(concurrency, missed - done) }, () => client.tick(unpaidIds.next().value)),
    );
  const there = reconnectTo ? await reconnectTo() : bench;
  const begun = performance.now();
  let resync = false;
  await new Promise<void>((resolve, reject) => {
    let heard = 0;
    openConnection({
      url: there.server.url,
      user: there.client,
      watch: ["payment-schedule"],
      cursor: before.cursor,
      onSocket: (socket) => {
        const over = () => {
          socket.close();
          resolve();
        };
        socket.on("changes", ({ changes }) => {
          heard += changes.length;
          if (heard >= missed) over();
        });
        socket.on("resync", () => {
          resync = true;
          over();
        });
      },
    }).catch(reject);
  });
  return { awaySeconds, missed, ms: performance.now() - begun, resync };
}
