import type { Server } from "socket.io";
import { z } from "zod";
import type { Log } from "./log.ts";
import { type Line, pipeOf } from "./pipes.ts";
import { waitsForTurn } from "./turns.ts";

const mostUnsent = 1024 * 1024;
const lookEveryMs = 1_000;
/** So many looks in a row with too much unsent and no less of it than at the first: nobody reads there, not even after taking in much. */
const patience = 5;

/** Drops whoever has stopped reading while more and more waits for them; they catch up when they come again. Returns how to stop. */
export function dropSlowClients({ io, log }: { io: Server; log: Log }): () => void {
  const waiting = new Map<Line, { left: number; looks: number }>();
  const lines = new Set<Line>();
  io.engine.on("connection", (line: Line) => {
    lines.add(line);
    line.once("close", () => {
      lines.delete(line);
      waiting.delete(line);
    });
  });
  const timer = setInterval(() => {
    for (const line of lines) look(line);
  }, lookEveryMs).unref();
  return () => clearInterval(timer);

  function look(line: Line): void {
    const pipe = pipeOf(line);
    if (pipe && waitsForTurn(pipe)) return void waiting.delete(line);
    const unsent = unsentOn(line);
    const before = waiting.get(line);
    if (unsent <= mostUnsent) return void waiting.delete(line);
    const left = unsent + underWayOn(line);
    if (!before || left < before.left) return void waiting.set(line, { left, looks: 1 });
    before.looks++;
    if (before.looks <= patience) return;
    log.warn({ unsent }, "A client does not read what it is sent, and is dropped");
    drop(line);
  }
}

/** Of the parts that the libraries' types keep to themselves. */
const queue = z.array(z.object({ data: z.unknown() })).catch([]);
const handle = z.object({ writeQueueSize: z.number() }).catch({ writeQueueSize: 0 });

/** Bytes that have not been handed to the operating system whole. */
function unsentOn(line: Line): number {
  return queue
    .parse(Reflect.get(line, "writeBuffer"))
    .reduce(
      (sum, { data }) => sum + (typeof data === "string" || Buffer.isBuffer(data) ? data.length : 0),
      pipeOf(line)?.writableLength ?? 0,
    );
}

/** Of the message being sent right now, what is left: of a large one this grows less long before it counts as sent. */
function underWayOn(line: Line): number {
  const pipe = pipeOf(line);
  return pipe ? handle.parse(Reflect.get(pipe, "_handle")).writeQueueSize : 0;
}

/** At once: a polite goodbye would wait behind everything that is not read. */
function drop(line: Line): void {
  const pipe = pipeOf(line);
  if (pipe) pipe.destroy();
  else line.close(true);
}
