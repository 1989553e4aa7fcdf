import { Agent, request } from "node:http";
import { z } from "zod";
import { adminPassword } from "../bench/prepare.ts";

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

const timeoutMs = 60_000;

/** An HTTP client of a portal that accepts any status and body. */
export class ApiClient {
  token: string | undefined;
  readonly #url: () => string;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 256 });

  constructor(url: string | (() => string)) {
    this.#url = typeof url === "string" ? () => url : url;
  }

  /** A client signed in as the administrator. */
  static async signInAsAdmin(url: string | (() => string)): Promise<ApiClient> {
    const client = new ApiClient(url);
    await client.signIn("admin");
    return client;
  }

  /** A client with the same session at another server. */
  forServer(url: string): ApiClient {
    const client = new ApiClient(url);
    client.token = this.token;
    return client;
  }

  async signIn(username: string): Promise<void> {
    const body = { username, password: adminPassword };
    const { status, text } = await this.send({ method: "POST", path: "/api/auth/login", body });
    if (status !== 200) throw new Error(`${username} cannot sign in: ${status} ${text}`);
    this.token = z.object({ token: z.string() }).parse(JSON.parse(text)).token;
  }

  /** Resolves with any response; rejects if there is none. */
  send({ method = "GET", path, body, headers = {} }: ApiRequest): Promise<ApiResponse> {
    const payload =
      body === undefined || typeof body === "string" || Buffer.isBuffer(body) ? body : JSON.stringify(body);
    const startedAt = performance.now();
    return new Promise((resolve, reject) => {
      const clientRequest = request(`${this.#url()}${path}`, {
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
          const text = Buffer.concat(chunks).toString();
          const { statusCode: status = 0, headers: responseHeaders } = response;
          resolve({ status, headers: responseHeaders, text, ms: performance.now() - startedAt });
        });
      });
      clientRequest.on("timeout", () =>
        clientRequest.destroy(new Error(`${method} ${path}: no response within ${timeoutMs} ms`)),
      );
      clientRequest.on("error", reject);
      clientRequest.end(payload);
    });
  }

  /** The `data` of the response; throws if it is not a success. */
  async requestData(apiRequest: ApiRequest): Promise<unknown> {
    const { status, text } = await this.send(apiRequest);
    if (status !== 200)
      throw new Error(`${apiRequest.method ?? "GET"} ${apiRequest.path}: ${status} ${text.slice(0, 300)}`);
    return z.looseObject({ data: z.unknown() }).parse(JSON.parse(text)).data;
  }
}
