import { z } from "zod";
import { createMessage } from "../../shared/messages.ts";
import type { UserMailKind } from "../../shared/resources/mails.ts";
import { isUnexpired } from "../clock.ts";
import type { Transaction } from "../commits/transaction.ts";
import type { SecretStore } from "../database/secret-store.ts";
import { invalidField } from "../errors.ts";
import { createLinkSecret, hashSecret, recordIdOf } from "./link-secrets.ts";

/** A reset link is short-lived, because its user waits for it. Invitations may be read days later. */
export const linkLifetimeMinutes: Readonly<Record<UserMailKind, number>> = {
  reset: 10,
  invitation: 3 * 24 * 60,
  verification: 3 * 24 * 60,
};

/**
 * The longest lifetime of all kinds, because a stored link does not say its kind. A link that expires later than this
 * from now was stored by a clock that was ahead, and counts as expired (`isUnexpired`).
 */
const maxLinkLifetimeMs = linkLifetimeMinutes.invitation * 60_000;

const storedLinkSchema = z.object({ hash: z.string(), expires: z.date() });

interface LinkOptions {
  UserID: number;
  kind: UserMailKind;
}

/**
 * Stores a new single-use link to choose a password (`reset`, `invitation`) or to confirm the email address
 * (`verification`). Replaces the user's previous link for the same purpose. Returns the link's token and expiry.
 */
export function createUserLink(tx: Transaction, { UserID, kind }: LinkOptions) {
  const token = createLinkSecret(UserID);
  const expires = new Date(tx.now.getTime() + linkLifetimeMinutes[kind] * 60_000);
  tx.putSecret({ key: linkStoreKeyOf({ UserID, kind }), value: { hash: hashSecret(token), expires } });
  return { token, expires };
}

/** Throws 400 when the link to choose a password is invalid. Call it before hashing the new password, which is expensive. */
export async function assertValidPasswordLink(
  secretStore: SecretStore,
  { token, now }: { token: string; now: Date },
): Promise<void> {
  assertLinkMatches(await secretStore.read(linkStoreKeyOf({ UserID: recordIdOf(token), kind: "reset" })), {
    token,
    now,
  });
}

/**
 * Deletes the link and returns its UserID. Throws 400 when the link is invalid. Of concurrent calls, only one succeeds.
 */
export async function consumeLink(
  tx: Transaction,
  { token, kind }: { token: string; kind: UserMailKind },
): Promise<number> {
  const UserID = recordIdOf(token);
  const key = linkStoreKeyOf({ UserID, kind });
  assertLinkMatches(await tx.readSecret(key), { token, now: tx.now });
  tx.deleteSecret(key);
  return UserID;
}

/** Makes the user's link to choose a password invalid. */
export function revokePasswordLink(tx: Transaction, UserID: number): void {
  tx.deleteSecret(linkStoreKeyOf({ UserID, kind: "reset" }));
}

/** Makes the user's link to confirm the email address invalid. */
export function revokeVerificationLink(tx: Transaction, UserID: number): void {
  tx.deleteSecret(linkStoreKeyOf({ UserID, kind: "verification" }));
}

/** The error for an unknown, used or expired link. */
export function createInvalidLinkError() {
  return invalidField("token", createMessage("link-expired"));
}

function assertLinkMatches(stored: unknown, { token, now }: { token: string; now: Date }): void {
  const link = storedLinkSchema.safeParse(stored);
  if (!link.success || link.data.hash !== hashSecret(token)) throw createInvalidLinkError();
  if (!isUnexpired(link.data.expires, { now, lifetimeMs: maxLinkLifetimeMs })) throw createInvalidLinkError();
}

/**
 * Reset links and invitations share a key, because both let the user choose a password. Therefore a user has at most
 * one of them, and at most one link to confirm the email address.
 */
function linkStoreKeyOf({ UserID, kind }: LinkOptions): string {
  return `${kind === "verification" ? kind : "reset"}:${UserID}`;
}
