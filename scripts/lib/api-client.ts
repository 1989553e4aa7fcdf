import { Agent, request } from "node:http";
import { io, type Socket } from "socket.io-client";
import { z } from "zod";
import type { ClientEvents, ServerEventsOfProtocol1 } from "../../shared/wire.ts";

/** The password of the administrator and of all users on a portal under measurement. */
export const accountPassword = "only for this measurement";

export interface ApiResponse {
  status: number;
  headers: Readonly<Record<string, unknown>>;
  text: string;
  /** From the request to the end of the response, in milliseconds. */
  ms: number;
}

export interface ApiRequest {
  method?: string;
  path: string;
  /** Strings and buffers are sent as they are, other values as JSON. */
  body?: unknown;
  headers?: Readonly<Record<string, string>>;
}

export type LiveSocket = Socket<ServerEventsOfProtocol1, ClientEvents>;

interface SocketOptions {
  /** The resources to subscribe to. */
  watch: readonly string[];
  /** Cursor of an earlier connection, to catch up from there. */
  cursor?: string;
  /** Called with the socket before it connects. */
  onSocket?: (socket: LiveSocket) => void;
}

const timeoutMs = 60_000;

/** A client of a portal, by HTTP and Socket.IO. */
export class ApiClient {
  token: string | undefined;
  readonly #url: () => string;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 256 });

  /** If `url` is a function, it is called for each request, because a restarted portal can be on another port. */
  constructor(url: string | (() => string)) {
    this.#url = typeof url === "string" ? () => url : url;
  }

  /** A client with a new session of a user, by default of the administrator. */
  static async signIn(
    url: string | (() => string),
    username = "admin",
    password = accountPassword,
  ): Promise<ApiClient> {
    const client = new ApiClient(url);
    const login = { method: "POST", path: "/api/auth/login", body: { username, password } };
    const { text } = await client.sendOrThrow(login);
    client.token = z.object({ token: z.string() }).parse(JSON.parse(text)).token;
    return client;
  }

  get url(): string {
    return this.#url();
  }

  /** A client with the same session at another server. */
  forServer(url: string): ApiClient {
    const client = new ApiClient(url);
    client.token = this.token;
    return client;
  }

  /** Resolves with any response; rejects if there is none. */
  send({ method = "GET", path, body, headers = {} }: ApiRequest): Promise<ApiResponse> {
    const payload =
      body === undefined || typeof body === "string" || Buffer.isBuffer(body) ? body : JSON.stringify(body);
    const startedAt = performance.now();
    return new Promise((resolve, reject) => {
      const clientRequest = request(`${this.url}${path}`, {
        method,
        agent: this.#agent,
        timeout: timeoutMs,
        headers: {
          ...(this.token === undefined ? {} : { authorization: `Bearer ${this.token}` }),
          ...(payload === undefined
            ? {}
            : { "content-type": "application/json", "content-length": String(Buffer.byteLength(payload)) }),
          ...headers,
        },
      });
      clientRequest.on("response", (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("error", reject);
        response.on("end", () => {
          const ms = performance.now() - startedAt;
          const { statusCode: status = 0, headers: responseHeaders } = response;
          resolve({ status, headers: responseHeaders, text: Buffer.concat(chunks).toString(), ms });
        });
      });
      clientRequest.on("timeout", () =>
        clientRequest.destroy(new Error(`${method} ${path}: no response within ${timeoutMs} ms`)),
      );
      clientRequest.on("error", reject);
      clientRequest.end(payload);
    });
  }

  /** Like `send`, but rejects if the response is not a success. */
  async sendOrThrow(apiRequest: ApiRequest): Promise<ApiResponse> {
    const response = await this.send(apiRequest);
    const { status, text } = response;
    if (status === 200) return response;
    throw new Error(`${apiRequest.method ?? "GET"} ${apiRequest.path}: ${status} ${text.slice(0, 300)}`);
  }

  /** The `data` of the response. Rejects if the response is not a success. */
  async requestData(apiRequest: ApiRequest): Promise<unknown> {
    const { text } = await this.sendOrThrow(apiRequest);
    return z.looseObject({ data: z.unknown() }).parse(JSON.parse(text)).data;
  }

  /** Opens a socket that does not reconnect; resolves with it and its cursor when the subscription is confirmed. */
  openSocket({ watch, cursor, onSocket }: SocketOptions): Promise<{ socket: LiveSocket; cursor: string }> {
    const auth = cursor === undefined ? { token: this.token } : { token: this.token, cursor };
    const socket: LiveSocket = io(this.url, { auth, transports: ["websocket"], reconnection: false, forceNew: true });
    onSocket?.(socket);
    return new Promise((resolve, reject) => {
      socket.once("connect_error", reject);
      socket.once("connect", () => {
        socket.emit("watch", [...watch], (ack) => resolve({ socket, cursor: ack.cursor }));
      });
    });
  }
}
