import type { Bench } from "../bench/works.ts";
import { openLine } from "./live-line.ts";

const writesPerSecond = 20;
const atOnce = 32;

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
export async function catchUp(
  bench: Bench,
  { awaySeconds, back }: { awaySeconds: number; back?: () => Promise<Bench> },
): Promise<CatchUp> {
  const { server, client, fresh } = bench;
  const before = await openLine({ url: server.url, person: client, watch: ["payment-schedule"] });
  before.socket.close();
  const missed = awaySeconds * writesPerSecond;
  for (let done = 0; done < missed; done += atOnce)
    await Promise.all(Array.from({ length: Math.min(atOnce, missed - done) }, () => client.tick(fresh.next().value)));
  const there = back ? await back() : bench;
  const begun = performance.now();
  let resync = false;
  await new Promise<void>((resolve, reject) => {
    let heard = 0;
    openLine({
      url: there.server.url,
      person: there.client,
      watch: ["payment-schedule"],
      cursor: before.cursor,
      begin: (socket) => {
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
