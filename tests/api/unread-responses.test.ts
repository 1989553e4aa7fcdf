import { once } from "node:events";
import { request } from "node:http";
import type { Socket } from "node:net";
import express, { type Response } from "express";
import { expect, onTestFinished, test } from "vitest";
import { createHttpServer, listen } from "../../server/http/http-server.ts";
import { authorizeAndReadBody } from "../../server/http/request.ts";

test("a connection whose client does not read the response to its POST is closed", async () => {
  const { serverSocket } = await post((res) => {
    // More than the buffers of both ends of the connection hold.
    res.send("x".repeat(20_000_000));
  });
  await once(serverSocket, "close");
});

test("a POST may be handled for longer than the timeout before its response", async () => {
  const { response } = await post(async (res) => {
    await once(res, "timeout");
    res.send("done");
  });
  const chunks: Buffer[] = [];
  for await (const chunk of await response) chunks.push(chunk);
  expect(Buffer.concat(chunks).toString()).toBe("done");
});

/** Sends a POST to a server that closes idle connections soon. */
async function post(respond: (res: Response) => void | Promise<void>) {
  const app = express();
  app.post("/", async (req, res) => {
    await authorizeAndReadBody(req, res, { authorize: async () => undefined });
    await respond(res);
  });
  const server = createHttpServer(app);
  server.setTimeout(100);
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const connected = once(server, "connection");
  const port = await listen(server, { host: "127.0.0.1", port: 0 });
  const sent = request({ port, method: "POST", headers: { "content-type": "application/json" } }).end("{}");
  const response = once(sent, "response").then(([message]) => message);
  response.catch(() => undefined);
  const [serverSocket]: Socket[] = await connected;
  if (!serverSocket) throw new Error("No connection");
  return { serverSocket, response };
}
