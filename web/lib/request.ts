import type { Endpoint } from "../../shared/endpoint.ts";
import type { Edit } from "../../shared/wire.ts";
import { headersOf, takeBegun } from "./begun.ts";
import { readToken } from "./token.ts";

/** Why a call did not succeed, in words for its reader. `status` is 0 when no answer came. */
export class Problem extends Error {
  readonly status: number;
  readonly errors: Readonly<Record<string, string>>;
  /** On 409 the record as it is now. */
  readonly data: unknown;
  /** What was done to the record since the version that was sent, where that is the reason. */
  readonly changed: readonly Edit[] | undefined;

  constructor({ status, message, errors = {}, data, changed }: Told) {
    super(message);
    this.status = status;
    this.errors = errors;
    this.data = data;
    this.changed = changed;
  }
}

interface Told {
  status: number;
  message: string;
  errors?: Readonly<Record<string, string>>;
  data?: unknown;
  changed?: readonly Edit[];
}

interface Sent {
  method: string;
  path: string;
  /** Goes as JSON; a file as it is, under its own type. */
  body?: unknown;
  signal?: AbortSignal;
  /** Makes a repeat of the same POST harmless. */
  idempotencyKey?: string;
  held?: Held;
}

/** How to ask for what may be held from before, and what comes of it. */
export interface Held {
  headers: Readonly<Record<string, string>>;
  read: (response: Response) => ReturnType<Response["json"]>;
}

type Received = Record<string, unknown> & { message?: string };

/** Called when the server no longer knows the session. */
let onSignedOut: () => void = () => undefined;

export function whenSignedOut(handle: () => void): void {
  onSignedOut = handle;
}

/** Sends a call below /api and returns the whole answer. Throws a Problem for anything but success. */
export async function request<Answer = Received>({
  method,
  path,
  body,
  signal,
  idempotencyKey,
  held,
}: Sent): Promise<Answer> {
  const token = readToken();
  const begun = method === "get" ? takeBegun(path, token) : undefined;
  const response = await reach(begun, `/api${path}`, {
    method: method.toUpperCase(),
    headers: {
      ...headersOf(token),
      ...held?.headers,
      ...(body === undefined ? {} : { "Content-Type": body instanceof Blob ? body.type : "application/json" }),
      ...(method === "post" ? { "Idempotency-Key": idempotencyKey ?? crypto.randomUUID() } : {}),
    },
    body: body === undefined || body instanceof Blob ? body : JSON.stringify(body),
    signal,
  });
  const answer = await (held ? held.read(response) : response.json()).catch(() => undefined);
  if ((response.ok || response.status === 304) && answer !== undefined) return answer;
  if (response.status === 401 && token !== null && token === readToken()) onSignedOut();
  throw new Problem({
    status: response.status,
    message: typeof answer?.message === "string" ? answer.message : "API request failed",
    errors: answer?.errors,
    data: answer?.data,
    changed: answer?.changed,
  });
}

/** Calls one of the portal's endpoints; its path parameters come from `params`. */
export function call<Answer = Received>(
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

async function reach(begun: Promise<Response> | undefined, path: string, init: RequestInit): Promise<Response> {
  try {
    return await (begun ?? fetch(path, init));
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new Problem({ status: 0, message: "The portal cannot be reached. Check the connection and try again." });
  }
}
