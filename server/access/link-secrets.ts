import { createHash, randomBytes } from "node:crypto";

/** Creates a random 128-bit secret for a link, prefixed with the id of its user or display. Store only its hash. */
export function createLinkSecret(recordId: number): string {
  return `${recordId}.${randomBytes(16).toString("base64url")}`;
}

/** The id in front of the secret; 0 if there is none. The secret is not verified. */
export function recordIdOf(secret: string): number {
  return Number.parseInt(secret, 10) || 0;
}

export function hashSecret(secret: string): string {
  return createHash("sha256").update(secret).digest("hex");
}
