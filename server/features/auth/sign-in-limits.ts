import { RateLimiter } from "../../access/rate-limiter.ts";
import type { FeatureServices } from "../feature.ts";

/** The limit for each account from each IP address, and for each account on each known device. */
const maxFailures = 10;
/** The limit for each account from an IP address with many failures of any accounts: somebody may be guessing there. */
const maxFailuresFromSuspiciousAddress = 3;
/** From this number of failures on, an IP address is suspicious. A whole society can sign in from one address. */
const maxFailuresPerAddress = 200;
const windowMinutes = 15;

/** An attempt to sign in: the account, and the client that tries. */
export interface SignInAttempt {
  username: string;
  ipAddress: string;
  /** Identifies device and account; undefined if the account has not signed in on this device before. */
  deviceKey: string | undefined;
}

/**
 * Limits failed sign-ins. No limit depends on the IP address alone: an account without failures can always sign in, and
 * failures of others at the same address do not affect its known devices.
 */
export class SignInLimits {
  readonly #accountLimiter: RateLimiter;
  readonly #deviceLimiter: RateLimiter;
  readonly #addressLimiter: RateLimiter;

  constructor({ connection }: Pick<FeatureServices, "connection">) {
    const options = { connection, windowMinutes };
    this.#accountLimiter = new RateLimiter({ ...options, name: "sign-in-account", maxAttempts: maxFailures });
    this.#deviceLimiter = new RateLimiter({ ...options, name: "sign-in-device", maxAttempts: maxFailures });
    this.#addressLimiter = new RateLimiter({ ...options, name: "sign-in-address", maxAttempts: maxFailuresPerAddress });
  }

  /** Throws 429 with Retry-After when no attempt is left. Counts nothing. */
  async assertAllowed(attempt: SignInAttempt): Promise<void> {
    if (attempt.deviceKey !== undefined) return this.#deviceLimiter.assertAllowed(attempt.deviceKey);
    const accountKey = toAccountKey(attempt);
    if (await this.#accountLimiter.hasAttemptLeft(accountKey, maxFailuresFromSuspiciousAddress)) return;
    const isSuspicious = !(await this.#addressLimiter.hasAttemptLeft(attempt.ipAddress));
    const maxAttempts = isSuspicious ? maxFailuresFromSuspiciousAddress : maxFailures;
    return this.#accountLimiter.assertAllowed(accountKey, maxAttempts);
  }

  /**
   * Counts the attempt as a failure, which `reset` takes back. Throws 429 when no attempt is left. Call it before the
   * password is checked, so that concurrent attempts cannot exceed the limit.
   */
  async consume(attempt: SignInAttempt): Promise<void> {
    await this.assertAllowed(attempt);
    if (attempt.deviceKey !== undefined) return this.#deviceLimiter.consume(attempt.deviceKey);
    return this.#accountLimiter.consume(toAccountKey(attempt));
  }

  /** Counts a failure of the IP address. `consume` has counted it for the account already. */
  async countFailureOfAddress({ ipAddress, deviceKey }: SignInAttempt): Promise<void> {
    if (deviceKey === undefined) await this.#addressLimiter.tryConsume(ipAddress);
  }

  /** Deletes the failures of the account from this address or on this device. */
  async reset(attempt: SignInAttempt): Promise<void> {
    if (attempt.deviceKey !== undefined) await this.#deviceLimiter.reset(attempt.deviceKey);
    else await this.#accountLimiter.reset(toAccountKey(attempt));
  }
}

function toAccountKey({ username, ipAddress }: SignInAttempt): string {
  return `${username.toLowerCase()} ${ipAddress}`;
}
