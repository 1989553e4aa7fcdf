import type { Server, Socket } from "socket.io";

type Connection = Socket["conn"];

const checkIntervalMs = 1_000;
/** Whoever means to come in has said so after as many looks, also over a slow line. */
const maxIdleChecks = 10;

/** Hangs up on lines on which nobody is: who never said who he is, was refused, or has left but for the line. Returns how to stop. */
export function closeUnauthenticatedConnections({
  io,
  intervalMs = checkIntervalMs,
}: {
  io: Server;
  intervalMs?: number;
}): () => void {
  const empty = new Map<Connection, number>();
  io.engine.on("connection", (line: Connection) => {
    empty.set(line, 0);
    line.once("close", () => empty.delete(line));
  });
  const timer = setInterval(() => {
    const taken = new Set([...io.of("/").sockets.values()].map(({ conn }) => conn));
    for (const [line, looks] of empty) {
      const now = taken.has(line) ? 0 : looks + 1;
      empty.set(line, now);
      if (now > maxIdleChecks) line.close();
    }
  }, intervalMs).unref();
  return () => clearInterval(timer);
}
