import { createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify } from "node:crypto";
import { z } from "zod";
import {
  type DocumentCodePayload,
  encodeBase64Url,
  type PublicKey,
  parseCode,
} from "../../shared/domain/document-code.ts";
import type { RequestContext } from "../commits/request-context.ts";
import type { Transaction } from "../commits/transaction.ts";
import type { SecretStore } from "../database/secret-store.ts";
import type { SecretSealer } from "./secret-sealer.ts";

/** The key pairs, the current one first. Codes that were signed with other keys are not valid. */
const storedKeysSchema = z.array(
  z.object({
    kid: z.string(),
    /** The public key (RFC 8037), base64url. */
    x: z.string(),
    /** The private key in PKCS #8 as PEM, sealed with JWT_SECRET. */
    sealed: z.string(),
  }),
);

type StoredKey = z.output<typeof storedKeysSchema>[number];

/** The key under which the secret store has the key pairs. Stored in the database, so its text must not change. */
const signingKeysKey = "keys of paper codes";
/** The current key and the previous one are stored. */
const maxKeys = 2;

interface DocumentCodesOptions {
  secretStore: SecretStore;
  sealer: SecretSealer;
  createSystemContext: (requestId: string) => RequestContext;
}

/**
 * Signs and verifies the codes (QR) that are printed on receipts, bills, certificates and day closes: compact JWS,
 * signed with Ed25519. The keys are in the database, because all servers must use the same keys.
 */
export class DocumentCodes {
  readonly #options: DocumentCodesOptions;

  constructor(options: DocumentCodesOptions) {
    this.#options = options;
  }

  /**
   * Signs a text that is no document code, such as the statement of the chain's head in a day close. Returns
   * `kid.signature`, to be verified with the key of that `kid` in `GET /api/keys`.
   */
  async signText(text: string): Promise<string> {
    const { kid, privateKey } = await this.#openCurrentKey();
    return `${kid}.${encodeBase64Url(sign(null, Buffer.from(text), privateKey))}`;
  }

  /** Returns a function that signs payloads. Creates a key if there is none that this server can open. */
  async createSigner(): Promise<(payload: DocumentCodePayload) => string> {
    const { kid, privateKey } = await this.#openCurrentKey();
    const header = encodePart({ alg: "EdDSA", kid });
    return (payload) => {
      const signingInput = `${header}.${encodePart(payload)}`;
      return `${signingInput}.${encodeBase64Url(sign(null, Buffer.from(signingInput), privateKey))}`;
    };
  }

  /** The content of a code; undefined unless this portal has signed it with a key that is still valid. */
  async verify(code: string): Promise<DocumentCodePayload | undefined> {
    return verifyCode(code, await this.publicKeys());
  }

  async publicKeys(): Promise<PublicKey[]> {
    return (await this.#readKeys()).map(({ kid, x }) => ({
      kty: "OKP",
      crv: "Ed25519",
      kid,
      x,
      alg: "EdDSA",
      use: "sig",
    }));
  }

  /**
   * Creates a new current key in the transaction and returns the stored keys. Codes signed with the previous key stay
   * valid, older ones become invalid.
   */
  async rotate(tx: Transaction): Promise<StoredKey[]> {
    const keys = [this.#createKey(), ...parseKeys(await tx.readSecret(signingKeysKey))].slice(0, maxKeys);
    tx.putSecret({ key: signingKeysKey, value: keys });
    return keys;
  }

  /** Seals the keys with JWT_SECRET, so that JWT_SECRET_ALSO is no longer needed to open them. */
  async resealAll(tx: Transaction): Promise<void> {
    const keys = parseKeys(await tx.readSecret(signingKeysKey));
    const resealed = keys.map((key) => {
      const pem = this.#options.sealer.open(key.sealed);
      return pem === undefined ? key : { ...key, sealed: this.#options.sealer.seal(pem) };
    });
    if (keys.length > 0) tx.putSecret({ key: signingKeysKey, value: resealed });
  }

  async #openCurrentKey() {
    return this.#open((await this.#readKeys())[0]) ?? (await this.#createUsableKey());
  }

  async #readKeys(): Promise<StoredKey[]> {
    return parseKeys(await this.#options.secretStore.read(signingKeysKey));
  }

  /**
   * If two servers create the first key at the same time, the transaction of one is retried and finds the other's key.
   */
  async #createUsableKey() {
    const keys = await this.#options.createSystemContext("document codes").transaction(async (tx) => {
      const stored = parseKeys(await tx.readSecret(signingKeysKey));
      return this.#open(stored[0]) ? stored : this.rotate(tx);
    });
    const key = this.#open(keys[0]);
    if (!key) throw new Error("A new key of document codes cannot be opened");
    return key;
  }

  #createKey(): StoredKey {
    const { privateKey, publicKey } = generateKeyPairSync("ed25519");
    const { x = "" } = publicKey.export({ format: "jwk" });
    const pem = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
    return { kid: x.slice(0, 8), x, sealed: this.#options.sealer.seal(pem) };
  }

  /** Undefined without a key, and for a key that was sealed with a JWT_SECRET that this server does not have. */
  #open(key: StoredKey | undefined) {
    const pem = key && this.#options.sealer.open(key.sealed);
    return key && pem ? { kid: key.kid, privateKey: createPrivateKey(pem) } : undefined;
  }
}

/** The content of a code; undefined unless it was signed with one of these keys. */
export function verifyCode(code: string, keys: readonly PublicKey[]): DocumentCodePayload | undefined {
  const parsed = parseCode(code);
  const key = keys.find(({ kid }) => kid === parsed?.kid);
  if (!parsed || !key) return undefined;
  const publicKey = createPublicKey({ key: { kty: key.kty, crv: key.crv, x: key.x }, format: "jwk" });
  return verify(null, parsed.signingInput, publicKey, parsed.signature) ? parsed.payload : undefined;
}

function parseKeys(value: unknown): StoredKey[] {
  return storedKeysSchema.safeParse(value).data ?? [];
}

/** A header or payload as a part of a JWS. */
function encodePart(value: object): string {
  return encodeBase64Url(Buffer.from(JSON.stringify(value)));
}
