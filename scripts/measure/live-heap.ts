import type { BenchContext } from "../bench/workloads.ts";
import { openConnection } from "./live-connection.ts";

const concurrency = 10;
const samples = 20;

export interface HeapGrowth {
  connections: number;
  /** Minimum of the first and of the last quarter of the samples, in bytes. */
  first: number;
  last: number;
  /** Heap growth for each closed connection, in bytes. */
  bytesPerConnection: number;
}

/** Opens and closes connections and measures the growth of the heap. */
export async function measureHeapGrowth({ server, users }: BenchContext, connectionCount: number): Promise<HeapGrowth> {
  const heaps: number[] = [];
  const connectionsPerSample = Math.ceil(connectionCount / samples);
  for (let sample = 0; sample < samples; sample++) {
    for (let done = 0; done < connectionsPerSample; done += concurrency)
      await Promise.all(
        Array.from({ length: Math.min(concurrency, connectionsPerSample - done) }, async (_, index) => {
          const user = users[index % users.length];
          if (!user) throw new Error("There is no user");
          const { socket } = await openConnection({ url: server.url, user, watch: ["payment-schedule", "plot"] });
          socket.close();
        }),
      );
    heaps.push(await readHeapBytes(server.url));
  }
  const quarter = samples / 4;
  const first = Math.min(...heaps.slice(0, quarter));
  const last = Math.min(...heaps.slice(-quarter));
  return {
    connections: connectionsPerSample * samples,
    first,
    last,
    bytesPerConnection: (last - first) / (connectionsPerSample * (samples - quarter)),
  };
}

async function readHeapBytes(url: string): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text();
  const bytes = /^nodejs_heap_size_used_bytes (\S+)$/m.exec(metrics)?.[1];
  if (bytes === undefined) throw new Error("The portal does not report its heap size");
  return Number(bytes);
}
