import { createServer, IncomingMessage, type Server, type ServerOptions, ServerResponse } from "node:http";
import { createServer as createTcpServer, type Server as TcpServer } from "node:net";
import type { Duplex } from "node:stream";
import type { Express } from "express";
import type { Config } from "../config.ts";

/** Longer than proxies and browsers keep idle connections, so that this server closes none while a request arrives. */
const keepAliveTimeoutMs = 65_000;
/** Timeouts of a request. They are long enough for an import over a slow connection. */
const requestTimeouts = { headersTimeout: 10_000, requestTimeout: 180_000, connectionsCheckingInterval: 5_000 };
/**
 * A connection is closed when nothing was sent or received for this long, for example because the client does not read
 * its response. Does not apply between the body of a request and its response: see `readBody` in request.ts.
 */
const idleConnectionTimeoutMs = 120_000;
/** After a shutdown begins, requests that run longer than this are aborted, and WebSockets that are still open. */
const drainTimeoutMs = 8_000;

type ListenAddress = Pick<Config, "host" | "port">;

/** The HTTP server of the Express app, with timeouts against slow clients. */
export function createHttpServer(app: Express): Server {
  const server = createServer({ ...requestTimeouts, ...createMessageClasses(app) }, app);
  server.keepAliveTimeout = keepAliveTimeoutMs;
  server.setTimeout(idleConnectionTimeoutMs);
  return server;
}

/**
 * Starts listening and returns the port, which the system chooses if `address.port` is 0. Rejects if the address cannot
 * be used, with a message that says which setting to change.
 */
export function listen(server: TcpServer, address: ListenAddress): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", (error) => {
      const message = "code" in error ? errorMessages[String(error.code)] : undefined;
      reject(message ? new Error(message(address)) : error);
    });
    server.listen(address.port, address.host, () => {
      const boundAddress = server.address();
      resolve(typeof boundAddress === "object" && boundAddress ? boundAddress.port : address.port);
    });
  });
}

/** Throws like `listen` if the port cannot be used. Called before a build, so that the build is not wasted. */
export async function assertPortAvailable(address: ListenAddress): Promise<void> {
  const server = createTcpServer();
  await listen(server, address);
  await new Promise((resolve) => server.close(resolve));
}

const errorMessages: Readonly<Record<string, (address: ListenAddress) => string>> = {
  EADDRINUSE: ({ port }) => `Port ${port} is in use, perhaps by another portal. Choose another port: PORT=${port + 1}`,
  EACCES: ({ port }) => `This user may not open port ${port}. Choose a port above 1023: PORT=3000`,
  EADDRNOTAVAIL: describeUnknownHost,
  ENOTFOUND: describeUnknownHost,
};

function describeUnknownHost({ host }: ListenAddress): string {
  return `HOST ${host} is not an address of this machine. Set HOST to one of its addresses, or to 0.0.0.0 for all`;
}

/**
 * Tracks requests and connections from now on. Returns a function that begins the shutdown: it closes connections
 * without a request (browsers open them in advance), closes every other connection after its response, and after a
 * timeout all that are left: those with running requests, and WebSockets whose clients have vanished. The returned
 * function in turn returns a function that cancels the timeout.
 */
export function createGracefulShutdown(server: Server): () => () => void {
  const responses = new Set<ServerResponse>();
  const connections = new Set<Duplex>();
  const unusedConnections = new Set<Duplex>();
  let isClosing = false;
  server.on("connection", (connection) => {
    connections.add(connection);
    unusedConnections.add(connection);
    connection.once("close", () => {
      connections.delete(connection);
      unusedConnections.delete(connection);
    });
  });
  server.prependListener("upgrade", ({ socket }: IncomingMessage) => unusedConnections.delete(socket));
  server.prependListener("request", ({ socket }: IncomingMessage, res: ServerResponse) => {
    unusedConnections.delete(socket);
    if (isClosing) res.shouldKeepAlive = false;
    responses.add(res);
    res.once("close", () => {
      responses.delete(res);
      // A response whose headers were sent before the shutdown has kept its connection alive.
      if (isClosing) setImmediate(() => server.closeIdleConnections());
    });
  });
  return () => {
    isClosing = true;
    for (const connection of unusedConnections) connection.destroy();
    for (const res of responses) res.shouldKeepAlive = false;
    // Not `closeAllConnections`, which leaves out WebSockets.
    const timeout = setTimeout(() => {
      for (const connection of connections) connection.destroy();
    }, drainTimeoutMs);
    return () => clearTimeout(timeout);
  };
}

/**
 * Request and response classes with the prototypes that Express would otherwise set on every object. Before Node 24, V8
 * gives each object with a changed prototype its own hidden class, which only a full garbage collection frees.
 * Measured on Node 20: a minimal request takes half the CPU time, and the heap grows by 7 instead of 35 MB between
 * collections.
 */
function createMessageClasses(app: Express): Pick<ServerOptions, "IncomingMessage" | "ServerResponse"> {
  class AppRequest extends IncomingMessage {}
  class AppResponse<Request extends IncomingMessage> extends ServerResponse<Request> {}
  Object.setPrototypeOf(AppRequest.prototype, app.request);
  Object.setPrototypeOf(AppResponse.prototype, app.response);
  Object.assign(app, { request: AppRequest.prototype, response: AppResponse.prototype });
  return { IncomingMessage: AppRequest, ServerResponse: AppResponse };
}
