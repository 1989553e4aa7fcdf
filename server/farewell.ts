import type { Server, ServerResponse } from "node:http";

/** Requests under way may finish; after this they are cut off. */
const longestMs = 8_000;

/**
 * Lets a server go without cutting anybody off. Returns what to call when it begins to close: from then on each answer ends
 * its connection, which its client would otherwise go on using for as long as it likes. What that returns calls off the
 * final cut.
 */
export function farewellOf(http: Server): () => () => void {
  const underWay = new Set<ServerResponse>();
  let leaving = false;
  http.prependListener("request", (_req, res: ServerResponse) => {
    if (leaving) res.shouldKeepAlive = false;
    underWay.add(res);
    res.once("close", () => underWay.delete(res));
  });
  return () => {
    leaving = true;
    for (const res of underWay) res.shouldKeepAlive = false;
    const cut = setTimeout(() => http.closeAllConnections(), longestMs);
    return () => clearTimeout(cut);
  };
}
