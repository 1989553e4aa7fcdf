import { createHash, randomBytes } from "node:crypto";

/** Creates a random 128-bit secret for a link, with the id of its owner in front. Store only its hash. */
export function createLinkSecret(ownerId: number): string {
  return `${ownerId}.${randomBytes(16).toString("base64url")}`;
}

/** The owner's id in front of the secret; 0 if there is none. The secret is not verified. */
export function ownerIdOf(secret: string): number {
  return Number.parseInt(secret, 10) || 0;
}

export function hashSecret(secret: string): string {
  return createHash("sha256").update(secret).digest("hex");
}
