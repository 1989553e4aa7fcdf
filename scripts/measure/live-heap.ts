import type { Bench } from "../bench/works.ts";
import { openLine } from "./live-line.ts";

const together = 10;
const samples = 20;

export interface HeapOverConnects {
  connects: number;
  /** In bytes, the least of the first and of the last quarter of the samples. */
  first: number;
  last: number;
  /** What each connection that came and went has left behind, in bytes. */
  each: number;
}

/** Comes and goes so many times; what stays of it shows in the heap. */
export async function heapOverConnects({ server, people }: Bench, connects: number): Promise<HeapOverConnects> {
  const heaps: number[] = [];
  const round = Math.ceil(connects / samples);
  for (let sample = 0; sample < samples; sample++) {
    for (let done = 0; done < round; done += together)
      await Promise.all(
        Array.from({ length: Math.min(together, round - done) }, async (_, index) => {
          const person = people[index % people.length];
          if (!person) throw new Error("Nobody comes in");
          const { socket } = await openLine({ url: server.url, person, watch: ["payment-schedule", "plot"] });
          socket.close();
        }),
      );
    heaps.push(await heapOf(server.url));
  }
  const quarter = samples / 4;
  const first = Math.min(...heaps.slice(0, quarter));
  const last = Math.min(...heaps.slice(-quarter));
  return { connects: round * samples, first, last, each: (last - first) / (round * (samples - quarter)) };
}

async function heapOf(url: string): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text();
  const bytes = /^nodejs_heap_size_used_bytes (\S+)$/m.exec(metrics)?.[1];
  if (bytes === undefined) throw new Error("The portal does not say how much memory it uses");
  return Number(bytes);
}
