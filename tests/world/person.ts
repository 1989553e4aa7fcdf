import { z } from "zod";
import type { Resource, StoredRow } from "../../shared/registry.ts";
import type { Session } from "../../shared/wire.ts";
import { Listener } from "./listener.ts";
import { password, type Username } from "./people.ts";
import { accepted, type Reply, readReply, recordsIn, sessionIn } from "./reply.ts";

/** The way into a portal that may have been restarted meanwhile. */
export interface Door {
  url: () => string;
  now: () => Date;
  /** Gives the user another full name. */
  rename: (user: Username, name: string) => Promise<void>;
}

interface Request {
  method: string;
  path: string;
  body?: unknown;
  headers?: Readonly<Record<string, string>>;
}

const hoursOfSession = 7;

/** Somebody at the portal; signs in when first needed. Without a username it is a passer-by. */
export class Person {
  readonly username: Username | undefined;
  readonly #door: Door;
  #signedIn: { token: string; at: number } | undefined;
  #renamed = 0;

  constructor({ username, door }: { username?: Username; door: Door }) {
    this.username = username;
    this.#door = door;
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
  async send({ method, path, body, headers }: Request): Promise<Reply> {
    const token = await this.token();
    const response = await fetch(`${this.#door.url()}/api${path}`, {
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
    return recordsIn(resource, await this.get(`/${resource.name}${query}`));
  }

  async session(): Promise<Pick<Session, "user" | "permissions">> {
    return sessionIn(await this.get("/me"));
  }

  /** The token of the current session; undefined for a passer-by. */
  async token(): Promise<string | undefined> {
    if (this.username === undefined) return undefined;
    const hours = this.#signedIn ? (this.#door.now().getTime() - this.#signedIn.at) / 3_600_000 : hoursOfSession;
    if (this.#signedIn && hours >= 0 && hours < hoursOfSession) return this.#signedIn.token;
    return this.signIn();
  }

  /** Begins a session and returns its token; later calls use it. */
  async signIn(): Promise<string> {
    const response = await fetch(`${this.#door.url()}/api/auth/login`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ username: this.username, password }),
    });
    const { token } = z.object({ token: z.string() }).parse(accepted(await readReply(response)).body);
    this.#signedIn = { token, at: this.#door.now().getTime() };
    return token;
  }

  /** Lets go of the token, which need not be good any more. */
  forget(): void {
    this.#signedIn = undefined;
  }

  /** A live connection; with a cursor one that comes back. */
  async socket({ cursor, token }: { cursor?: string; token?: string } = {}): Promise<Listener> {
    const mine = token ?? (await this.token()) ?? "";
    return Listener.enter({ url: this.#door.url(), token: mine, cursor, mark: (listener) => this.#mark(listener) });
  }

  /** The news of one's own new name comes after everything else. */
  async #mark(listener: Listener): Promise<void> {
    if (this.username === undefined) return;
    const name = `${this.username} ${++this.#renamed}`;
    await this.#door.rename(this.username, name);
    await listener.until(({ sessions }) => sessions.at(-1)?.user.fullName === name);
    if (listener.follows("users")) await listener.until(({ changes }) => changes.at(-1)?.record?.FullName === name);
  }
}
