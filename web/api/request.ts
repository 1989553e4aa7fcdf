import type { Endpoint } from "../../shared/endpoints/endpoint.ts";
import type { RecordEdit } from "../../shared/wire.ts";
import { authHeaders, takePrefetched } from "./prefetch.ts";
import { readToken } from "./token.ts";

/** Why a call did not succeed, in words for its reader. `status` is 0 when no answer came. */
export class ApiError extends Error {
  readonly status: number;
  readonly errors: Readonly<Record<string, string>>;
  /** On 409 the record as it is now. */
  readonly data: unknown;
  /** What was done to the record since the version that was sent, where that is the reason. */
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
  /** Goes as JSON; a file as it is, under its own type. */
  body?: unknown;
  signal?: AbortSignal;
  /** Makes a repeat of the same POST harmless. */
  idempotencyKey?: string;
  conditional?: ConditionalGet;
}

/** How to ask for what may be held from before, and what comes of it. */
export interface ConditionalGet {
  headers: Readonly<Record<string, string>>;
  parse: (response: Response) => ReturnType<Response["json"]>;
}

type ResponseBody = Record<string, unknown> & { message?: string };

/** Called when the server no longer knows the session. */
let handleUnauthorized: () => void = () => undefined;

export function onUnauthorized(handle: () => void): void {
  handleUnauthorized = handle;
}

/** Sends a call below /api and returns the whole answer. Throws a Problem for anything but success. */
export async function request<Answer = ResponseBody>({
  method,
  path,
  body,
  signal,
  idempotencyKey,
  conditional,
}: RequestOptions): Promise<Answer> {
  const token = readToken();
  const begun = method === "get" ? takePrefetched(path, token) : undefined;
  const response = await send(begun, `/api${path}`, {
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
  const answer = await (conditional ? conditional.parse(response) : response.json()).catch(() => undefined);
  if ((response.ok || response.status === 304) && answer !== undefined) return answer;
  if (response.status === 401 && token !== null && token === readToken()) handleUnauthorized();
  throw new ApiError({
    status: response.status,
    message: typeof answer?.message === "string" ? answer.message : "API request failed",
    errors: answer?.errors,
    data: answer?.data,
    concurrentEdits: answer?.changed,
  });
}

/** Calls one of the portal's endpoints; its path parameters come from `params`. */
export function callEndpoint<Answer = ResponseBody>(
  endpoint: Pick<Endpoint, "method" | "path">,
  {
    params = {},
    body,
    signal,
  }: { params?: Readonly<Record<string, string | number>>; body?: unknown; signal?: AbortSignal } = {},
): Promise<Answer> {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name] ?? "")));
  return request<Answer>({ method: endpoint.method, path, body, signal });
}

async function send(begun: Promise<Response> | undefined, path: string, init: RequestInit): Promise<Response> {
  try {
    return await (begun ?? fetch(path, init));
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new ApiError({ status: 0, message: "The portal cannot be reached. Check the connection and try again." });
  }
}
