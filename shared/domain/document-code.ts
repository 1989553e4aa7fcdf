import { z } from "zod";
import { isDay } from "../dates.ts";

/** The kinds of documents that have a code. */
export const documentKinds = ["receipt", "bill", "certificate", "day-close"] as const;

/** The content of a document's code: only what is printed on the document, without names. */
export const documentCodePayload = z.strictObject({
  /** The kind of document. */
  t: z.enum(documentKinds),
  /** The number of the document as printed: R-12. */
  n: z.string(),
  /** The house number; "" on documents of no house. */
  h: z.string(),
  /** The amount in paisa. */
  a: z.int(),
  /** The date on the document. */
  d: z.string().refine(isDay),
  /** The id of the record. */
  i: z.int(),
});

export type DocumentCodePayload = z.output<typeof documentCodePayload>;

/** A public key that verifies codes, as in GET /api/keys (RFC 8037). */
export const publicKeySchema = z.object({
  kty: z.literal("OKP"),
  crv: z.literal("Ed25519"),
  kid: z.string(),
  x: z.string(),
  alg: z.literal("EdDSA"),
  use: z.literal("sig"),
});

export type PublicKey = z.output<typeof publicKeySchema>;

const header = z.strictObject({ alg: z.literal("EdDSA"), kid: z.string() });

/** The parts of a code before its signature is verified. */
export interface ParsedCode {
  kid: string;
  payload: DocumentCodePayload;
  /** The bytes that the signature covers (RFC 7515): encoded header, dot, encoded payload. */
  signingInput: Uint8Array<ArrayBuffer>;
  signature: Uint8Array<ArrayBuffer>;
}

/** Longer texts are refused unparsed; real codes have at most about 300 characters. */
const maxCodeLength = 2_000;

/** Parses a compact JWS (RFC 7515). Undefined for any other text; the signature is still to be verified. */
export function parseCode(code: string): ParsedCode | undefined {
  if (code.length > maxCodeLength) return undefined;
  const [encodedHeader = "", encodedPayload = "", signature = "", ...rest] = code.split(".");
  const bytes = decodeBase64Url(signature);
  if (rest.length > 0 || bytes?.length !== 64) return undefined;
  const parsedHeader = header.safeParse(decodeJson(encodedHeader));
  const payload = documentCodePayload.safeParse(decodeJson(encodedPayload));
  if (!parsedHeader.success || !payload.success) return undefined;
  const signingInput = new TextEncoder().encode(`${encodedHeader}.${encodedPayload}`);
  return { kid: parsedHeader.data.kid, payload: payload.data, signingInput, signature: bytes };
}

/** The code in the text of a QR code: the fragment of the address, or the code itself. */
export function extractCode(text: string): string {
  return text.slice(text.indexOf("#") + 1).trim();
}

export function encodeBase64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, "-")
    .replace(/\//g, "_")
    .replace(/=+$/, "");
}

/** Undefined for a text other than the canonical encoding of its bytes, so that every changed character is detected. */
export function decodeBase64Url(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (!/^[\w-]*$/.test(text) || text.length % 4 === 1) return undefined;
  const bytes = Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (letter) => letter.charCodeAt(0));
  return encodeBase64Url(bytes) === text ? bytes : undefined;
}

/** The value of a part of a code, which is JSON in base64url; undefined for any other text. */
function decodeJson(part: string): unknown {
  const bytes = decodeBase64Url(part);
  if (!bytes) return undefined;
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
}
