import { once } from "node:events";
import { connect, createServer, type Server, type Socket } from "node:net";
import { onTestFinished } from "vitest";

/** A connection through the proxy, on which a test can cause faults. */
class ProxiedConnection {
  readonly #sockets: readonly [client: Socket, server: Socket];
  #frozen = false;
  #throttled = false;

  constructor({
    client,
    server,
    onClose,
  }: { client: Socket; server: Socket; onClose: (connection: ProxiedConnection) => void }) {
    this.#sockets = [client, server];
    this.#forward(client, server);
    this.#forward(server, client);
    for (const socket of this.#sockets) socket.once("close", () => onClose(this));
  }

  /** Closes the connection on both sides. */
  cut(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  /** Holds back all data while the connection stays open. */
  freeze(): void {
    this.#frozen = true;
    for (const socket of this.#sockets) socket.pause();
  }

  /** Sends the data held back by a freeze. */
  resume(): void {
    this.#frozen = false;
    for (const socket of this.#sockets) socket.resume();
  }

  /** Limits the rate to a few MB per second. */
  throttle(): void {
    this.#throttled = true;
  }

  #forward(from: Socket, to: Socket): void {
    const resume = () => {
      if (!this.#frozen) from.resume();
    };
    from.on("data", (chunk: Buffer) => {
      if (to.destroyed) return;
      const isFull = !to.write(chunk);
      if (isFull || this.#throttled) from.pause();
      if (isFull) to.once("drain", resume);
      else if (this.#throttled) setTimeout(resume, 10);
    });
    from.on("error", () => to.destroy());
    from.on("close", () => to.end());
  }
}

/** A TCP proxy on a free port of this machine, on whose connections a test can cause faults. */
export class FaultyProxy {
  readonly port: number;
  readonly #server: Server;
  readonly #connections = new Set<ProxiedConnection>();
  #frozen = false;

  /**
   * `target`, the server's URL or the path of its socket, is called for each new connection, so that the server can
   * change. The proxy is closed when the test ends.
   */
  static async open(target: () => string): Promise<FaultyProxy> {
    const server = createServer({ pauseOnConnect: true });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const proxy = new FaultyProxy(server, target);
    onTestFinished(() => proxy.#close());
    return proxy;
  }

  private constructor(server: Server, target: () => string) {
    const address = server.address();
    if (typeof address !== "object" || !address) throw new Error("The proxy has no port");
    this.port = address.port;
    this.#server = server;
    server.on("connection", (client) => {
      const upstream = connectTo(target());
      const connection = new ProxiedConnection({
        client,
        server: upstream,
        onClose: () => this.#connections.delete(connection),
      });
      this.#connections.add(connection);
      if (this.#frozen) connection.freeze();
      else client.resume();
    });
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  get connections(): readonly ProxiedConnection[] {
    return [...this.#connections];
  }

  /** Freezes all connections, including new ones. */
  freeze(): void {
    this.#frozen = true;
    for (const connection of this.#connections) connection.freeze();
  }

  /** Sends the data held back by a freeze of all connections. */
  resume(): void {
    this.#frozen = false;
    for (const connection of this.#connections) connection.resume();
  }

  #close(): void {
    this.#server.close();
    for (const connection of this.#connections) connection.cut();
  }
}

function connectTo(target: string): Socket {
  if (target.startsWith("/")) return connect(target);
  const { hostname, port } = new URL(target);
  return connect(Number(port), hostname);
}
