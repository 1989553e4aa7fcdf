import { Readable } from "node:stream";
import type { Request, Response } from "express";
import { z } from "zod";
import type { Endpoint } from "../../shared/endpoints/endpoint.ts";
import { booleanParameter } from "../../shared/endpoints/query-parameters.ts";
import { canCall, type Viewer } from "../../shared/permissions.ts";
import { type AnyResource, isRowOf, type Resource, type Shape, type StoredRow } from "../../shared/registry.ts";
import { readWrittenRow } from "../commits/idempotency.ts";
import type { RequestContext } from "../commits/request-context.ts";
import type { Doc, Store } from "../database/store.ts";
import { forbidden, invalidParameter } from "../errors.ts";
import { type ApprovableCalls, sendAnswer } from "./approvable-calls.ts";
import type { Authenticator } from "./authenticate.ts";
import { readDeviceCookie, setDeviceCookie, toClientAddress } from "./client-identity.ts";
import { sendStream } from "./list-stream.ts";
import { acceptsIdempotencyKey, authorizeAndReadBody, parseBody, readIdempotencyKey } from "./request.ts";
import type { Route } from "./routes.ts";

/** An endpoint with the function that answers its requests. */
export interface EndpointHandler {
  endpoint: Endpoint<unknown>;
  handle: (request: EndpointRequest) => Promise<EndpointResponse>;
  /** Rebuilds the response from the row that the request wrote. */
  rebuild?: { resource: AnyResource; respond: (row: Doc, viewer: Viewer) => EndpointResponse };
}

/** A request that passed the endpoint's access check. Open endpoints have no caller. */
export interface EndpointRequest {
  ctx: RequestContext;
  params: Readonly<Record<string, string>>;
  query: Readonly<Record<string, unknown>>;
  body: unknown;
  /** The uploaded file; empty if the endpoint takes none. */
  file: Uint8Array;
  contentType: string;
  /** SessionID of the caller, or the negative DisplayID of a display; 0 without a session. */
  sessionId: number;
  /** The part of the IP address that identifies the client, see `toClientAddress`. */
  ipAddress: string;
  userAgent: string;
  /** The content of the device cookie; empty without one. */
  deviceToken: string;
  /**
   * Checks access again after a wait, because it may have been revoked meanwhile. Returns the caller's current viewer,
   * or throws 401 or 403. Not for open endpoints.
   */
  reauthorize: () => Promise<Viewer>;
}

/**
 * The fields of the JSON response, after `success` and an empty `message` by default, or a file. `deviceToken` is sent
 * as the device cookie.
 */
export type EndpointResponse = Readonly<Record<string, unknown>> & {
  file?: SentFile;
  deviceToken?: string;
};

export interface SentFile {
  filename: string;
  contentType: string;
  /** A stream is sent while it is written. If it fails, the response is aborted. */
  content: Uint8Array | Readable;
}

/** Implements an endpoint. `handle` receives query and body as parsed by the endpoint's schemas. */
export function defineEndpointHandler<Body, Query extends Shape>(
  endpoint: Endpoint<Body, Query>,
  handle: (request: ParsedRequest<Body, Query>) => Promise<EndpointResponse>,
): EndpointHandler {
  return {
    endpoint,
    handle: ({ body, query, ...request }) =>
      handle({
        ...request,
        query: parseQuery(endpoint.query, query),
        // Without a schema, `Body` is undefined.
        body: endpoint.body ? parseBody(endpoint.body, body) : (undefined as Body),
      }),
  };
}

type ParsedRequest<Body, Query extends Shape> = Omit<EndpointRequest, "body" | "query"> & {
  body: Body;
  query: z.output<z.ZodObject<Query>>;
};

/**
 * Implements an endpoint whose response shows the row that it writes: the one whose id is in the path, or the last one
 * of the resource. A repeated request gets this response even if it was not stored.
 */
export function defineWriteHandler<Row extends StoredRow, Body, Query extends Shape>(
  endpoint: Endpoint<Body, Query>,
  resource: Resource<Row>,
  {
    write,
    respond,
  }: {
    write: (request: ParsedRequest<Body, Query>) => Promise<Row>;
    respond: (row: Row, viewer: Viewer) => EndpointResponse;
  },
): EndpointHandler {
  return {
    ...defineEndpointHandler(endpoint, async (request) => respond(await write(request), request.ctx.viewer)),
    rebuild: createRebuild(resource, respond),
  };
}

/** Rebuilds the response from the row that the request wrote, for a handler that is not defined by `defineWriteHandler`. */
export function createRebuild<Row extends StoredRow>(
  resource: Resource<Row>,
  respond: (row: Row, viewer: Viewer) => EndpointResponse,
): NonNullable<EndpointHandler["rebuild"]> {
  return { resource, respond: (row, viewer) => (isRowOf(resource, row) ? respond(row, viewer) : {}) };
}

interface EndpointRouteOptions {
  store: Store;
  approvableCalls: ApprovableCalls;
  authenticator: Authenticator;
}

/** The route of an endpoint. It authorizes the caller before and after it reads the body. */
export function createEndpointRoute(
  { endpoint, handle, rebuild }: EndpointHandler,
  { store, authenticator, approvableCalls }: EndpointRouteOptions,
): Route {
  const { method, path, guard } = endpoint;
  const operation = `${method} ${path}`;
  const isAllowed = (viewer: Viewer) => canCall(endpoint, viewer);
  if (endpoint.mayNeedApproval)
    approvableCalls.add({
      operation,
      bodySchema: endpoint.body,
      isAllowed,
      run: (ctx, { recordId, body }) => handle(createStoredRequest(endpoint, { ctx, recordId, body })),
    });
  return { method, path, describe: (builder) => builder.describeEndpoint(endpoint), handle: handleRequest };

  async function handleRequest(req: Request, res: Response): Promise<void> {
    const authorize = async () => {
      const caller = await authenticator.authenticate(req);
      if (!isAllowed(caller.viewer)) throw forbidden();
      if (endpoint.requiresReauthentication) authenticator.assertIdentityConfirmed(caller);
      return caller;
    };
    const identify = async () => (guard === "open" ? undefined : authorize());
    const hasBody = endpoint.body !== undefined || endpoint.upload !== undefined;
    const { upload } = endpoint;
    const caller = await (hasBody ? authorizeAndReadBody(req, res, { authorize: identify, upload }) : identify());
    // A dry run writes nothing, so there is no answer to repeat.
    const isDryRun = booleanParameter().safeParse(req.query.dryRun).data === true;
    const acceptsKey = acceptsIdempotencyKey(endpoint) && !isDryRun;
    const key = caller && acceptsKey ? readIdempotencyKey(req, caller.viewer) : undefined;
    const { query } = req;
    // A request without a body leaves out all fields.
    const body: unknown = endpoint.body && req.body === undefined ? {} : req.body;
    const request = {
      ctx: authenticator.createContext(req, caller, { isAllowed, idempotencyKey: key }),
      params: readPathParams(req),
      query,
      body,
      file: Buffer.isBuffer(body) ? body : Buffer.alloc(0),
      contentType: req.get("content-type") ?? "",
      userAgent: req.get("user-agent") ?? "",
      ipAddress: toClientAddress(req.ip ?? ""),
      deviceToken: readDeviceCookie(req),
      sessionId: caller?.sessionId ?? 0,
      reauthorize: async () => (await authorize()).viewer,
    };
    const recordId = Number(Object.values(request.params)[0] ?? 0);
    const { file, deviceToken, ...json }: Partial<EndpointResponse> = await approvableCalls.answer({
      ...{ ctx: request.ctx, key, operation, recordId, body },
      run: async () => ({ success: true, message: "", ...(await handle(request)) }),
      rebuildAnswer: async (transactionId) => {
        const empty = { success: true, message: "", data: null };
        if (!rebuild) return empty;
        const { [rebuild.resource.idField]: id } = request.params;
        const written = { transactionId, resource: rebuild.resource, id: id === undefined ? undefined : Number(id) };
        const row = await readWrittenRow(store.connection, written);
        return { ...empty, ...(row && rebuild.respond(row, request.ctx.viewer)) };
      },
    });
    if (deviceToken !== undefined) setDeviceCookie(req, res, deviceToken);
    if (file) await sendFile(res, file);
    else sendAnswer(res, json);
  }
}

async function sendFile(res: Response, { filename, contentType, content }: SentFile): Promise<void> {
  res.attachment(filename).type(contentType);
  if (content instanceof Readable) await sendStream(res, content);
  else res.send(Buffer.from(content));
}

/** The request of an approved call. Only the body and the id in the path are those of the original HTTP request. */
function createStoredRequest(
  { path }: Pick<Endpoint, "path">,
  { ctx, recordId, body }: { ctx: RequestContext; recordId: number; body: unknown },
): EndpointRequest {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name = ""]) => name);
  return {
    ctx,
    params: Object.fromEntries(names.map((name) => [name, String(recordId)])),
    query: {},
    body,
    file: Buffer.alloc(0),
    contentType: "",
    userAgent: "",
    ipAddress: "",
    deviceToken: "",
    sessionId: 0,
    reauthorize: async () => ctx.viewer,
  };
}

/** Throws 400 with the name of the first invalid or unknown parameter. */
function parseQuery<Query extends Shape>(schema: z.ZodObject<Query> | undefined, query: unknown) {
  const parsed = z.strictObject(schema?.shape ?? {}).safeParse(query);
  // Without a schema, `Query` has no parameters.
  if (parsed.success) return parsed.data as z.output<z.ZodObject<Query>>;
  const [issue] = parsed.error.issues;
  throw invalidParameter(issue?.code === "unrecognized_keys" ? String(issue.keys[0]) : String(issue?.path[0]));
}

function readPathParams({ params }: Request): Record<string, string> {
  return Object.fromEntries(
    Object.entries(params).flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])),
  );
}
