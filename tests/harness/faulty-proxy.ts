import { once } from "node:events";
import { connect, createServer, type Server, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { onTestFinished } from "vitest";

/** One connection through a proxy, and the faults that a test makes on it. */
export class ProxiedConnection {
  readonly #sockets: readonly [here: Socket, there: Socket];
  #frozen = false;
  #delayMs = 0;
  #throttled = false;

  constructor({ here, there, onClose }: { here: Socket; there: Socket; onClose: (line: ProxiedConnection) => void }) {
    this.#sockets = [here, there];
    this.#forward(here, there);
    this.#forward(there, here);
    for (const end of this.#sockets) end.once("close", () => onClose(this));
  }

  /** Both sides find the connection gone. */
  cut(): void {
    for (const end of this.#sockets) end.destroy();
  }

  /** Nothing passes any more, though both sides still believe in the connection. */
  freeze(): void {
    this.#frozen = true;
    for (const end of this.#sockets) end.pause();
  }

  /** Everything held back by a freeze comes, and what follows comes at once again. */
  resume(): void {
    this.#frozen = false;
    this.#delayMs = 0;
    for (const end of this.#sockets) end.resume();
  }

  /** What is sent from now on arrives so much later. */
  delay(ms: number): void {
    this.#delayMs = ms;
  }

  /** A few MB a second get through from now on. */
  throttle(): void {
    this.#throttled = true;
  }

  #forward(from: Socket, to: Socket): void {
    let order = Promise.resolve();
    from.on("data", (chunk: Buffer) => {
      if (this.#delayMs > 0) order = Promise.all([order, pause(this.#delayMs)]).then(() => undefined);
      order = order.then(() => {
        if (to.destroyed) return;
        const goOn = () => {
          if (!this.#frozen) from.resume();
        };
        const full = !to.write(chunk);
        if (full || this.#throttled) from.pause();
        if (full) to.once("drain", goOn);
        else if (this.#throttled) setTimeout(goOn, 10);
      });
    });
    from.on("error", () => to.destroy());
    from.on("close", () => void order.then(() => to.end()));
  }
}

/** An address that stays, on whose connections a test can make faults. */
export class FaultyProxy {
  readonly port: number;
  readonly #server: Server;
  readonly #connections = new Set<ProxiedConnection>();
  #frozen = false;

  /** `target` is asked for each new connection, so that the server behind may change; gone when the test ends. */
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
    if (typeof address !== "object" || !address) throw new Error("The proxy has no way in");
    this.port = address.port;
    this.#server = server;
    server.on("connection", (here) => {
      const { hostname, port } = new URL(target());
      const there = connect(Number(port), hostname);
      const line = new ProxiedConnection({ here, there, onClose: () => this.#connections.delete(line) });
      this.#connections.add(line);
      if (this.#frozen) line.freeze();
      else here.resume();
    });
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  get connections(): readonly ProxiedConnection[] {
    return [...this.#connections];
  }

  /** All connections, also those that come, as when the machine behind stands still. */
  freeze(): void {
    this.#frozen = true;
    for (const line of this.#connections) line.freeze();
  }

  resume(): void {
    this.#frozen = false;
    for (const line of this.#connections) line.resume();
  }

  #close(): void {
    this.#server.close();
    for (const line of this.#connections) line.cut();
  }
}
