import { availableParallelism } from "node:os";
import { hash, verify } from "@node-rs/argon2";
import { users } from "../../shared/resources/users.ts";
import type { Transaction } from "../commits/transaction.ts";
import type { SecretStore } from "../database/secret-store.ts";
import { FairQueue, type TaskRequester } from "../jobs/fair-queue.ts";
import { endSessions } from "./sessions.ts";
import { revokePasswordLink } from "./user-links.ts";

/** argon2id with the parameters that OWASP recommends. */
const argon2Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/**
 * argon2 runs in the four threads of libuv, which file and DNS calls need too. Therefore at most three hashes run at
 * once, and one core stays free.
 */
const queue = new FairQueue({
  maxRunning: Math.min(3, Math.max(1, availableParallelism() - 1)),
  maxWaitingPerAccount: 100,
  /** More than per account, because a whole society can sign in from one IP address. */
  maxWaitingPerClient: 300,
});
/** Unknown usernames are verified against this user and hash, so that their response takes as long as any other. */
const dummyUserId = 0;
const dummyHash = hash("nobody has this password", argon2Options);

/** Hashes a password. Call it before the transaction, because it waits in the queue and then takes about 20 ms. */
export function hashPassword(password: string, requester: TaskRequester): Promise<string> {
  return queue.run(requester, () => hash(password, argon2Options));
}

export function storePassword(
  tx: Transaction,
  { UserID, passwordHash }: { UserID: number; passwordHash: string },
): void {
  tx.putSecret({ key: secretKeyOf(UserID), value: passwordHash });
}

export function deletePassword(tx: Transaction, UserID: number): void {
  tx.deleteSecret(secretKeyOf(UserID));
}

interface PasswordCheck {
  /** Undefined for an unknown username. */
  UserID: number | undefined;
  password: string;
  requester: TaskRequester;
  /** Called when the task leaves the queue. If it throws, nothing is hashed. */
  assertAllowed: () => Promise<void>;
}

/** Returns the stored hash when the password is correct. Takes as long for unknown users as for known ones. */
export function verifyPassword(
  secretStore: SecretStore,
  { UserID, password, requester, assertAllowed }: PasswordCheck,
): Promise<string | undefined> {
  return queue.run(requester, async () => {
    const [storedHash] = await Promise.all([secretStore.read(secretKeyOf(UserID ?? dummyUserId)), assertAllowed()]);
    const comparedHash = typeof storedHash === "string" ? storedHash : await dummyHash;
    const isCorrect = await verify(comparedHash, password);
    return isCorrect && typeof storedHash === "string" ? storedHash : undefined;
  });
}

/** Whether this is still the user's hash: the password may have been replaced during its verification. */
export async function isCurrentHash(
  tx: Transaction,
  { UserID, passwordHash }: { UserID: number; passwordHash: string },
): Promise<boolean> {
  return (await tx.readSecret(secretKeyOf(UserID))) === passwordHash;
}

function secretKeyOf(UserID: number): string {
  return `password:${UserID}`;
}

/**
 * Stores a new password and the time of the change, clears IsFirstSignIn, revokes the link to choose a password and ends
 * the user's sessions, except `exceptSessionId`.
 */
export async function replacePassword(
  tx: Transaction,
  { UserID, passwordHash, exceptSessionId }: { UserID: number; passwordHash: string; exceptSessionId?: number },
): Promise<void> {
  storePassword(tx, { UserID, passwordHash });
  const user = await tx.get(users, UserID);
  tx.update(users, user, { IsFirstSignIn: false, PasswordChangedAt: tx.now.toISOString() });
  revokePasswordLink(tx, UserID);
  await endSessions(tx, { UserID, exceptSessionId });
}
