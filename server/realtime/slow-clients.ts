import type { Server } from "socket.io";
import { z } from "zod";
import type { Log } from "../log.ts";
import { type Connection, tcpSocketOf } from "./connections.ts";
import { isQueued } from "./send-queue.ts";

const maxUnsentBytes = 1024 * 1024;
const checkIntervalMs = 1_000;
/** So many looks in a row with too much unsent and no less of it than at the first: nobody reads there, not even after taking in much. */
const maxStalledChecks = 5;

/** Drops whoever has stopped reading while more and more waits for them; they catch up when they come again. Returns how to stop. */
export function dropSlowClients({ io, log }: { io: Server; log: Log }): () => void {
  const waiting = new Map<Connection, { remaining: number; checks: number }>();
  const lines = new Set<Connection>();
  io.engine.on("connection", (line: Connection) => {
    lines.add(line);
    line.once("close", () => {
      lines.delete(line);
      waiting.delete(line);
    });
  });
  const timer = setInterval(() => {
    for (const line of lines) checkConnection(line);
  }, checkIntervalMs).unref();
  return () => clearInterval(timer);

  function checkConnection(line: Connection): void {
    const pipe = tcpSocketOf(line);
    if (pipe && isQueued(pipe)) return void waiting.delete(line);
    const unsent = unsentBytes(line);
    const before = waiting.get(line);
    if (unsent <= maxUnsentBytes) return void waiting.delete(line);
    const remaining = unsent + inFlightBytes(line);
    if (!before || remaining < before.remaining) return void waiting.set(line, { remaining, checks: 1 });
    before.checks++;
    if (before.checks <= maxStalledChecks) return;
    log.warn({ unsent }, "A client does not read what it is sent, and is dropped");
    destroyConnection(line);
  }
}

/** Of the parts that the libraries' types keep to themselves. */
const writeBufferSchema = z.array(z.object({ data: z.unknown() })).catch([]);
const handleSchema = z.object({ writeQueueSize: z.number() }).catch({ writeQueueSize: 0 });

/** Bytes that have not been handed to the operating system whole. */
function unsentBytes(line: Connection): number {
  return writeBufferSchema
    .parse(Reflect.get(line, "writeBuffer"))
    .reduce(
      (sum, { data }) => sum + (typeof data === "string" || Buffer.isBuffer(data) ? data.length : 0),
      tcpSocketOf(line)?.writableLength ?? 0,
    );
}

/** Of the message being sent right now, what is left: of a large one this grows less long before it counts as sent. */
function inFlightBytes(line: Connection): number {
  const pipe = tcpSocketOf(line);
  return pipe ? handleSchema.parse(Reflect.get(pipe, "_handle")).writeQueueSize : 0;
}

/** At once: a polite goodbye would wait behind everything that is not read. */
function destroyConnection(line: Connection): void {
  const pipe = tcpSocketOf(line);
  if (pipe) pipe.destroy();
  else line.close(true);
}
