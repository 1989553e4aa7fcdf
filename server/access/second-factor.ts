import { createHash } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import { z } from "zod";
import { type User, users } from "../../shared/resources/users.ts";
import type { Transaction } from "../commits/transaction.ts";
import type { Store } from "../database/store.ts";
import { RateLimiter } from "./rate-limiter.ts";
import type { SecretSealer } from "./secret-sealer.ts";

const secretBytes = 20;
const stepSeconds = 30;
/** The clocks of phone and server may differ by this many time steps. */
const maxStepDifference = 1;
const enrolmentMinutes = 15;
const recoveryCodeCount = 10;
/** 80 bits, so that the code of a stolen hash cannot be found by brute force. */
const recoveryCodeBytes = 10;

/** The second factor of a user, stored in the secret store. */
const factorSchema = z.object({
  /** The sealed secret of the authenticator app. */
  secret: z.string(),
  /** The time step of the last accepted code, at first of the one that confirmed the enrolment. */
  lastStep: z.int(),
  /** Hashes of the recovery codes that are left. */
  recoveryHashes: z.array(z.string()),
});

const enrolmentSchema = z.object({ secret: z.string(), expires: z.date() });

/**
 * The second factor: codes of an authenticator app (TOTP, RFC 6238: SHA-1, six digits, 30 seconds) and recovery codes.
 * Its functions run within a transaction of the caller.
 */
export class SecondFactor {
  /** Limits the attempts to enter a code, by UserID. */
  readonly attemptLimiter: RateLimiter;
  readonly #sealer: SecretSealer;

  constructor({ sealer, connection }: { sealer: SecretSealer; connection: Store["connection"] }) {
    this.#sealer = sealer;
    this.attemptLimiter = new RateLimiter({ connection, name: "totp", maxAttempts: 10, windowMinutes: 15 });
  }

  /**
   * Creates a secret, which replaces that of an earlier enrolment. `confirmEnrolment` puts it into effect. Returns the
   * secret in base32, and as the otpauth URI for the QR code.
   */
  startEnrolment(
    tx: Transaction,
    { UserID, username, societyName }: { UserID: number; username: string; societyName: string },
  ): { secret: string; uri: string } {
    const secret = new Secret({ size: secretBytes });
    const expires = new Date(tx.now.getTime() + enrolmentMinutes * 60_000);
    const value = { secret: this.#sealer.seal(secret.base32), expires };
    tx.putSecret({ key: enrolmentKey(UserID), value, expires });
    const uri = new TOTP({ issuer: societyName, label: username, secret, period: stepSeconds }).toString();
    return { secret: secret.base32, uri };
  }

  /**
   * Turns the second factor on if the code is right, and returns the recovery codes. Returns `expired` if there is no
   * enrolment any more, and `wrong-code` if the code is wrong.
   */
  async confirmEnrolment(
    tx: Transaction,
    { user, code }: { user: User; code: string },
  ): Promise<{ recoveryCodes: string[] } | "expired" | "wrong-code"> {
    const enrolment = enrolmentSchema.safeParse(await tx.readSecret(enrolmentKey(user.UserID))).data;
    const secret = enrolment && enrolment.expires > tx.now ? this.#sealer.open(enrolment.secret) : undefined;
    if (!enrolment || secret === undefined) return "expired";
    const step = findStep(secret, { code, now: tx.now, lastStep: 0 });
    if (step === undefined) return "wrong-code";
    const recoveryCodes = Array.from({ length: recoveryCodeCount }, createRecoveryCode);
    const factor = { secret: enrolment.secret, lastStep: step, recoveryHashes: recoveryCodes.map(hashRecoveryCode) };
    tx.putSecret({ key: factorKey(user.UserID), value: factor });
    tx.deleteSecret(enrolmentKey(user.UserID));
    tx.update(users, user, { HasTotp: true });
    return { recoveryCodes };
  }

  /**
   * Checks a code of the app or a recovery code, and marks a right one as used. Returns false if the code is wrong or
   * was used before. Of concurrent calls with the same code, one succeeds.
   */
  async consumeCode(tx: Transaction, { UserID, code }: { UserID: number; code: string }): Promise<boolean> {
    const factor = factorSchema.safeParse(await tx.readSecret(factorKey(UserID))).data;
    if (!factor) return false;
    const secret = this.#sealer.open(factor.secret);
    const step = secret && findStep(secret, { code, now: tx.now, lastStep: factor.lastStep });
    const recoveryHash = hashRecoveryCode(code);
    if (!step && !factor.recoveryHashes.includes(recoveryHash)) return false;
    const used = step
      ? { lastStep: step }
      : { recoveryHashes: factor.recoveryHashes.filter((hash) => hash !== recoveryHash) };
    tx.putSecret({ key: factorKey(UserID), value: { ...factor, ...used } });
    return true;
  }

  /** Turns the second factor off. */
  remove(tx: Transaction, user: User): void {
    deleteFactorSecrets(tx, user.UserID);
    tx.update(users, user, { HasTotp: false });
  }

  /** Seals the secrets of all users with JWT_SECRET, so that JWT_SECRET_ALSO is no longer needed to open them. */
  async resealAll(tx: Transaction): Promise<void> {
    for (const { UserID } of await tx.find(users, { HasTotp: true })) {
      const factor = factorSchema.safeParse(await tx.readSecret(factorKey(UserID))).data;
      const secret = factor && this.#sealer.open(factor.secret);
      if (secret !== undefined)
        tx.putSecret({ key: factorKey(UserID), value: { ...factor, secret: this.#sealer.seal(secret) } });
    }
  }
}

/** Deletes the secrets of the user's second factor, but leaves `HasTotp` as it is: see `SecondFactor.remove`. */
export function deleteFactorSecrets(tx: Transaction, UserID: number): void {
  tx.deleteSecret(factorKey(UserID));
  tx.deleteSecret(enrolmentKey(UserID));
}

/** The time step of the code, if it is right and later than the last accepted one. */
function findStep(
  secret: string,
  { code, now, lastStep }: { code: string; now: Date; lastStep: number },
): number | undefined {
  const timestamp = now.getTime();
  const totp = new TOTP({ secret: Secret.fromBase32(secret), period: stepSeconds });
  const difference = totp.validate({ token: code, timestamp, window: maxStepDifference });
  if (difference === null) return undefined;
  const step = totp.counter({ timestamp }) + difference;
  return step > lastStep ? step : undefined;
}

/** A code such as `k7dm-2xqa-5c4f-w3rt`, in base32. */
function createRecoveryCode(): string {
  const text = new Secret({ size: recoveryCodeBytes }).base32.toLowerCase();
  return (text.match(/.{4}/g) ?? []).join("-");
}

function hashRecoveryCode(code: string): string {
  return createHash("sha256").update(code.replace(/-/g, "")).digest("base64url");
}

function factorKey(UserID: number): string {
  return `totp:${UserID}`;
}

function enrolmentKey(UserID: number): string {
  return `totp-enrolment:${UserID}`;
}
