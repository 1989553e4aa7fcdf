import { z } from "zod";
import { createMessage } from "../../../shared/messages.ts";
import { createLinkSecret, hashSecret, recordIdOf } from "../../access/link-secrets.ts";
import type { Transaction } from "../../commits/transaction.ts";
import type { SecretStore } from "../../database/secret-store.ts";
import { unauthorized } from "../../errors.ts";

const storedKeySchema = z.object({ hash: z.string(), seen: z.date().optional() });

/** Creates the key of a display's link. Only its hash is stored, so a lost link cannot be shown again. */
export function createDisplayKey(tx: Transaction, DisplayID: number): string {
  const key = createLinkSecret(DisplayID);
  tx.putSecret({ key: secretNameOf(DisplayID), value: { hash: hashSecret(key) } });
  return key;
}

/** The DisplayID of this key. Stores when the display was last seen. Throws 401 when the key does not exist. */
export async function authenticateDisplay(tx: Transaction, key: string): Promise<number> {
  const DisplayID = recordIdOf(key);
  const stored = storedKeySchema.safeParse(await tx.readSecret(secretNameOf(DisplayID)));
  if (!stored.success || stored.data.hash !== hashSecret(key)) throw unauthorized(createMessage("display-off"));
  tx.putSecret({ key: secretNameOf(DisplayID), value: { hash: stored.data.hash, seen: tx.now } });
  return DisplayID;
}

export function deleteDisplayKey(tx: Transaction, DisplayID: number): void {
  tx.deleteSecret(secretNameOf(DisplayID));
}

/** When the display last used its key. */
export async function readLastSeen(secretStore: SecretStore, DisplayID: number): Promise<Date | undefined> {
  return storedKeySchema.safeParse(await secretStore.read(secretNameOf(DisplayID))).data?.seen;
}

function secretNameOf(DisplayID: number): string {
  return `display:${DisplayID}`;
}
