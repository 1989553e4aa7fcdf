import { z } from "zod";
import { createMessage } from "../../shared/messages.ts";
import type { Transaction } from "../commits/transaction.ts";
import type { SecretStore } from "../database/secret-store.ts";
import { invalidField } from "../errors.ts";
import { createLinkSecret, hashSecret, ownerIdOf } from "./link-secrets.ts";

export type PasswordLinkKind = "reset" | "invitation";

/** How long a link lives: who has asked for one waits for it, who is invited may be away for a while. */
export const linkLifetimeMinutes: Readonly<Record<PasswordLinkKind, number>> = { reset: 10, invitation: 3 * 24 * 60 };

/** The clocks of two servers may differ by some minutes. */
const maxLifetimeMs = (linkLifetimeMinutes.invitation + 10) * 60_000;

const storedLink = z.object({ hash: z.string(), expires: z.date() });

/** Stores a new single-use link to choose a password. It replaces the link that the user had. */
export function createPasswordLink(tx: Transaction, { UserID, kind }: { UserID: number; kind: PasswordLinkKind }) {
  const token = createLinkSecret(UserID);
  const expires = new Date(tx.now.getTime() + linkLifetimeMinutes[kind] * 60_000);
  tx.putSecret({ key: secretKeyOf(UserID), value: { hash: hashSecret(token), expires } });
  return { token, expires };
}

/** Refuses a token that is not worth the cost of hashing a password. */
export async function assertValidLink(vault: SecretStore, { token, now }: { token: string; now: Date }): Promise<void> {
  assertLinkMatches(await vault.read(secretKeyOf(ownerIdOf(token))), { token, now });
}

/** Uses up the token and says whose it was. Of many uses at once, one gets through. */
export async function consumeLink(tx: Transaction, token: string): Promise<number> {
  const UserID = ownerIdOf(token);
  assertLinkMatches(await tx.readSecret(secretKeyOf(UserID)), { token, now: tx.now });
  revokeLink(tx, UserID);
  return UserID;
}

/** No token that was sent to this user counts any more. */
export function revokeLink(tx: Transaction, UserID: number): void {
  tx.deleteSecret(secretKeyOf(UserID));
}

/** The answer to a token that does not count. */
export function invalidLink() {
  return invalidField("token", createMessage("link-expired"));
}

function assertLinkMatches(found: unknown, { token, now }: { token: string; now: Date }): void {
  const link = storedLink.safeParse(found);
  if (!link.success || link.data.hash !== hashSecret(token)) throw invalidLink();
  const left = link.data.expires.getTime() - now.getTime();
  // One that lives longer than any was made by a clock that was ahead.
  if (left <= 0 || left > maxLifetimeMs) throw invalidLink();
}

function secretKeyOf(UserID: number): string {
  return `reset:${UserID}`;
}
