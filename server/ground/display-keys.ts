import { z } from "zod";
import { messages } from "../../shared/messages.ts";
import { unauthorized } from "../kernel/refusal.ts";
import type { Transaction } from "../kernel/transaction.ts";
import type { Vault } from "../kernel/vault.ts";
import { hashOf, makeSecret, ownerIn } from "./link-secrets.ts";

const kept = z.object({ hash: z.string(), seen: z.date().optional() });

/** Makes the key of a display's link. Only its hash is kept: whoever loses the link makes another display. */
export function makeKey(tx: Transaction, DisplayID: number): string {
  const key = makeSecret(DisplayID);
  tx.keepSecret({ key: placeOf(DisplayID), value: { hash: hashOf(key) } });
  return key;
}

/** Which display has this key, which is there now. Refuses a key that is none, or of a display that is gone. */
export async function useKey(tx: Transaction, key: string): Promise<number> {
  const DisplayID = ownerIn(key);
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
