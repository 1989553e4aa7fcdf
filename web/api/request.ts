import type { Endpoint } from "../../shared/endpoints/endpoint.ts";
import type { RecordEdit } from "../../shared/wire.ts";
import { authHeaders, takePrefetched } from "./prefetch.ts";
import { readToken } from "./token.ts";

/** A failed call; `message` is shown to the user. `status` is 0 when no response came. */
export class ApiError extends Error {
  readonly status: number;
  readonly errors: Readonly<Record<string, string>>;
  /** On 409 the current record. */
  readonly data: unknown;
  /** On 409 the edits since the version that was sent, oldest first. */
  readonly concurrentEdits: readonly RecordEdit[] | undefined;

  constructor({ status, message, errors = {}, data, concurrentEdits }: ApiErrorInit) {
    super(message);
    this.status = status;
    this.errors = errors;
    this.data = data;
    this.concurrentEdits = concurrentEdits;
  }
}

interface ApiErrorInit {
  status: number;
  message: string;
  errors?: Readonly<Record<string, string>>;
  data?: unknown;
  concurrentEdits?: readonly RecordEdit[];
}

interface RequestOptions {
  method: string;
  path: string;
  /** Sent as JSON; a Blob is sent unchanged under its own type. */
  body?: unknown;
  signal?: AbortSignal;
  /** The server runs a POST with the same key once. A fresh key for each call without it. */
  idempotencyKey?: string;
  conditional?: ConditionalGet;
}

/** The headers of a conditional GET, and how its response is read: the cached body on 304. */
export interface ConditionalGet {
  headers: Readonly<Record<string, string>>;
  parse: (response: Response) => ReturnType<Response["json"]>;
}

type ResponseBody = Record<string, unknown> & { message?: string };

let handleUnauthorized: () => void = () => undefined;

/** Sets what runs when the server answers 401 to the current token. */
export function onUnauthorized(handle: () => void): void {
  handleUnauthorized = handle;
}

/** Sends a request below /api and returns the whole response body. Throws an ApiError unless it succeeds. */
export async function request<Body = ResponseBody>({
  method,
  path,
  body,
  signal,
  idempotencyKey,
  conditional,
}: RequestOptions): Promise<Body> {
  const token = readToken();
  const prefetched = method === "get" ? takePrefetched(path, token) : undefined;
  const response = await send(prefetched, `/api${path}`, {
    method: method.toUpperCase(),
    headers: {
      ...authHeaders(token),
      ...conditional?.headers,
      ...(body === undefined ? {} : { "Content-Type": body instanceof Blob ? body.type : "application/json" }),
      ...(method === "post" ? { "Idempotency-Key": idempotencyKey ?? crypto.randomUUID() } : {}),
    },
    body: body === undefined || body instanceof Blob ? body : JSON.stringify(body),
    signal,
  });
  const responseBody = await (conditional ? conditional.parse(response) : response.json()).catch(() => undefined);
  if ((response.ok || response.status === 304) && responseBody !== undefined) return responseBody;
  if (response.status === 401 && token !== null && token === readToken()) handleUnauthorized();
  throw new ApiError({
    status: response.status,
    message: typeof responseBody?.message === "string" ? responseBody.message : "API request failed",
    errors: responseBody?.errors,
    data: responseBody?.data,
    concurrentEdits: responseBody?.changed,
  });
}

/** Calls a declared endpoint; `params` fill its path. Throws an ApiError. */
export function callEndpoint<Body = ResponseBody>(
  endpoint: Pick<Endpoint, "method" | "path">,
  {
    params = {},
    body,
    signal,
  }: { params?: Readonly<Record<string, string | number>>; body?: unknown; signal?: AbortSignal } = {},
): Promise<Body> {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name] ?? "")));
  return request<Body>({ method: endpoint.method, path, body, signal });
}

async function send(prefetched: Promise<Response> | undefined, path: string, init: RequestInit): Promise<Response> {
  try {
    return await (prefetched ?? fetch(path, init));
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new ApiError({ status: 0, message: "The portal cannot be reached. Check the connection and try again." });
  }
}
