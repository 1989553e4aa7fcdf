import { z } from "zod";
import { createMessage } from "../../shared/messages.ts";
import { isUnexpired } from "../clock.ts";
import type { Transaction } from "../commits/transaction.ts";
import type { SecretStore } from "../database/secret-store.ts";
import { invalidField } from "../errors.ts";
import { createLinkSecret, hashSecret, ownerIdOf } from "./link-secrets.ts";

export type PasswordLinkKind = "reset" | "invitation";

/** Users wait for a reset link, but may take days to read an invitation. */
export const linkLifetimeMinutes: Readonly<Record<PasswordLinkKind, number>> = { reset: 10, invitation: 3 * 24 * 60 };

const maxLifetimeMs = linkLifetimeMinutes.invitation * 60_000;

const storedLinkSchema = z.object({ hash: z.string(), expires: z.date() });

/** Stores a new single-use link to choose a password, which replaces the user's previous link. */
export function createPasswordLink(tx: Transaction, { UserID, kind }: { UserID: number; kind: PasswordLinkKind }) {
  const token = createLinkSecret(UserID);
  const expires = new Date(tx.now.getTime() + linkLifetimeMinutes[kind] * 60_000);
  tx.putSecret({ key: secretKeyOf(UserID), value: { hash: hashSecret(token), expires } });
  return { token, expires };
}

/** Throws 400 when the link is invalid. Call it before hashing the password, as hashing is expensive. */
export async function assertValidLink(
  secretStore: SecretStore,
  { token, now }: { token: string; now: Date },
): Promise<void> {
  assertLinkMatches(await secretStore.read(secretKeyOf(ownerIdOf(token))), { token, now });
}

/**
 * Deletes the link and returns its UserID. Throws 400 when the link is invalid. Of concurrent calls, only one succeeds.
 */
export async function consumeLink(tx: Transaction, token: string): Promise<number> {
  const UserID = ownerIdOf(token);
  assertLinkMatches(await tx.readSecret(secretKeyOf(UserID)), { token, now: tx.now });
  revokeLink(tx, UserID);
  return UserID;
}

export function revokeLink(tx: Transaction, UserID: number): void {
  tx.deleteSecret(secretKeyOf(UserID));
}

/** The error for an unknown, used or expired link. */
export function createInvalidLinkError() {
  return invalidField("token", createMessage("link-expired"));
}

function assertLinkMatches(stored: unknown, { token, now }: { token: string; now: Date }): void {
  const link = storedLinkSchema.safeParse(stored);
  if (!link.success || link.data.hash !== hashSecret(token)) throw createInvalidLinkError();
  if (!isUnexpired(link.data.expires, { now, lifetimeMs: maxLifetimeMs })) throw createInvalidLinkError();
}

function secretKeyOf(UserID: number): string {
  return `reset:${UserID}`;
}
