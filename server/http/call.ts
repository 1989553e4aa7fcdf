import type { Request, Response } from "express";
import { z } from "zod";
import { canCall, type Endpoint } from "../../shared/endpoints/endpoint.ts";
import type { Shape } from "../../shared/registry.ts";
import type { IdempotencyStore } from "../commits/idempotency.ts";
import type { RequestContext } from "../commits/request-context.ts";
import { forbidden, invalidParameter } from "../errors.ts";
import { type Authenticator, anonymousViewer } from "./authenticate.ts";
import { acceptsIdempotencyKey, parseBody, readBody, readIdempotencyKey } from "./request.ts";
import type { Route } from "./routes.ts";

/** An endpoint that is not plain CRUD, with its handler. */
export interface Call {
  endpoint: Endpoint<unknown>;
  handle: (call: CallInput) => Promise<CallOutcome>;
}

export interface CallInput {
  ctx: RequestContext;
  params: Readonly<Record<string, string>>;
  query: Readonly<Record<string, unknown>>;
  body: unknown;
  /** The uploaded file; empty if the endpoint takes none. */
  file: Uint8Array;
  contentType: string;
  /** SessionID of the caller; 0 without a session. */
  sessionId: number;
  ipAddress: string;
  userAgent: string;
}

/** The JSON response, or a file. */
export type CallOutcome = Readonly<Record<string, unknown>> & { success: true; file?: SentFile };

export interface SentFile {
  filename: string;
  contentType: string;
  content: Uint8Array;
}

/** Binds a handler to an endpoint. It receives query and body as parsed by the endpoint's schemas. */
export function defineCall<Body, Query extends Shape>(
  endpoint: Endpoint<Body, Query>,
  handle: (
    input: Omit<CallInput, "body" | "query"> & { body: Body; query: z.output<z.ZodObject<Query>> },
  ) => Promise<CallOutcome>,
): Call {
  return {
    endpoint,
    handle: ({ body, query, ...input }) =>
      handle({
        ...input,
        query: parseQuery(endpoint.query, query),
        // Without a schema `Body` is undefined.
        body: endpoint.body ? parseBody(endpoint.body, body) : (undefined as Body),
      }),
  };
}

interface CallRouteOptions {
  idempotency: IdempotencyStore;
  authenticator: Authenticator;
}

/** The route of a call. It authorizes the caller before it reads the body. */
export function createCallRoute({ endpoint, handle }: Call, { idempotency, authenticator }: CallRouteOptions): Route {
  const { method, path, guard } = endpoint;
  return { method, path, describe: (documentation) => documentation.describeCall(endpoint), handle: handleRequest };

  async function handleRequest(req: Request, res: Response): Promise<void> {
    const caller = guard === "open" ? undefined : await authenticator.authenticate(req);
    if (caller && !canCall(endpoint, caller.viewer)) throw forbidden();
    if (endpoint.body || endpoint.upload) await readBody(req, res, endpoint);
    const key = acceptsIdempotencyKey(endpoint)
      ? readIdempotencyKey(req, caller?.viewer ?? anonymousViewer)
      : undefined;
    const { body, query } = req;
    const input = {
      ctx: authenticator.createContext(req, caller, key),
      params: pathParams(req),
      query,
      body,
      file: Buffer.isBuffer(body) ? body : Buffer.alloc(0),
      contentType: req.get("content-type") ?? "",
      userAgent: req.get("user-agent") ?? "",
      ipAddress: req.ip ?? "",
      sessionId: caller?.sessionId ?? 0,
    };
    const run = () => handle(input);
    // The response to a repeat if the first one was lost. Handlers of calls cannot rebuild theirs.
    const recover = async () => ({ success: true, message: "", data: null });
    if (key) return void res.json(await idempotency.runOnce(key, { run, recover }));
    const { file, ...json } = await run();
    if (file) res.attachment(file.filename).type(file.contentType).send(Buffer.from(file.content));
    else res.json(json);
  }
}

/** Throws 400 that names the first wrong or unknown parameter. */
function parseQuery<Query extends Shape>(schema: z.ZodObject<Query> | undefined, query: unknown) {
  const parsed = z.strictObject(schema?.shape ?? {}).safeParse(query);
  // An endpoint without a schema has no parameters, and neither has its `Query`.
  if (parsed.success) return parsed.data as z.output<z.ZodObject<Query>>;
  const [issue] = parsed.error.issues;
  throw invalidParameter(issue?.code === "unrecognized_keys" ? String(issue.keys[0]) : String(issue?.path[0]));
}

function pathParams({ params }: Request): Record<string, string> {
  return Object.fromEntries(
    Object.entries(params).flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])),
  );
}
