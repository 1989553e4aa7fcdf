import { createHash, randomBytes } from "node:crypto";

/** A random 128-bit secret for a link, with the id of its owner in front. Store only its hash. */
export function createLinkSecret(ownerId: number): string {
  return `${ownerId}.${randomBytes(16).toString("base64url")}`;
}

/** The owner's id in the secret; 0 when there is none. Not verified. */
export function ownerIdOf(secret: string): number {
  return Number.parseInt(secret, 10) || 0;
}

export function hashSecret(secret: string): string {
  return createHash("sha256").update(secret).digest("hex");
}
