import { hash, verify } from "@node-rs/argon2";
import { sessions } from "../../shared/resources/sessions.ts";
import { users } from "../../shared/resources/users.ts";
import type { Transaction } from "../commits/transaction.ts";
import type { SecretStore } from "../database/secret-store.ts";
import { limitConcurrency } from "../jobs/limit-concurrency.ts";
import { revokeLink } from "./password-links.ts";

/** argon2id as OWASP advises; one at a time, so that a rush of sign-ins leaves a core to everybody else. */
const argon2Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const runSerially = limitConcurrency(1);
/** Looked up for accounts that do not exist. */
const dummyUserId = 0;
/** Checked for accounts that do not exist, so that they answer no faster than those that do. */
const dummyHash = runSerially(() => hash("nobody has this password", argon2Options));

/** The hash to be kept; made outside transactions, as it takes a while. */
export function hashPassword(password: string): Promise<string> {
  return runSerially(() => hash(password, argon2Options));
}

export function storePassword(tx: Transaction, { UserID, hashed }: { UserID: number; hashed: string }): void {
  tx.putSecret({ key: secretKeyOf(UserID), value: hashed });
}

export function deletePassword(tx: Transaction, UserID: number): void {
  tx.deleteSecret(secretKeyOf(UserID));
}

/** The hash that is kept, if this is the user's password. As slow for nobody as for somebody. */
export async function verifyPassword(
  vault: SecretStore,
  { UserID, password }: { UserID: number | undefined; password: string },
): Promise<string | undefined> {
  const kept = await vault.read(secretKeyOf(UserID ?? dummyUserId));
  const against = typeof kept === "string" ? kept : await dummyHash;
  const right = await runSerially(() => verify(against, password));
  return right && typeof kept === "string" ? kept : undefined;
}

/** Is the hash still the user's? Checking a password takes its turn, and the password may be replaced meanwhile. */
export async function isCurrentHash(
  tx: Transaction,
  { UserID, hashed }: { UserID: number; hashed: string },
): Promise<boolean> {
  return (await tx.readSecret(secretKeyOf(UserID))) === hashed;
}

function secretKeyOf(UserID: number): string {
  return `password:${UserID}`;
}

interface SessionSelection {
  UserID: number;
  /** The session that goes on. */
  except?: number;
}

/** Ends the user's sessions: their tokens are dead and their sockets closed from the commit on. */
export async function endSessions(tx: Transaction, { UserID, except }: SessionSelection): Promise<void> {
  for (const session of await tx.find(sessions, { UserID }))
    if (session.SessionID !== except) tx.remove(sessions, session);
}

/** Gives the user another password; nothing that the old one opened stays open. */
export async function replacePassword(
  tx: Transaction,
  { UserID, hashed, except }: SessionSelection & { hashed: string },
): Promise<void> {
  storePassword(tx, { UserID, hashed });
  const user = await tx.get(users, UserID);
  if (user.IsFirstSignIn) tx.update(users, user, { IsFirstSignIn: false });
  revokeLink(tx, UserID);
  await endSessions(tx, { UserID, except });
}
