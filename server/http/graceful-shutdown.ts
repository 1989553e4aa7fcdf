import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";

/** Requests under way may finish; after this they are cut off. */
const drainTimeoutMs = 8_000;

/**
 * Lets a server go without cutting anybody off. Returns what to call when it begins to close: from then on each answer ends
 * its connection, which its client would otherwise go on using for as long as it likes, and connections on which nothing was ever
 * asked, as browsers open them ahead, are not waited for. What that returns calls off the final cut.
 */
export function createGracefulShutdown(http: Server): () => () => void {
  const underWay = new Set<ServerResponse>();
  const unasked = new Set<Duplex>();
  let leaving = false;
  http.on("connection", (line) => {
    unasked.add(line);
    line.once("close", () => unasked.delete(line));
  });
  http.prependListener("upgrade", ({ socket }: IncomingMessage) => unasked.delete(socket));
  http.prependListener("request", ({ socket }: IncomingMessage, res: ServerResponse) => {
    unasked.delete(socket);
    if (leaving) res.shouldKeepAlive = false;
    underWay.add(res);
    res.once("close", () => {
      underWay.delete(res);
      // One that had begun before says that its connection stays.
      if (leaving) setImmediate(() => http.closeIdleConnections());
    });
  });
  return () => {
    leaving = true;
    for (const line of unasked) line.destroy();
    for (const res of underWay) res.shouldKeepAlive = false;
    const cut = setTimeout(() => http.closeAllConnections(), drainTimeoutMs);
    return () => clearTimeout(cut);
  };
}
