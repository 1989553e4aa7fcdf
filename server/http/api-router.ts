import { type NextFunction, type Request, type Response, Router } from "express";
import { createMessage, type Message } from "../../shared/messages.ts";
import { isRowOf } from "../../shared/registry.ts";
import { resources } from "../../shared/resources/index.ts";
import type { ErrorResponse } from "../../shared/wire.ts";
import type { PermissionCache } from "../access/permission-cache.ts";
import type { ChangeStream } from "../commits/change-stream.ts";
import type { GroupCommit } from "../commits/group-commit.ts";
import type { ResourceVersions } from "../commits/resource-versions.ts";
import type { Present } from "../database/present.ts";
import type { ReferenceCache } from "../database/reference-cache.ts";
import type { Store } from "../database/store.ts";
import { HttpError, notFound, toHttpError } from "../errors.ts";
import type { Log } from "../log.ts";
import type { ApprovableCalls } from "./approvable-calls.ts";
import { Authenticator } from "./authenticate.ts";
import { createEndpointRoute, type EndpointHandler } from "./endpoint-handler.ts";
import { OpenApiBuilder } from "./openapi/openapi-builder.ts";
import { RecordReader } from "./record-reader.ts";
import { rejectQueryParameters } from "./request.ts";
import type { ResourceHandlers } from "./resource-handlers.ts";
import { createResourceRoutes } from "./resource-routes.ts";
import { firstSegment, RouteTable } from "./routes.ts";

interface ApiRouterOptions {
  store: Store;
  groupCommit: GroupCommit;
  changeStream: ChangeStream;
  referenceCache: ReferenceCache;
  resourceVersions: ResourceVersions;
  permissionCache: PermissionCache;
  present: Present;
  resourceHandlers: readonly ResourceHandlers[];
  endpointHandlers: readonly EndpointHandler[];
  approvableCalls: ApprovableCalls;
  log: Log;
  /** Version of the portal. */
  version: string;
}

/** Everything below /api: endpoints, resource routes, the OpenAPI document and error responses. */
export function createApiRouter(options: ApiRouterOptions): Router {
  const { resourceHandlers, endpointHandlers, log, version } = options;
  const recordReader = new RecordReader(options);
  const routeOptions = { ...options, recordReader, authenticator: new Authenticator(options) };
  const routes = new RouteTable();
  let openApiDocument: object | undefined;
  for (const handler of endpointHandlers) routes.add(createEndpointRoute(handler, routeOptions));
  for (const handlers of resourceHandlers)
    for (const route of createResourceRoutes(handlers, routeOptions)) routes.add(route);
  routes.add({
    method: "get",
    path: "/openapi.json",
    describe: (builder) => builder.describeDocument(),
    handle: async (req, res) => {
      rejectQueryParameters(req);
      openApiDocument ??= new OpenApiBuilder().build(routes.all, { version });
      res.json(openApiDocument);
    },
  });
  const router = Router();
  router.use((_req, res, next) => {
    res.set("Cache-Control", "no-store");
    next();
  });
  router.use(routes.createHandler());
  router.use(() => {
    throw notFound("Address");
  });
  router.use(sendError);
  return router;

  function sendError(error: unknown, req: Request, res: Response, _next: NextFunction): void {
    const httpError = toHttpError(error);
    if (!httpError) (req.log ?? log).error({ err: error }, "request failed");
    // The status of a started response cannot change any more, so the response is aborted.
    if (res.headersSent) return void res.destroy();
    const { status, message, code, values, details } = httpError ?? new HttpError(500, createMessage("internal-error"));
    if (details.retryAfterSeconds !== undefined) res.set("Retry-After", String(details.retryAfterSeconds));
    const resource = resources.find(({ writePath }) => firstSegment(req.path) === writePath);
    // The row of another resource, such as the receipt that a claim would duplicate, is not a record of this address.
    const row = resource && isRowOf(resource, details.row) ? details.row : undefined;
    const data = row && resource ? recordReader.present(resource, row) : details.data;
    const requestId = status === 500 ? { requestId: req.id } : {};
    const response: ErrorResponse = {
      success: false,
      message,
      code,
      values,
      data,
      ...formatFieldErrors(details.errors),
      changed: details.edits,
    };
    res.status(status).json({ ...response, ...requestId });
  }
}

/** The error text of each field, and its code and values if it has them. */
function formatFieldErrors(errors: HttpError["details"]["errors"]): Pick<ErrorResponse, "errors" | "details"> {
  if (!errors) return {};
  const texts: Record<string, string> = {};
  const details: Record<string, Pick<Message, "code" | "values">> = {};
  for (const [field, error] of Object.entries(errors)) {
    if (typeof error === "string") texts[field] = error;
    else {
      texts[field] = error.message;
      details[field] = { code: error.code, values: error.values };
    }
  }
  return { errors: texts, details: Object.keys(details).length > 0 ? details : undefined };
}
