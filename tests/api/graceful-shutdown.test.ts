import { once } from "node:events";
import { Agent, createServer, request, type Server, type ServerResponse } from "node:http";
import { connect } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { deferred } from "../../server/commits/deferred.ts";
import { createGracefulShutdown } from "../../server/http/http-server.ts";

test("a request under way is answered whole, and what is open for nothing holds nobody up", async () => {
  const begun = deferred<ServerResponse>();
  const http = createServer((_req, res) => {
    res.write("a beginning");
    begun.resolve(res);
  });
  const beginFarewell = createGracefulShutdown(http);
  const port = await listenOnFreePort(http);
  const ahead = connect(port, "127.0.0.1");
  await once(ahead, "connect");
  const agent = new Agent({ keepAlive: true });
  onTestFinished(() => agent.destroy());
  const call = request({ port, agent }).end();
  const [answer] = await once(call, "response");
  const res = await begun.promise;

  const callOff = beginFarewell();
  onTestFinished(callOff);
  const closed = new Promise((resolve) => http.close(resolve));
  await once(ahead, "close");
  res.end(" and an end");
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk);
  expect(Buffer.concat(chunks).toString()).toBe("a beginning and an end");
  // Sooner than the line would be given up by itself.
  expect(await Promise.race([closed.then(() => "closed"), once(AbortSignal.timeout(3_000), "abort")])).toBe("closed");
});

async function listenOnFreePort(http: Server): Promise<number> {
  http.listen(0, "127.0.0.1");
  await once(http, "listening");
  const address = http.address();
  return typeof address === "object" && address ? address.port : 0;
}
