import { z } from "zod";
import { createMessage } from "../../../shared/messages.ts";
import { createLinkSecret, hashSecret, ownerIdOf } from "../../access/link-secrets.ts";
import type { Transaction } from "../../commits/transaction.ts";
import type { SecretStore } from "../../database/secret-store.ts";
import { unauthorized } from "../../errors.ts";

const storedKey = z.object({ hash: z.string(), seen: z.date().optional() });

/** Makes the key of a display's link. Only its hash is kept: whoever loses the link makes another display. */
export function createDisplayKey(tx: Transaction, DisplayID: number): string {
  const key = createLinkSecret(DisplayID);
  tx.putSecret({ key: secretKeyOf(DisplayID), value: { hash: hashSecret(key) } });
  return key;
}

/** Which display has this key, which is there now. Refuses a key that is none, or of a display that is gone. */
export async function authenticateDisplay(tx: Transaction, key: string): Promise<number> {
  const DisplayID = ownerIdOf(key);
  const found = storedKey.safeParse(await tx.readSecret(secretKeyOf(DisplayID)));
  if (!found.success || found.data.hash !== hashSecret(key)) throw unauthorized(createMessage("display-off"));
  tx.putSecret({ key: secretKeyOf(DisplayID), value: { hash: found.data.hash, seen: tx.now } });
  return DisplayID;
}

/** The key of this display opens nothing any more. */
export function deleteDisplayKey(tx: Transaction, DisplayID: number): void {
  tx.deleteSecret(secretKeyOf(DisplayID));
}

/** When the display last showed its key. */
export async function readLastSeen(vault: SecretStore, DisplayID: number): Promise<Date | undefined> {
  return storedKey.safeParse(await vault.read(secretKeyOf(DisplayID))).data?.seen;
}

function secretKeyOf(DisplayID: number): string {
  return `display:${DisplayID}`;
}
