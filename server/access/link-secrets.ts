import { createHash, randomBytes } from "node:crypto";

/** A secret for a link, with 128 bits of chance, that says whose it is. Only its hash is to be kept. */
export function createLinkSecret(ownerId: number): string {
  return `${ownerId}.${randomBytes(16).toString("base64url")}`;
}

/** Whose the secret claims to be; 0 where it names nobody. */
export function ownerIdOf(secret: string): number {
  return Number.parseInt(secret, 10) || 0;
}

export function hashSecret(secret: string): string {
  return createHash("sha256").update(secret).digest("hex");
}
