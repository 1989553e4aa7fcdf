import { z } from "zod";
import { messages } from "../../shared/messages.ts";
import type { RowOf } from "../../shared/registry.ts";
import type { users } from "../../shared/resources/users.ts";
import { invalid } from "../kernel/refusal.ts";
import type { Transaction } from "../kernel/transaction.ts";
import type { Vault } from "../kernel/vault.ts";
import { queueLetter } from "../mail/outbox.ts";
import { hashOf, makeSecret, ownerIn } from "./link-secrets.ts";

type LinkKind = "reset" | "invitation";

/** How long a link lives: who has asked for one waits for it, who is invited may be away for a while. */
export const linkMinutes: Readonly<Record<LinkKind, number>> = { reset: 10, invitation: 3 * 24 * 60 };

/** The clocks of two servers may differ by some minutes. */
const longestMs = (linkMinutes.invitation + 10) * 60_000;

const kept = z.object({ hash: z.string(), expires: z.date() });

/** Mails the user a new single-use link to choose a password with; the one before no longer counts. */
export async function mailLink(
  tx: Transaction,
  { user: { UserID, Email }, kind }: { user: Pick<RowOf<typeof users>, "UserID" | "Email">; kind: LinkKind },
): Promise<void> {
  const token = makeSecret(UserID);
  const expires = new Date(tx.now.getTime() + linkMinutes[kind] * 60_000);
  tx.keepSecret({ key: keyOf(UserID), value: { hash: hashOf(token), expires } });
  await queueLetter(tx, { Kind: kind, To: Email, UserID, token, expires });
}

/** Refuses a token that is not worth the cost of hashing a password. */
export async function checkLink(vault: Vault, { token, now }: { token: string; now: Date }): Promise<void> {
  opened(await vault.read(keyOf(ownerIn(token))), { token, now });
}

/** Uses up the token and says whose it was. Of many uses at once, one gets through. */
export async function useUpLink(tx: Transaction, token: string): Promise<number> {
  const UserID = ownerIn(token);
  opened(await tx.secret(keyOf(UserID)), { token, now: tx.now });
  withdrawLink(tx, UserID);
  return UserID;
}

/** No token that was sent to this user counts any more. */
export function withdrawLink(tx: Transaction, UserID: number): void {
  tx.dropSecret(keyOf(UserID));
}

/** The answer to a token that does not count. */
export function deadLink() {
  return invalid(messages.linkDead, { token: messages.linkDead });
}

function opened(found: unknown, { token, now }: { token: string; now: Date }): void {
  const link = kept.safeParse(found);
  if (!link.success || link.data.hash !== hashOf(token)) throw deadLink();
  const left = link.data.expires.getTime() - now.getTime();
  // One that lives longer than any was made by a clock that was ahead.
  if (left <= 0 || left > longestMs) throw deadLink();
}

function keyOf(UserID: number): string {
  return `reset:${UserID}`;
}
