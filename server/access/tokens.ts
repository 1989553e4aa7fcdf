import { createSecretKey, type KeyObject } from "node:crypto";
import jwt from "jsonwebtoken";
import { z } from "zod";
import type { RowOf } from "../../shared/registry.ts";
import type { sessions } from "../../shared/resources/sessions.ts";
import type { TokenClaims } from "./identity.ts";

export const tokenHours = 8;
const issuer = "housing-society-portal";
const audience = "portal";
const displayHours = 24;
/** What lasts longer was made by a clock that was ahead; between two servers they may differ by a few minutes. */
const maxLifetimeMs = displayHours * 3_600_000 + 10 * 60_000;
/** A display has one session for as long as it exists: its own number, below zero, where no sign-in has any. */
const claimsSchema = z.object({ sid: z.int().refine((sid) => sid !== 0), exp: z.int() });
/** More than are in use at a time. */
const maxCachedTokens = 5_000;

interface TokensOptions {
  /** Signs tokens. */
  secret: string;
  /** Tokens signed with this one are good too. */
  additionalSecret: string | undefined;
  now: () => Date;
}

/** What shows who asks: it names a session and holds no rights. */
export class Tokens {
  readonly #signingKey: KeyObject;
  /** Those with which a token that is shown here may be signed. */
  readonly #verificationKeys: readonly KeyObject[];
  readonly #now: () => Date;
  /** The same few are shown with every request: what is in each, and that it was signed here, is found out once. */
  readonly #cache = new Map<string, TokenClaims>();

  constructor({ secret, additionalSecret, now }: TokensOptions) {
    this.#signingKey = toKey(secret);
    this.#verificationKeys =
      additionalSecret === undefined ? [this.#signingKey] : [this.#signingKey, toKey(additionalSecret)];
    this.#now = now;
  }

  issueForSession({ SessionID, UserID, ExpiresAt }: RowOf<typeof sessions>): string {
    return this.#sign({ sid: SessionID, expires: Date.parse(ExpiresAt), subject: String(UserID) });
  }

  /** Good for a day. */
  issueForDisplay({ DisplayID }: { DisplayID: number }): string {
    const expires = this.#now().getTime() + displayHours * 3_600_000;
    return this.#sign({ sid: -DisplayID, expires, subject: `display ${DisplayID}` });
  }

  /** What a token names; undefined for one that is forged, over, of another portal or made by a clock that was ahead. */
  verify(token: string): TokenClaims | undefined {
    const read = this.#cache.get(token) ?? this.#verifySignature(token);
    if (!read) return undefined;
    const now = this.#now();
    return read.expires <= now || isBeyondMaxLifetime(read.expires.getTime(), now) ? undefined : read;
  }

  #verifySignature(token: string): TokenClaims | undefined {
    let read: TokenClaims | undefined;
    for (const key of this.#verificationKeys) read ??= this.#verifyWith(key, token);
    if (read) this.#cacheToken(token, read);
    return read;
  }

  #cacheToken(token: string, read: TokenClaims): void {
    const [oldest] = this.#cache.keys();
    if (this.#cache.size >= maxCachedTokens && oldest !== undefined) this.#cache.delete(oldest);
    this.#cache.set(token, read);
  }

  #verifyWith(key: KeyObject, token: string): TokenClaims | undefined {
    const clockTimestamp = Math.floor(this.#now().getTime() / 1000);
    try {
      const { sid, exp } = claimsSchema.parse(
        jwt.verify(token, key, { algorithms: ["HS256"], issuer, audience, clockTimestamp }),
      );
      return { sessionId: sid, expires: new Date(exp * 1000) };
    } catch {
      return undefined;
    }
  }

  #sign({ sid, expires, subject }: { sid: number; expires: number; subject: string }): string {
    const exp = Math.floor(expires / 1000);
    return jwt.sign({ sid, exp }, this.#signingKey, { algorithm: "HS256", issuer, audience, subject });
  }
}

/** Does it end later than anything that was begun by now can? */
export function isBeyondMaxLifetime(end: number, now: Date): boolean {
  return end > now.getTime() + maxLifetimeMs;
}

function toKey(secret: string): KeyObject {
  return createSecretKey(Buffer.from(secret));
}
