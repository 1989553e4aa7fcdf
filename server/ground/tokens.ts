import { createSecretKey, type KeyObject } from "node:crypto";
import jwt from "jsonwebtoken";
import { z } from "zod";
import type { RowOf } from "../../shared/registry.ts";
import type { sessions } from "../../shared/resources/sessions.ts";
import type { ReadToken } from "../kernel/access.ts";

export const tokenHours = 8;
const issuer = "housing-society-portal";
const audience = "portal";
const displayHours = 24;
/** What lasts longer was made by a clock that was ahead; between two servers they may differ by a few minutes. */
const longestMs = displayHours * 3_600_000 + 10 * 60_000;
/** A display has one session for as long as it exists: its own number, below zero, where no sign-in has any. */
const claims = z.object({ sid: z.int().refine((sid) => sid !== 0), exp: z.int() });
/** More than are in use at a time. */
const mostRead = 5_000;

interface TokensParts {
  /** Signs tokens. */
  secret: string;
  /** Tokens signed with this one are good too. */
  also: string | undefined;
  now: () => Date;
}

/** What shows who asks: it names a session and holds no rights. */
export class Tokens {
  readonly #key: KeyObject;
  /** Those with which a token that is shown here may be signed. */
  readonly #keys: readonly KeyObject[];
  readonly #now: () => Date;
  /** The same few are shown with every request: what is in each, and that it was signed here, is found out once. */
  readonly #genuine = new Map<string, ReadToken>();

  constructor({ secret, also, now }: TokensParts) {
    this.#key = keyOf(secret);
    this.#keys = also === undefined ? [this.#key] : [this.#key, keyOf(also)];
    this.#now = now;
  }

  forSession({ SessionID, UserID, ExpiresAt }: RowOf<typeof sessions>): string {
    return this.#sign({ sid: SessionID, expires: Date.parse(ExpiresAt), subject: String(UserID) });
  }

  /** Good for a day. */
  forDisplay({ DisplayID }: { DisplayID: number }): string {
    const expires = this.#now().getTime() + displayHours * 3_600_000;
    return this.#sign({ sid: -DisplayID, expires, subject: `display ${DisplayID}` });
  }

  /** What a token names; undefined for one that is forged, over, of another portal or made by a clock that was ahead. */
  read(token: string): ReadToken | undefined {
    const read = this.#genuine.get(token) ?? this.#verified(token);
    if (!read) return undefined;
    const now = this.#now();
    return read.expires <= now || isAhead(read.expires.getTime(), now) ? undefined : read;
  }

  #verified(token: string): ReadToken | undefined {
    let read: ReadToken | undefined;
    for (const key of this.#keys) read ??= this.#signedWith(key, token);
    if (read) this.#remember(token, read);
    return read;
  }

  #remember(token: string, read: ReadToken): void {
    const [oldest] = this.#genuine.keys();
    if (this.#genuine.size >= mostRead && oldest !== undefined) this.#genuine.delete(oldest);
    this.#genuine.set(token, read);
  }

  #signedWith(key: KeyObject, token: string): ReadToken | undefined {
    const clockTimestamp = Math.floor(this.#now().getTime() / 1000);
    try {
      const { sid, exp } = claims.parse(
        jwt.verify(token, key, { algorithms: ["HS256"], issuer, audience, clockTimestamp }),
      );
      return { sessionId: sid, expires: new Date(exp * 1000) };
    } catch {
      return undefined;
    }
  }

  #sign({ sid, expires, subject }: { sid: number; expires: number; subject: string }): string {
    const exp = Math.floor(expires / 1000);
    return jwt.sign({ sid, exp }, this.#key, { algorithm: "HS256", issuer, audience, subject });
  }
}

/** Does it end later than anything that was begun by now can? */
export function isAhead(end: number, now: Date): boolean {
  return end > now.getTime() + longestMs;
}

function keyOf(secret: string): KeyObject {
  return createSecretKey(Buffer.from(secret));
}
