import type { Request, Response } from "express";
import { canAccess } from "../../shared/domain/resource-access.ts";
import type { Viewer } from "../../shared/permissions.ts";
import type { SuccessResponse } from "../../shared/wire.ts";
import { readInsertedRows } from "../commits/idempotency.ts";
import type { RequestContext } from "../commits/request-context.ts";
import type { Store } from "../database/store.ts";
import { type ApprovableCalls, sendAnswer } from "./approvable-calls.ts";
import type { Authenticator } from "./authenticate.ts";
import type { Operations } from "./openapi/openapi-builder.ts";
import type { RecordReader } from "./record-reader.ts";
import {
  authorizeAndReadBody,
  parseId,
  readIdempotencyKey,
  readUpdateId,
  readVersion,
  rejectQueryParameters,
} from "./request.ts";
import type { ResourceHandlers, WriteOutcome } from "./resource-handlers.ts";
import type { Route } from "./routes.ts";

interface ResourceRoutesOptions {
  store: Store;
  authenticator: Authenticator;
  recordReader: RecordReader;
  approvableCalls: ApprovableCalls;
}

/** The REST routes of a resource. */
export function createResourceRoutes(
  handlers: ResourceHandlers,
  { store, authenticator, recordReader, approvableCalls }: ResourceRoutesOptions,
): Route[] {
  const { resource } = handlers;
  const listPath = `/${resource.name}`;
  const writePath = `/${resource.writePath}`;
  const recordPath = `${writePath}/:id`;
  const describeOperation =
    (name: keyof Operations): Route["describe"] =>
    (builder) =>
      builder.describeResource(handlers)[name];
  const routes: Record<(typeof resource.verbs)[number], Route[]> = {
    list: [
      { method: "get", path: listPath, describe: describeOperation("list"), handle: readList },
      { method: "get", path: `${listPath}/:id`, describe: describeOperation("read"), handle: readOne },
    ],
    create: [{ method: "post", path: writePath, describe: describeOperation("create"), handle: handleWrite("create") }],
    update: [
      { method: "put", path: writePath, describe: describeOperation("updateByBody"), handle: handleWrite("update") },
      { method: "put", path: recordPath, describe: describeOperation("update"), handle: handleWrite("update") },
    ],
    remove: [
      { method: "delete", path: recordPath, describe: describeOperation("remove"), handle: handleWrite("remove") },
    ],
  };
  const bodySchemas = {
    create: resource.createInput,
    update: handlers.openapi?.updateBody ?? resource.input,
    remove: handlers.removeBodySchema,
  };
  for (const verb of handlers.approvableVerbs ?? [])
    approvableCalls.add({
      operation: operationOf(verb),
      bodySchema: bodySchemas[verb],
      isAllowed: isAllowed(verb),
      run: (ctx, call) => write(ctx, { verb, ...call }),
    });
  return resource.verbs.flatMap((verb) => routes[verb]);

  async function readList(req: Request, res: Response): Promise<void> {
    const { viewer } = await authenticator.authorize(req, resource, "list");
    await recordReader.sendList(handlers, viewer, { req, res });
  }

  async function readOne(req: Request, res: Response): Promise<void> {
    const { viewer } = await authenticator.authorize(req, resource, "list");
    rejectQueryParameters(req);
    res.json(await recordReader.readOne(resource, viewer, req.params.id));
  }

  /** Handles a POST, PUT or DELETE. */
  function handleWrite(verb: WriteCall["verb"]): Route["handle"] {
    return async (req, res) => {
      const caller = await authorizeAndReadBody(req, res, {
        authorize: async () => {
          const authorized = await authenticator.authorize(req, resource, verb);
          rejectQueryParameters(req);
          return authorized;
        },
      });
      const key = verb === "create" ? readIdempotencyKey(req, caller.viewer) : undefined;
      const ctx = authenticator.createContext(req, caller, { isAllowed: isAllowed(verb), idempotencyKey: key });
      const call = { recordId: readRecordId(req, verb), body: req.body };
      const answer = await approvableCalls.answer({
        ...{ ctx, key, operation: operationOf(verb), ...call },
        run: () => write(ctx, { verb, ...call, version: verb === "create" ? undefined : readVersion(req.body) }),
        rebuildAnswer: async (transactionId) =>
          toCreateResponse(
            handlers.answerRepeatedCreate(await readInsertedRows(store.connection, { transactionId, resource })),
          ),
      });
      sendAnswer(res, answer);
    };
  }

  function readRecordId(req: Request, verb: WriteCall["verb"]): number {
    if (verb === "create") return 0;
    return verb === "update" ? readUpdateId(resource, req) : parseId(resource, req.params.id);
  }

  async function write(ctx: RequestContext, { verb, recordId, body, version }: WriteCall): Promise<SuccessResponse> {
    if (verb === "create") return toCreateResponse(await handlers.create(ctx, body));
    return toResponse(await handlers[verb](ctx, { id: recordId, body, version }));
  }

  function isAllowed(verb: WriteCall["verb"]): (viewer: Viewer) => boolean {
    return (viewer) => canAccess(viewer, { resource, verb });
  }

  function operationOf(verb: WriteCall["verb"]): string {
    return `${verb} ${resource.name}`;
  }

  async function toCreateResponse(outcome: WriteOutcome): Promise<SuccessResponse> {
    const response = await toResponse(outcome);
    return handlers.createReturnsList ? { ...response, data: [response.data] } : response;
  }

  async function toResponse({ message, row, data, extras }: WriteOutcome): Promise<SuccessResponse> {
    const written = row ? await recordReader.presentWritten(resource, row) : (data ?? null);
    return { success: true, ...message, data: written, ...extras };
  }
}

interface WriteCall {
  verb: "create" | "update" | "remove";
  /** 0 for the verb `create`. */
  recordId: number;
  body: unknown;
  /** The version that a change is based on. An approved call has none, because the approval checks the versions. */
  version?: number;
}
