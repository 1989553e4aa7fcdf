import type { Server, Socket } from "socket.io";

type Line = Socket["conn"];

const lookEveryMs = 1_000;
/** Whoever means to come in has said so after as many looks, also over a slow line. */
const patience = 10;

/** Hangs up on lines on which nobody is: who never said who he is, was refused, or has left but for the line. Returns how to stop. */
export function hangUpOnNobody({ io, everyMs = lookEveryMs }: { io: Server; everyMs?: number }): () => void {
  const empty = new Map<Line, number>();
  io.engine.on("connection", (line: Line) => {
    empty.set(line, 0);
    line.once("close", () => empty.delete(line));
  });
  const timer = setInterval(() => {
    const taken = new Set([...io.of("/").sockets.values()].map(({ conn }) => conn));
    for (const [line, looks] of empty) {
      const now = taken.has(line) ? 0 : looks + 1;
      empty.set(line, now);
      if (now > patience) line.close();
    }
  }, everyMs).unref();
  return () => clearInterval(timer);
}
