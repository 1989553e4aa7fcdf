import { Agent, type IncomingMessage, request } from "node:http";
import { buffer, json } from "node:stream/consumers";
import type { Resource, StoredRow } from "../../shared/registry.ts";
import type { Protocol, Session } from "../../shared/wire.ts";
import { signIn, type Username } from "./initial-data.ts";
import { parseRecords, parseSession, type Reply, readReply } from "./reply.ts";
import { SocketClient } from "./socket-client.ts";

/** How a person reaches the portal; the URL changes when the portal is restarted. */
export interface PortalHandle {
  url: () => string;
  now: () => Date;
  /** Changes the full name of the user. */
  renameUser: (user: Username, name: string) => Promise<void>;
  /** Resolves when the live events of the commits so far have been sent. */
  waitForEvents?: () => Promise<void>;
}

interface ApiRequest {
  method: string;
  path: string;
  body?: unknown;
  headers?: Readonly<Record<string, string>>;
}

interface FileRequest extends Pick<ApiRequest, "headers"> {
  method?: string;
  body?: string | Uint8Array;
}

/** Shorter than a session, so that a test that advances the clock signs in again in time. */
const tokenReuseHours = 7;

/**
 * An API client of a user; signs in at the first request unless it gets a token. Without a username it is
 * unauthenticated.
 */
export class Person {
  readonly username: Username | undefined;
  readonly #portal: PortalHandle;
  #tokenState: { token: string; signedInAt: number } | undefined;
  #renameCount = 0;

  /** `token` is the token of a session that has just started. */
  constructor({ username, portal, token }: { username?: Username; portal: PortalHandle; token?: string }) {
    this.username = username;
    this.#portal = portal;
    if (token !== undefined) this.#tokenState = { token, signedInAt: portal.now().getTime() };
  }

  get(path: string): Promise<Reply> {
    return this.send({ method: "GET", path });
  }

  post(path: string, body?: unknown): Promise<Reply> {
    return this.send({ method: "POST", path, body });
  }

  put(path: string, body?: unknown): Promise<Reply> {
    return this.send({ method: "PUT", path, body });
  }

  delete(path: string, body?: unknown): Promise<Reply> {
    return this.send({ method: "DELETE", path, body });
  }

  /** Sends a request. The path is below /api; a body that is a string is sent without JSON encoding. */
  async send({ method, path, body, headers }: ApiRequest): Promise<Reply> {
    const token = await this.token();
    const response = await sendRequest(`${this.#portal.url()}/api${path}`, {
      method,
      headers: {
        "content-type": "application/json",
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...headers,
      },
      body: typeof body === "string" || body === undefined ? body : JSON.stringify(body),
    });
    return readReply({
      status: response.statusCode ?? 0,
      headers: readHeaders(response),
      json: () => json(response),
    });
  }

  /** Sends a request whose body or response is a file; the path is below /api. */
  async fetch(path: string, { method = "GET", body, headers }: FileRequest = {}): Promise<Response> {
    const authorization = `Bearer ${await this.token()}`;
    const response = await sendRequest(`${this.#portal.url()}/api${path}`, {
      method,
      headers: { ...headers, authorization },
      body,
    });
    const { statusCode: status } = response;
    const content = await buffer(response);
    return new Response(content.length > 0 ? content : null, { status, headers: readHeaders(response) });
  }

  /** The records of a list; `query` starts with a question mark. */
  async list<Rec extends object>(resource: Resource<StoredRow, Rec>, query = ""): Promise<Rec[]> {
    return parseRecords(resource, await this.get(`/${resource.name}${query}`));
  }

  async session(): Promise<Pick<Session, "user" | "permissions">> {
    return parseSession(await this.get("/me"));
  }

  /** The token of the current session; undefined without a username. */
  async token(): Promise<string | undefined> {
    if (this.username === undefined) return undefined;
    const hours = this.#tokenState
      ? (this.#portal.now().getTime() - this.#tokenState.signedInAt) / 3_600_000
      : tokenReuseHours;
    if (this.#tokenState && hours >= 0 && hours < tokenReuseHours) return this.#tokenState.token;
    return this.signIn();
  }

  /** Starts a session and returns its token, which later requests use. */
  async signIn(): Promise<string> {
    if (this.username === undefined) throw new Error("An unauthenticated client cannot sign in");
    const token = await signIn(this.#portal.url(), this.username);
    this.#tokenState = { token, signedInAt: this.#portal.now().getTime() };
    return token;
  }

  /** Makes the next request sign in again. */
  forgetToken(): void {
    this.#tokenState = undefined;
  }

  /**
   * Opens a live connection. With a cursor it receives the changes since then; without one, no earlier changes, because
   * it is opened only after their events were sent, which can be later than the API response.
   */
  async openSocket({
    cursor,
    token,
    protocol,
  }: {
    cursor?: string;
    token?: string;
    protocol?: Protocol;
  } = {}): Promise<SocketClient> {
    const sessionToken = token ?? (await this.token()) ?? "";
    await this.#portal.waitForEvents?.();
    return SocketClient.connect({
      url: this.#portal.url(),
      token: sessionToken,
      cursor,
      protocol,
      waitForEarlierEvents: (client) => this.#waitForEarlierEvents(client),
    });
  }

  /** Renames the user and waits for the event, which arrives after those of all earlier commits. */
  async #waitForEarlierEvents(client: SocketClient): Promise<void> {
    if (this.username === undefined) return;
    const name = `${this.username} ${++this.#renameCount}`;
    await this.#portal.renameUser(this.username, name);
    await client.waitFor(({ sessions }) => sessions.at(-1)?.user.fullName === name);
    if (client.isWatching("users")) await client.waitFor(({ changes }) => changes.at(-1)?.record?.FullName === name);
  }
}

const agent = new Agent({ keepAlive: true });

/**
 * Sends a request with `node:http`, which takes a third of the CPU time of `fetch`. Rejects if the connection breaks.
 */
function sendRequest(
  url: string,
  { method, headers, body }: { method: string; headers: Record<string, string>; body?: string | Uint8Array },
): Promise<IncomingMessage> {
  // Node sends no length for the body of a DELETE.
  const length = body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) };
  return new Promise((resolve, reject) => {
    request(url, { agent, method, headers: { ...length, ...headers } }, resolve)
      .on("error", reject)
      .end(body);
  });
}

function readHeaders({ headersDistinct }: IncomingMessage): Headers {
  return new Headers(
    Object.entries(headersDistinct).flatMap(([name, values = []]) =>
      values.map((value): [string, string] => [name, value]),
    ),
  );
}
