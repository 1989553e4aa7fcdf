import type { Endpoint } from "../../shared/endpoints/endpoint.ts";
import { type ErrorResponse, idempotencyRetentionMs, type RecordEdit } from "../../shared/wire.ts";
import { fetchAndSyncClock, serverNow } from "../hooks/serverClock.ts";
import { translateServerMessage } from "../i18n/t.ts";
import { createAuthHeaders, takePrefetched } from "./prefetch.ts";
import { readToken } from "./token.ts";

/**
 * A failed call. `message` is translated if it came from the server; else it is an English text that the screen
 * translates. `status` is 0 when no response of the portal came, or only a part of it.
 */
export class ApiError extends Error {
  readonly status: number;
  /** Whether the message came from the server. */
  readonly hasServerMessage: boolean;
  /** The code of the message in shared/messages.ts; compare this, not the message. */
  readonly code: string | undefined;
  /** Translated messages by field. */
  readonly errors: Readonly<Record<string, string>>;
  /** On 409 the current record, or the new preview if the one that was sent is outdated. */
  readonly data: unknown;
  /** With the code `stale`, the edits since the version that was sent, oldest first. */
  readonly concurrentEdits: readonly RecordEdit[] | undefined;

  constructor({ status, message, hasServerMessage = false, code, errors = {}, data, concurrentEdits }: ApiErrorInit) {
    super(message);
    this.status = status;
    this.hasServerMessage = hasServerMessage;
    this.code = code;
    this.errors = errors;
    this.data = data;
    this.concurrentEdits = concurrentEdits;
  }

  /**
   * Whether the same request may succeed later: no response, a time-out, too many requests, or a failure of the server.
   */
  get isTemporary(): boolean {
    return this.status === 0 || this.status === 408 || this.status === 429 || this.status >= 500;
  }
}

/**
 * Whether the server may have carried out the call that threw this error: no answer came, or one that is not the
 * server's. True for any error that is not an ApiError.
 */
export function isAnswerLost(error: unknown): boolean {
  if (!(error instanceof ApiError)) return true;
  return !error.hasServerMessage && (error.status < 400 || error.status >= 500);
}

/** Whether the call that threw this error may succeed later. */
export function isTemporaryError(error: unknown): boolean {
  return error instanceof ApiError && error.isTemporary;
}

/** Whether the server has refused the call that threw this error, so that it had no effect. */
export function isRefused(error: unknown): boolean {
  return !isAnswerLost(error) && !isTemporaryError(error);
}

/**
 * Whether the server has also refused earlier attempts with the same idempotency key whose answers were lost. Refusals
 * such as 401, 403 and 429 say nothing of them, because the server has not looked for the key yet. Neither does
 * `duplicate`: the receipt that the server found can be that of an earlier attempt, which was sent with another key
 * after the user had confirmed the duplicate.
 */
export function refusesEarlierAttempts(error: unknown): boolean {
  if (!(error instanceof ApiError) || !error.hasServerMessage) return false;
  return handlerRefusals.includes(error.status) && error.code !== "duplicate";
}

const handlerRefusals: readonly number[] = [400, 404, 409];

/** One hour less than the server knows a key: for the difference of two servers' clocks, and for the attempt. */
const keyLifetimeMs = idempotencyRetentionMs - 3_600_000;

/** Whether the server may have forgotten an idempotency key that was first sent at this time, in ms since 1970. */
export function isKeyExpired(sentAt: number): boolean {
  return serverNow().getTime() - sentAt > keyLifetimeMs;
}

interface ApiErrorInit {
  status: number;
  message: string;
  hasServerMessage?: boolean;
  code?: string | undefined;
  errors?: Readonly<Record<string, string>>;
  data?: unknown;
  concurrentEdits?: readonly RecordEdit[];
}

interface RequestOptions {
  method: Endpoint["method"];
  /** Below /api, with its query. */
  path: string;
  /** Sent as JSON; a Blob is sent unchanged under its own type. */
  body?: unknown;
  signal?: AbortSignal;
  /** The server runs a POST with the same key once. If left out, each call gets a new key. */
  idempotencyKey?: string | undefined;
  conditional?: ConditionalGet;
}

/** The headers of a conditional GET, and how its response is read: the cached body on 304. */
export interface ConditionalGet {
  headers: Readonly<Record<string, string>>;
  parse: (response: Response) => ReturnType<Response["json"]>;
}

type ResponseBody = Record<string, unknown> & { message?: string; code?: string };

/** Whether the call was not carried out yet: a second person must approve it first. */
export function isSentForApproval({ code }: { code?: string | undefined }): boolean {
  return code === "sent-for-approval";
}

let handleUnauthorized: () => void = () => undefined;

/** Sets what runs when the server answers 401 to the current token. */
export function onUnauthorized(handle: () => void): void {
  handleUnauthorized = handle;
}

let confirmIdentity: () => Promise<boolean> = async () => false;

/**
 * Sets what runs when the server requires a code of the second factor for a request. The request is sent again if the
 * promise resolves to true.
 */
export function onIdentityRequired(confirm: () => Promise<boolean>): void {
  confirmIdentity = confirm;
}

/**
 * Sends a request below /api with the session's token. Returns the response body with its message translated. A 401 to
 * the current token ends the session. If the server requires a code of the second factor, asks for it and sends the
 * request again. Throws an ApiError, or the AbortError of `signal`.
 */
export async function request<Body = ResponseBody>(options: RequestOptions): Promise<Body> {
  const { method, path, body, signal, idempotencyKey, conditional } = options;
  const token = readToken();
  const prefetched = method === "get" ? takePrefetched(path, token) : undefined;
  const response = await sendRequest(prefetched, `/api${path}`, {
    method: method.toUpperCase(),
    headers: {
      ...createAuthHeaders(token),
      ...conditional?.headers,
      ...(body === undefined ? {} : { "Content-Type": body instanceof Blob ? body.type : "application/json" }),
      ...(method === "post" ? { "Idempotency-Key": idempotencyKey ?? crypto.randomUUID() } : {}),
    },
    body: body === undefined || body instanceof Blob ? body : JSON.stringify(body),
    signal,
  });
  const responseBody = await (conditional ? conditional.parse(response) : response.json()).catch(() => undefined);
  const message =
    typeof responseBody?.message === "string" && responseBody.message !== ""
      ? translateServerMessage(responseBody)
      : undefined;
  if ((response.ok || response.status === 304) && responseBody !== undefined)
    return message === undefined ? responseBody : { ...responseBody, message };
  if (response.status === 401 && token !== null && token === readToken()) handleUnauthorized();
  if (response.status === 403 && responseBody?.code === "totp-required" && (await confirmIdentity()))
    return request<Body>(options);
  throw new ApiError({
    // The answer was cut off, or is that of the network, such as its sign-in page.
    status: response.ok ? 0 : response.status,
    message: message ?? "API request failed",
    hasServerMessage: message !== undefined,
    code: responseBody?.code,
    errors: translateFieldErrors(responseBody ?? {}),
    data: responseBody?.data,
    concurrentEdits: responseBody?.changed,
  });
}

/** Calls a declared endpoint; `params` fill its path. Throws an ApiError. */
export function callEndpoint<Body = ResponseBody>(
  endpoint: Pick<Endpoint, "method" | "path">,
  {
    params = {},
    ...options
  }: { params?: Readonly<Record<string, string | number>> } & Pick<
    RequestOptions,
    "body" | "signal" | "idempotencyKey"
  > = {},
): Promise<Body> {
  return request<Body>({ method: endpoint.method, path: fillPath(endpoint, params), ...options });
}

/** Fetches the file of an endpoint, and its name; `params` fill the path. Throws an ApiError. */
export async function fetchFile(
  endpoint: Pick<Endpoint, "path">,
  params: Readonly<Record<string, string | number>> = {},
): Promise<{ name: string; bytes: Uint8Array<ArrayBuffer> }> {
  const init = { headers: createAuthHeaders(readToken()) };
  const response = await sendRequest(undefined, `/api${fillPath(endpoint, params)}`, init);
  if (!response.ok) {
    const body = await response.json().catch(() => undefined);
    const message = body === undefined ? "The file could not be read" : translateServerMessage(body);
    throw new ApiError({ status: response.status, message, hasServerMessage: body !== undefined });
  }
  const [, name = "file"] = /filename="?([^";]+)/.exec(response.headers.get("content-disposition") ?? "") ?? [];
  const bytes = await response.arrayBuffer().catch(throwUnreachable);
  return { name, bytes: new Uint8Array(bytes) };
}

/** Whether the portal answers within 5 s that it is ready for requests. */
export function isPortalReady(): Promise<boolean> {
  return fetch("/readyz", { cache: "no-store", signal: AbortSignal.timeout(5_000) }).then(
    ({ ok }) => ok,
    () => false,
  );
}

function fillPath({ path }: Pick<Endpoint, "path">, params: Readonly<Record<string, string | number>>): string {
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name] ?? "")));
}

async function sendRequest(
  prefetched: Promise<Response> | undefined,
  path: string,
  init: RequestInit,
): Promise<Response> {
  try {
    return await (prefetched ?? fetchAndSyncClock(path, init));
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    return throwUnreachable();
  }
}

function throwUnreachable(): never {
  throw new ApiError({ status: 0, message: "The portal cannot be reached. Check the connection and try again." });
}

/**
 * Translates the messages of invalid fields. A field in `details` is translated by its code and values. Any other
 * message comes from a form schema and is translated by its English text.
 */
function translateFieldErrors({ errors, details }: Pick<ErrorResponse, "errors" | "details">): Record<string, string> {
  const entries = Object.entries(errors ?? {});
  return Object.fromEntries(
    entries.map(([field, message]) => [field, translateServerMessage({ message, ...details?.[field] })]),
  );
}
