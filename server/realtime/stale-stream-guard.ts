import type { IncomingMessage } from "node:http";
import type { Server } from "socket.io";
import type { ChangeStream } from "../commits/change-stream.ts";
import type { Log } from "../log.ts";

const checkIntervalMs = 500;

/** Answers whether somebody may come in, before anything else is asked of them. */
type AllowRequest = (req: IncomingMessage, answer: (refusal: string | null, mayEnter: boolean) => void) => void;

/** While nothing is heard of the database nobody shall believe to be live: no line is opened then. */
export function refuseWhileStale(feed: Pick<ChangeStream, "isStale">): AllowRequest {
  return (_req, answer) => (feed.isStale ? answer("Away", false) : answer(null, true));
}

/** Ends the open lines as well, so that the screens at their other end say since when; they come back and catch up. Returns how to stop. */
export function disconnectWhileStale({
  io,
  changeStream,
  log,
}: {
  io: Server;
  changeStream: Pick<ChangeStream, "isStale">;
  log: Log;
}): () => void {
  const timer = setInterval(() => {
    const { sockets } = io.of("/");
    if (!changeStream.isStale || sockets.size === 0) return;
    log.warn({ sockets: sockets.size }, "Nothing is heard of the database; the lines are closed until it is");
    // The line and not the socket: a client comes back by itself when a line breaks, but not when it was shown out.
    for (const { conn } of sockets.values()) conn.close();
  }, checkIntervalMs).unref();
  return () => clearInterval(timer);
}
