import { Agent, request } from "node:http";
import { io } from "socket.io-client";
import { z } from "zod";

/** Only the ids are read: parsing every row would cost more than the servers under measurement. */
const changesMessage = z.looseObject({ changes: z.array(z.unknown()) });

/** The requests that differ between the floor and the portal. */
export interface ServerRoutes {
  login: { path: string; body: object };
  list: string;
  /** Marks an installment as paid. */
  markPaid: (id: number) => { path: string; body: object };
}

export interface Watcher {
  close(): void;
}

/** A client of the floor or the portal; requests other than `signIn` need a session. */
export class BenchClient {
  readonly #url: string;
  readonly #routes: ServerRoutes;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 64 });
  #token = "";

  constructor(url: string, routes: ServerRoutes) {
    this.#url = url;
    this.#routes = routes;
  }

  async signIn(): Promise<void> {
    const { path, body } = this.#routes.login;
    this.#token = z.object({ token: z.string() }).parse(await this.send("POST", path, body)).token;
  }

  get headers(): Record<string, string> {
    return this.#token === "" ? {} : { authorization: `Bearer ${this.#token}` };
  }

  markPaid(id: number): Promise<unknown> {
    const { path, body } = this.#routes.markPaid(id);
    return this.send("PUT", path, body);
  }

  /** Reads the whole list without keeping it; resolves with its length in bytes. */
  readList(): Promise<number> {
    return this.#request("GET", this.#routes.list, undefined, (chunks) =>
      chunks.reduce((sum, { length }) => sum + length, 0),
    );
  }

  send(method: string, path: string, body: object = {}): Promise<unknown> {
    return this.#request(method, path, method === "GET" ? undefined : JSON.stringify(body), (chunks) =>
      JSON.parse(Buffer.concat(chunks).toString()),
    );
  }

  /** Opens a live connection that watches the schedule; `onChanges` gets the ids of every message. */
  watch(onChanges: (ids: readonly number[]) => void): Promise<Watcher> {
    const socket = io(this.#url, { auth: { token: this.#token }, transports: ["websocket"], forceNew: true });
    socket.on("changes", (event: unknown) => onChanges(changesMessage.parse(event).changes.map(changedId)));
    socket.on("disconnect", (reason) => {
      if (reason !== "io client disconnect")
        throw new Error(`The server closed a connection of the benchmark: ${reason}`);
    });
    return new Promise((resolve, reject) => {
      socket.on("connect_error", reject);
      socket.on("connect", () => {
        socket.emit("watch", ["payment-schedule"], () => resolve({ close: () => socket.close() }));
      });
    });
  }

  close(): void {
    this.#agent.destroy();
  }

  #request<Result>(
    method: string,
    path: string,
    body: string | undefined,
    read: (chunks: Buffer[]) => Result,
  ): Promise<Result> {
    return new Promise((resolve, reject) => {
      const headers = {
        ...this.headers,
        ...(body === undefined
          ? {}
          : { "content-type": "application/json", "content-length": Buffer.byteLength(body) }),
      };
      const clientRequest = request(`${this.#url}${path}`, { method, agent: this.#agent, headers }, (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("error", reject);
        response.on("end", () => {
          if (response.statusCode === 200) resolve(read(chunks));
          else reject(new Error(`${method} ${path}: ${response.statusCode} ${Buffer.concat(chunks)}`));
        });
      });
      clientRequest.on("error", reject);
      clientRequest.end(body);
    });
  }
}

function changedId(change: unknown): number {
  if (typeof change === "object" && change !== null && "id" in change && typeof change.id === "number")
    return change.id;
  throw new Error("A change without an id");
}
