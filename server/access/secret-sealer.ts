import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

const algorithm = "aes-256-gcm";
const ivBytes = 12;
const tagBytes = 16;

/** Encrypts secrets that the server must be able to read again, with a key derived from JWT_SECRET. */
export class SecretSealer {
  readonly #keys: readonly Buffer[];

  /** Seals with `secret` (JWT_SECRET). Also opens what was sealed with `secondSecret` (JWT_SECRET_ALSO). */
  constructor({ secret, secondSecret }: { secret: string; secondSecret: string | undefined }) {
    this.#keys = [secret, ...(secondSecret === undefined ? [] : [secondSecret])].map(deriveKey);
  }

  seal(text: string): string {
    const iv = randomBytes(ivBytes);
    const cipher = createCipheriv(algorithm, this.#keys[0] ?? Buffer.alloc(0), iv);
    const content = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), content]).toString("base64url");
  }

  /** Decrypts a sealed text. Undefined if it was sealed with a secret that this server does not have. */
  open(sealed: string): string | undefined {
    for (const key of this.#keys) {
      const text = openWith(key, Buffer.from(sealed, "base64url"));
      if (text !== undefined) return text;
    }
    return undefined;
  }
}

function deriveKey(secret: string): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, "", "housing-society-portal sealed secrets", 32));
}

function openWith(key: Buffer, sealed: Buffer): string | undefined {
  const iv = sealed.subarray(0, ivBytes);
  const tag = sealed.subarray(ivBytes, ivBytes + tagBytes);
  try {
    const decipher = createDecipheriv(algorithm, key, iv, { authTagLength: tagBytes }).setAuthTag(tag);
    return Buffer.concat([decipher.update(sealed.subarray(ivBytes + tagBytes)), decipher.final()]).toString("utf8");
  } catch {
    return undefined;
  }
}
