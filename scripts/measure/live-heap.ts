import type { BenchContext } from "../bench/workloads.ts";

const concurrency = 10;
const sampleCount = 20;

/** How much the heap has grown after many connections were opened and closed. */
interface HeapGrowth {
  connectionCount: number;
  /** Minimum of the first and of the last quarter of the samples, in bytes. */
  firstBytes: number;
  lastBytes: number;
  /** Heap growth for each closed connection, in bytes. */
  bytesPerConnection: number;
}

/** Opens and closes connections, several at a time, and reads the size of the heap at regular intervals. */
export async function measureHeapGrowth({ server, users }: BenchContext, connectionCount: number): Promise<HeapGrowth> {
  const heaps: number[] = [];
  const connectionsPerSample = Math.ceil(connectionCount / sampleCount);
  for (let sample = 0; sample < sampleCount; sample++) {
    for (let start = 0; start < connectionsPerSample; start += concurrency)
      await Promise.all(
        Array.from({ length: Math.min(concurrency, connectionsPerSample - start) }, async (_, index) => {
          const user = users[index % users.length];
          if (!user) throw new Error("There is no user");
          const { socket } = await user.openSocket({ watch: ["payment-schedule", "plot"] });
          socket.close();
        }),
      );
    heaps.push(await readHeapBytes(server.url));
  }
  const quarter = sampleCount / 4;
  const firstBytes = Math.min(...heaps.slice(0, quarter));
  const lastBytes = Math.min(...heaps.slice(-quarter));
  return {
    connectionCount: connectionsPerSample * sampleCount,
    firstBytes,
    lastBytes,
    bytesPerConnection: (lastBytes - firstBytes) / (connectionsPerSample * (sampleCount - quarter)),
  };
}

async function readHeapBytes(url: string): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text();
  const bytes = /^nodejs_heap_size_used_bytes (\S+)$/m.exec(metrics)?.[1];
  if (bytes === undefined) throw new Error("The portal does not report its heap size");
  return Number(bytes);
}
