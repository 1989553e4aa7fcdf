import { RateLimiter } from "../../access/rate-limiter.ts";
import type { FeatureServices } from "../feature.ts";

/** For each account from each address, and for each account on each known device. */
const maxFailures = 10;
/** From an address with many failures for all of its accounts, which looks like guessing. */
const maxFailuresFromSuspiciousAddress = 3;
/** Allows for a whole society behind one address. */
const maxFailuresPerAddress = 200;
const windowMinutes = 15;

/** Who tries to sign in to which account. */
export interface SignInAttempt {
  username: string;
  ipAddress: string;
  /** Names the device and the account, if the account has signed in on this device before. */
  deviceKey: string | undefined;
}

/**
 * Limits failed sign-ins. No limit depends on the address alone: an account without failures can always sign in, and so
 * can its known devices whatever others do at the same address.
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
   * Counts the attempt as a failure, until `reset` says otherwise. Throws 429 when none is left. Call it before the
   * password is checked, so that concurrent attempts cannot exceed the limit.
   */
  async consume(attempt: SignInAttempt): Promise<void> {
    await this.assertAllowed(attempt);
    if (attempt.deviceKey !== undefined) return this.#deviceLimiter.consume(attempt.deviceKey);
    return this.#accountLimiter.consume(toAccountKey(attempt));
  }

  /** Counts the failure for the address. */
  async countFailure({ ipAddress, deviceKey }: SignInAttempt): Promise<void> {
    if (deviceKey === undefined) await this.#addressLimiter.tryConsume(ipAddress);
  }

  /** Forgets the failures of the account from this address or on this device. */
  async reset(attempt: SignInAttempt): Promise<void> {
    if (attempt.deviceKey !== undefined) await this.#deviceLimiter.reset(attempt.deviceKey);
    else await this.#accountLimiter.reset(toAccountKey(attempt));
  }
}

function toAccountKey({ username, ipAddress }: SignInAttempt): string {
  return `${username.toLowerCase()} ${ipAddress}`;
}
