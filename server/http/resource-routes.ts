import type { Request, Response } from "express";
import { canAccess } from "../../shared/domain/resource-access.ts";
import type { Viewer } from "../../shared/permissions.ts";
import type { SuccessResponse } from "../../shared/wire.ts";
import { type IdempotencyStore, readInsertedRows } from "../commits/idempotency.ts";
import type { RequestContext } from "../commits/request-context.ts";
import type { Store } from "../database/store.ts";
import { type ApprovableCalls, rebuildApprovalAnswer, runOrRequestApproval, sendAnswer } from "./approvable-calls.ts";
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
  idempotency: IdempotencyStore;
  authenticator: Authenticator;
  recordReader: RecordReader;
  approvableCalls: ApprovableCalls;
}

/** The REST routes of a resource. */
export function createResourceRoutes(
  handlers: ResourceHandlers,
  { store, idempotency, authenticator, recordReader, approvableCalls }: ResourceRoutesOptions,
): Route[] {
  const { resource } = handlers;
  const listPath = `/${resource.name}`;
  const writePath = `/${resource.writePath}`;
  const describeOperation =
    (name: keyof Operations): Route["describe"] =>
    (builder) =>
      builder.describeResource(handlers)[name];
  const routes: Record<(typeof resource.verbs)[number], Route[]> = {
    list: [
      { method: "get", path: listPath, describe: describeOperation("list"), handle: readList },
      { method: "get", path: `${listPath}/:id`, describe: describeOperation("read"), handle: readOne },
    ],
    create: [{ method: "post", path: writePath, describe: describeOperation("create"), handle: create }],
    update: [
      { method: "put", path: writePath, describe: describeOperation("updateByBody"), handle: update },
      { method: "put", path: `${writePath}/:id`, describe: describeOperation("update"), handle: update },
    ],
    remove: [{ method: "delete", path: `${writePath}/:id`, describe: describeOperation("remove"), handle: remove }],
  };
  for (const verb of handlers.approvableVerbs ?? [])
    approvableCalls.add({
      operation: operationOf(verb),
      isAllowed: isAllowed(verb),
      run: (ctx, { recordId, body }) => write(ctx, { verb, id: recordId, body }),
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

  async function create(req: Request, res: Response): Promise<void> {
    const caller = await receive(req, res, "create");
    const key = readIdempotencyKey(req, caller.viewer);
    const ctx = authenticator.createContext(req, caller, { isAllowed: isAllowed("create"), idempotencyKey: key });
    const run = () => writeOrRequestApproval(ctx, { verb: "create", id: 0, body: req.body });
    const rebuildAnswer = async (transactionId: string) =>
      (await rebuildApprovalAnswer(store, transactionId)) ??
      toCreateResponse(
        handlers.answerRepeatedCreate(await readInsertedRows(store.connection, { transactionId, resource })),
      );
    sendAnswer(res, key ? await idempotency.runOnce(key, { run, rebuildAnswer }) : await run());
  }

  async function update(req: Request, res: Response): Promise<void> {
    const caller = await receive(req, res, "update");
    const ctx = authenticator.createContext(req, caller, { isAllowed: isAllowed("update") });
    const id = readUpdateId(resource, req);
    sendAnswer(res, await writeOrRequestApproval(ctx, { verb: "update", id, body: req.body }));
  }

  async function remove(req: Request, res: Response): Promise<void> {
    const caller = await receive(req, res, "remove");
    const ctx = authenticator.createContext(req, caller, { isAllowed: isAllowed("remove") });
    const id = parseId(resource, req.params.id);
    sendAnswer(res, await writeOrRequestApproval(ctx, { verb: "remove", id, body: req.body }));
  }

  /** Authorizes the caller of a write and reads the body, if the verb has one. */
  function receive(req: Request, res: Response, verb: WriteCall["verb"]) {
    const authorize = async () => {
      const caller = await authenticator.authorize(req, resource, verb);
      rejectQueryParameters(req);
      return caller;
    };
    const hasBody = verb !== "remove" || handlers.removeBodySchema !== undefined;
    return hasBody ? authorizeAndReadBody(req, res, { authorize }) : authorize();
  }

  /** `id` is 0 for the verb `create`. */
  async function write(ctx: RequestContext, { verb, id, body }: WriteCall): Promise<SuccessResponse> {
    if (verb === "create") return toCreateResponse(await handlers.create(ctx, body));
    if (verb === "remove") return toResponse(await handlers.remove(ctx, id, body));
    return toResponse(await handlers.update(ctx, { id, body, version: readVersion(body) }));
  }

  function writeOrRequestApproval(ctx: RequestContext, call: WriteCall) {
    if (!handlers.approvableVerbs?.includes(call.verb)) return write(ctx, call);
    const { id: recordId, body } = call;
    return runOrRequestApproval(ctx, { operation: operationOf(call.verb), recordId, body }, () => write(ctx, call));
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
  id: number;
  body: unknown;
}
