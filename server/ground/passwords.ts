import { hash, verify } from "@node-rs/argon2";
import { limited } from "../kernel/limit.ts";
import type { Transaction } from "../kernel/transaction.ts";
import type { Vault } from "../kernel/vault.ts";

/** argon2id as OWASP advises; one at a time, so that a rush of sign-ins leaves a core to everybody else. */
const strength = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const inTurn = limited(1);
/** Looked up for accounts that do not exist. */
const nobodysId = 0;
/** Checked for accounts that do not exist, so that they answer no faster than those that do. */
const nobodysHash = inTurn(() => hash("nobody has this password", strength));

/** The hash to be kept; made outside transactions, as it takes a while. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, strength));
}

export function keepPassword(tx: Transaction, { UserID, hashed }: { UserID: number; hashed: string }): void {
  tx.keepSecret({ key: keyOf(UserID), value: hashed });
}

export function forgetPassword(tx: Transaction, UserID: number): void {
  tx.dropSecret(keyOf(UserID));
}

/** The hash that is kept, if this is the user's password. As slow for nobody as for somebody. */
export async function checkPassword(
  vault: Vault,
  { UserID, password }: { UserID: number | undefined; password: string },
): Promise<string | undefined> {
  const kept = await vault.read(keyOf(UserID ?? nobodysId));
  const against = typeof kept === "string" ? kept : await nobodysHash;
  const right = await inTurn(() => verify(against, password));
  return right && typeof kept === "string" ? kept : undefined;
}

/** Is the hash still the user's? Checking a password takes its turn, and the password may be replaced meanwhile. */
export async function isCurrent(
  tx: Transaction,
  { UserID, hashed }: { UserID: number; hashed: string },
): Promise<boolean> {
  return (await tx.secret(keyOf(UserID))) === hashed;
}

function keyOf(UserID: number): string {
  return `password:${UserID}`;
}
