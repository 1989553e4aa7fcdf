import { createSecretKey, type KeyObject, randomBytes } from "node:crypto";
import jwt from "jsonwebtoken";
import { z } from "zod";
import type { RowOf } from "../../shared/registry.ts";
import type { sessions } from "../../shared/resources/sessions.ts";
import { isUnexpired } from "../clock.ts";

const issuer = "housing-society-portal";
const audience = "portal";
/** A device token is not valid as an access token, because its audience differs. */
const deviceAudience = "device";
const displayLifetimeMs = 24 * 3_600_000;
/** `sid` is a SessionID, or the negative DisplayID of a display, which has no session row. */
const claimsSchema = z.object({ sid: z.int().refine((sid) => sid !== 0), exp: z.int() });
const maxCachedTokens = 5_000;
/** Each account makes a device token about 20 bytes longer, and the size of its cookie is limited. */
const maxAccountsPerDevice = 20;
const deviceClaimsSchema = z.object({ jti: z.string(), users: z.array(z.int()) });

interface TokensOptions {
  /** Signs new tokens. */
  secret: string;
  /** JWT_SECRET_ALSO. Tokens that are signed with it are accepted too. */
  secondSecret: string | undefined;
  now: () => Date;
}

/** The content of an access token. */
export interface TokenClaims {
  /** SessionID, or the negative DisplayID of a display. */
  sessionId: number;
  expires: Date;
}

/** A browser, and the accounts that have signed in on it. */
export interface KnownDevice {
  deviceId: string;
  /** The latest first. */
  userIds: readonly number[];
}

/** Issues and verifies access tokens, which name a session and contain no rights, and the tokens of known devices. */
export class Tokens {
  readonly #signingKey: KeyObject;
  readonly #verificationKeys: readonly KeyObject[];
  readonly #now: () => Date;
  /** Verified tokens. A client sends the same token with every request, and verifying a signature is expensive. */
  readonly #cache = new Map<string, TokenClaims>();

  constructor({ secret, secondSecret, now }: TokensOptions) {
    this.#signingKey = toKey(secret);
    this.#verificationKeys = secondSecret === undefined ? [this.#signingKey] : [this.#signingKey, toKey(secondSecret)];
    this.#now = now;
  }

  /** Valid until the session expires. */
  issueForSession({ SessionID, UserID, ExpiresAt }: RowOf<typeof sessions>): string {
    return this.#sign({ sid: SessionID, expires: Date.parse(ExpiresAt), subject: String(UserID) });
  }

  /** Valid for 24 hours. */
  issueForDisplay({ DisplayID }: { DisplayID: number }): string {
    const expires = this.#now().getTime() + displayLifetimeMs;
    return this.#sign({ sid: -DisplayID, expires, subject: `display ${DisplayID}` });
  }

  /**
   * A token that adds this account to the device, or to a new device if undefined. The token gives the device a sign-in
   * limit of its own, but no access.
   */
  issueForDevice(UserID: number, device: KnownDevice | undefined): string {
    const users = [UserID, ...(device?.userIds ?? []).filter((id) => id !== UserID)].slice(0, maxAccountsPerDevice);
    const jwtid = device?.deviceId ?? randomBytes(12).toString("base64url");
    const options = { algorithm: "HS256", issuer, audience: deviceAudience, jwtid, noTimestamp: true } as const;
    return jwt.sign({ users }, this.#signingKey, options);
  }

  /** The device that a token names. Undefined when it is forged or from another portal. */
  readDevice(token: string): KnownDevice | undefined {
    for (const key of this.#verificationKeys) {
      try {
        const { jti, users } = deviceClaimsSchema.parse(
          jwt.verify(token, key, { algorithms: ["HS256"], issuer, audience: deviceAudience }),
        );
        return { deviceId: jti, userIds: users };
      } catch {
        // Signed with the other key, or forged.
      }
    }
    return undefined;
  }

  /**
   * The claims of a valid token. Undefined when it is forged, expired, from another portal or issued by a clock that
   * was ahead.
   */
  verify(token: string): TokenClaims | undefined {
    const claims = this.#cache.get(token) ?? this.#verifySignature(token);
    // Tokens of displays live longest, so no valid token expires later.
    return claims && isUnexpired(claims.expires, { now: this.#now(), lifetimeMs: displayLifetimeMs })
      ? claims
      : undefined;
  }

  #verifySignature(token: string): TokenClaims | undefined {
    let claims: TokenClaims | undefined;
    for (const key of this.#verificationKeys) claims ??= this.#verifyWith(key, token);
    if (claims) this.#cacheToken(token, claims);
    return claims;
  }

  #cacheToken(token: string, claims: TokenClaims): void {
    const [oldest] = this.#cache.keys();
    if (this.#cache.size >= maxCachedTokens && oldest !== undefined) this.#cache.delete(oldest);
    this.#cache.set(token, claims);
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

function toKey(secret: string): KeyObject {
  return createSecretKey(Buffer.from(secret));
}
