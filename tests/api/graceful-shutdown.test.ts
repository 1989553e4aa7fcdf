import { once } from "node:events";
import { Agent, createServer, request, type Server, type ServerResponse } from "node:http";
import { connect } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { createDeferred } from "../../server/commits/deferred.ts";
import { createGracefulShutdown } from "../../server/http/http-server.ts";

test("a shutdown completes running requests and closes idle connections", async () => {
  const requestStarted = createDeferred<ServerResponse>();
  const http = createServer((_req, res) => {
    res.write("a beginning");
    requestStarted.resolve(res);
  });
  const beginShutdown = createGracefulShutdown(http);
  const port = await listenOnFreePort(http);
  const idleConnection = connect(port, "127.0.0.1");
  await once(idleConnection, "connect");
  const agent = new Agent({ keepAlive: true });
  onTestFinished(() => agent.destroy());
  const runningRequest = request({ port, agent }).end();
  const [response] = await once(runningRequest, "response");
  const res = await requestStarted.promise;

  const cancelShutdown = beginShutdown();
  onTestFinished(cancelShutdown);
  const closed = new Promise((resolve) => http.close(resolve));
  await once(idleConnection, "close");
  res.end(" and an end");
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk);
  expect(Buffer.concat(chunks).toString()).toBe("a beginning and an end");
  // Three seconds are less than the time after which an idle connection closes by itself.
  expect(await Promise.race([closed.then(() => "closed"), once(AbortSignal.timeout(3_000), "abort")])).toBe("closed");
});

async function listenOnFreePort(http: Server): Promise<number> {
  http.listen(0, "127.0.0.1");
  await once(http, "listening");
  const address = http.address();
  return typeof address === "object" && address ? address.port : 0;
}
