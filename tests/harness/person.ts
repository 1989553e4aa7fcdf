import { z } from "zod";
import type { Resource, StoredRow } from "../../shared/registry.ts";
import type { Session } from "../../shared/wire.ts";
import { password, type Username } from "./initial-data.ts";
import { assertOk, parseRecords, parseSession, type Reply, readReply } from "./reply.ts";
import { SocketClient } from "./socket-client.ts";

/** The way into a portal that may have been restarted meanwhile. */
export interface PortalHandle {
  url: () => string;
  now: () => Date;
  /** Gives the user another full name. */
  rename: (user: Username, name: string) => Promise<void>;
}

interface ApiRequest {
  method: string;
  path: string;
  body?: unknown;
  headers?: Readonly<Record<string, string>>;
}

const sessionHours = 7;

/** Somebody at the portal; signs in when first needed. Without a username it is a passer-by. */
export class Person {
  readonly username: Username | undefined;
  readonly #portal: PortalHandle;
  #signedIn: { token: string; at: number } | undefined;
  #renameCount = 0;

  constructor({ username, portal }: { username?: Username; portal: PortalHandle }) {
    this.username = username;
    this.#portal = portal;
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

  delete(path: string): Promise<Reply> {
    return this.send({ method: "DELETE", path });
  }

  /** Below /api; a body that is text goes out as it is. */
  async send({ method, path, body, headers }: ApiRequest): Promise<Reply> {
    const token = await this.token();
    const response = await fetch(`${this.#portal.url()}/api${path}`, {
      method,
      headers: {
        "content-type": "application/json",
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...headers,
      },
      body: typeof body === "string" || body === undefined ? body : JSON.stringify(body),
    });
    return readReply(response);
  }

  /** What a list shows them; `query` with its question mark. */
  async list<Rec extends object>(resource: Resource<StoredRow, Rec>, query = ""): Promise<Rec[]> {
    return parseRecords(resource, await this.get(`/${resource.name}${query}`));
  }

  async session(): Promise<Pick<Session, "user" | "permissions">> {
    return parseSession(await this.get("/me"));
  }

  /** The token of the current session; undefined for a passer-by. */
  async token(): Promise<string | undefined> {
    if (this.username === undefined) return undefined;
    const hours = this.#signedIn ? (this.#portal.now().getTime() - this.#signedIn.at) / 3_600_000 : sessionHours;
    if (this.#signedIn && hours >= 0 && hours < sessionHours) return this.#signedIn.token;
    return this.signIn();
  }

  /** Begins a session and returns its token; later calls use it. */
  async signIn(): Promise<string> {
    const response = await fetch(`${this.#portal.url()}/api/auth/login`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ username: this.username, password }),
    });
    const { token } = z.object({ token: z.string() }).parse(assertOk(await readReply(response)).body);
    this.#signedIn = { token, at: this.#portal.now().getTime() };
    return token;
  }

  /** Lets go of the token, which need not be good any more. */
  forgetToken(): void {
    this.#signedIn = undefined;
  }

  /** A live connection; with a cursor one that comes back. */
  async openSocket({ cursor, token }: { cursor?: string; token?: string } = {}): Promise<SocketClient> {
    const mine = token ?? (await this.token()) ?? "";
    return SocketClient.connect({
      url: this.#portal.url(),
      token: mine,
      cursor,
      sendMarker: (listener) => this.#sendMarker(listener),
    });
  }

  /** The news of one's own new name comes after everything else. */
  async #sendMarker(listener: SocketClient): Promise<void> {
    if (this.username === undefined) return;
    const name = `${this.username} ${++this.#renameCount}`;
    await this.#portal.rename(this.username, name);
    await listener.waitFor(({ sessions }) => sessions.at(-1)?.user.fullName === name);
    if (listener.isWatching("users"))
      await listener.waitFor(({ changes }) => changes.at(-1)?.record?.FullName === name);
  }
}
