import { z } from "zod";
import {
  type DocumentCodePayload,
  decodeBase64Url,
  parseCode,
  publicKeySchema,
} from "../../../shared/domain/document-code.ts";
import { checkCode, type DocumentCheck, readKeys } from "../../../shared/endpoints/document-code.ts";
import { ApiError, callEndpoint } from "../../api/request.ts";

/** Whether the code is genuine; `unknown` if neither this browser nor the server could say. */
type Verdict = "genuine" | "forged" | "unknown";

export interface CheckResult {
  verdict: Verdict;
  /** The signed content of the code; undefined for a text that is no code. */
  payload: DocumentCodePayload | undefined;
  /** The current state of the document according to the server; undefined without a connection. */
  current: DocumentCheck | undefined;
}

/**
 * Verifies the signature in this browser, and asks the server for the state of the document. Either check is enough to
 * detect a forgery. Throws an ApiError if the server refuses the request.
 */
export async function verifyCode(code: string): Promise<CheckResult> {
  const parsed = parseCode(code);
  if (!parsed) return { verdict: "forged", payload: undefined, current: undefined };
  const [signature, current] = await Promise.all([verifySignature(parsed), checkOnServer(code)]);
  const isForged = signature === false || current?.valid === false;
  const isGenuine = signature === true || current?.valid === true;
  return { verdict: isForged ? "forged" : isGenuine ? "genuine" : "unknown", payload: parsed.payload, current };
}

/** What the server says about the document; undefined without a connection. */
async function checkOnServer(code: string): Promise<DocumentCheck | undefined> {
  const response = await callEndpoint<{ data: DocumentCheck }>(checkCode, { body: { code } }).catch(ignoreOffline);
  return response?.data;
}

/** Undefined if this browser cannot verify Ed25519 signatures, or has no keys. */
async function verifySignature({
  kid,
  signingInput,
  signature,
}: NonNullable<ReturnType<typeof parseCode>>): Promise<boolean | undefined> {
  const { keys, isCurrent } = await loadKeys();
  const found = keys.find((key) => key.kid === kid);
  const publicKey = found && decodeBase64Url(found.x);
  // An unknown key means a forgery only if the keys are current; stored keys may lack a newer one.
  if (!publicKey) return isCurrent && keys.length > 0 ? false : undefined;
  try {
    const key = await crypto.subtle.importKey("raw", publicKey, "Ed25519", false, ["verify"]);
    return await crypto.subtle.verify("Ed25519", key, signature, signingInput);
  } catch {
    return undefined;
  }
}

const storageKey = "paper_keys";
const keysSchema = z.array(publicKeySchema);

/** The public keys of the portal; without a connection, those stored at the last visit. */
async function loadKeys() {
  const response = await callEndpoint<{ keys: unknown }>(readKeys).catch(ignoreOffline);
  if (response) localStorage.setItem(storageKey, JSON.stringify(response.keys));
  const stored: unknown = response?.keys ?? JSON.parse(localStorage.getItem(storageKey) ?? "null");
  return { keys: keysSchema.safeParse(stored).data ?? [], isCurrent: response !== undefined };
}

/** Turns the error of a request without a connection into undefined, and throws any other again. */
function ignoreOffline(error: unknown): undefined {
  if (error instanceof ApiError && error.status === 0) return undefined;
  throw error;
}
