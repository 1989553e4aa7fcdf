import { createHash, randomBytes } from "node:crypto";
import { z } from "zod";
import { messages } from "../../shared/messages.ts";
import { unauthorized } from "../kernel/refusal.ts";
import type { Transaction } from "../kernel/transaction.ts";
import type { Vault } from "../kernel/vault.ts";

const kept = z.object({ hash: z.string(), seen: z.date().optional() });

/** Makes the key of a display's link. Only its hash is kept: whoever loses the link makes another display. */
export function makeKey(tx: Transaction, DisplayID: number): string {
  const key = `${DisplayID}.${randomBytes(16).toString("base64url")}`;
  tx.keepSecret({ key: placeOf(DisplayID), value: { hash: hashOf(key) } });
  return key;
}

/** Which display has this key, which is there now. Refuses a key that is none, or of a display that is gone. */
export async function useKey(tx: Transaction, key: string): Promise<number> {
  const DisplayID = Number.parseInt(key, 10) || 0;
  const found = kept.safeParse(await tx.secret(placeOf(DisplayID)));
  if (!found.success || found.data.hash !== hashOf(key)) throw unauthorized(messages.displayOff);
  tx.keepSecret({ key: placeOf(DisplayID), value: { hash: found.data.hash, seen: tx.now } });
  return DisplayID;
}

/** The key of this display opens nothing any more. */
export function dropKey(tx: Transaction, DisplayID: number): void {
  tx.dropSecret(placeOf(DisplayID));
}

/** When the display last showed its key. */
export async function lastSeen(vault: Vault, DisplayID: number): Promise<Date | undefined> {
  return kept.safeParse(await vault.read(placeOf(DisplayID))).data?.seen;
}

function placeOf(DisplayID: number): string {
  return `display:${DisplayID}`;
}

function hashOf(key: string): string {
  return createHash("sha256").update(key).digest("hex");
}
