import { randomUUID } from "node:crypto";
import express, { type NextFunction, type Request, type Response, Router } from "express";
import mongoose from "mongoose";
import type { Endpoint } from "../../shared/endpoint.ts";
import { messages } from "../../shared/messages.ts";
import { can, canDo, mayHold } from "../../shared/permissions.ts";
import type { AnyResource, Verb } from "../../shared/registry.ts";
import type { Answer, Refusal } from "../../shared/wire.ts";
import type { Access, Identity } from "./access.ts";
import { type Books, Context } from "./context.ts";
import type { Call, Feature, Outcome } from "./feature.ts";
import type { Feed } from "./feed.ts";
import { type Once, onceFor } from "./idempotency.ts";
import { idFrom } from "./ids.ts";
import { sendList } from "./list.ts";
import type { Log } from "./log.ts";
import type { Mirror } from "./mirror.ts";
import type { Present } from "./present.ts";
import { listQuery } from "./query.ts";
import { forbidden, invalid, notFound, Refused, unauthorized, unavailable } from "./refusal.ts";
import { idOf } from "./transaction.ts";
import { keptAs } from "./views.ts";

interface HttpParts {
  books: Books;
  feed: Feed;
  mirror: Mirror;
  access: Access;
  presenters: ReadonlyMap<string, Present>;
  features: readonly Feature[];
  calls: readonly Call[];
  log: Log;
}

const nobody: Identity["viewer"] = { UserID: 0, permissions: {}, scope: "own", plots: new Set() };

/** The whole of /api: five routes for each resource, the calls beside them, and one place where refusals are answered. */
export function apiRouter({ books, feed, mirror, access, presenters, features, calls, log }: HttpParts): Router {
  const router = Router();
  router.use((_req, res, next) => {
    res.set("Cache-Control", "no-store");
    next();
  });
  for (const call of calls) addCall(call);
  for (const feature of features) addResource(feature);
  router.use(() => {
    throw notFound("Address");
  });
  router.use(answerRefusal);
  return router;

  function addCall({ endpoint, handle }: Call): void {
    router[endpoint.method](endpoint.path, async (req, res) => {
      const identity = endpoint.guard === "open" ? undefined : await identify(req);
      const sessionId = identity?.sessionId ?? 0;
      if (typeof endpoint.guard === "object" && identity && !can(identity.viewer, endpoint.guard)) throw forbidden();
      const params: Record<string, string> = {};
      for (const [name, value] of Object.entries(req.params)) if (typeof value === "string") params[name] = value;
      await readBody(req, res, endpoint.upload);
      const once = identity && endpoint.method === "post" ? onceIn(req, identity) : undefined;
      const ctx = contextFor(identity, req, once);
      const { body, query } = req;
      const file = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
      const contentType = req.get("content-type") ?? "";
      const agent = req.get("user-agent") ?? "";
      const address = req.ip ?? "";
      const run = () => handle({ ctx, params, query, body, file, contentType, sessionId, address, agent });
      const recover = async () => ({ success: true, message: "", data: null });
      res.json(once ? await books.repeats.answerOnce(once, { run, recover }) : await run());
    });
  }

  function addResource(feature: Feature): void {
    const { resource } = feature;
    const write = `/${resource.writeName}`;
    if (resource.verbs.includes("list")) {
      router.get(`/${resource.name}`, async (req, res) =>
        list(feature, await allowed(req, resource, "list"), { req, res }),
      );
      router.get(`/${resource.name}/:id`, async (req, res) =>
        readOne(resource, await allowed(req, resource, "list"), { req, res }),
      );
    }
    if (resource.verbs.includes("create"))
      router.post(write, async (req, res) => {
        const identity = await allowed(req, resource, "create");
        await readBody(req, res);
        const once = onceIn(req, identity);
        const ctx = contextFor(identity, req, once);
        const run = async () => answerOf(resource, await feature.create(ctx, req.body));
        const recover = async (transaction: string) =>
          answerOf(resource, { message: "", row: await books.firstMade(transaction, resource.name) });
        res.json(once ? await books.repeats.answerOnce(once, { run, recover }) : await run());
      });
    if (resource.verbs.includes("update"))
      router.put([write, `${write}/:id`], async (req, res) => {
        const ctx = contextFor(await allowed(req, resource, "update"), req);
        await readBody(req, res);
        const { id, version } = updateTarget(resource, req);
        res.json(await answerOf(resource, await feature.update(ctx, { id, body: req.body, version })));
      });
    if (resource.verbs.includes("remove"))
      router.delete(`${write}/:id`, async (req, res) => {
        const ctx = contextFor(await allowed(req, resource, "remove"), req);
        res.json(await answerOf(resource, await feature.remove(ctx, idFrom(resource, req.params.id))));
      });
  }

  async function allowed(req: Request, resource: AnyResource, verb: Verb): Promise<Identity> {
    const identity = await identify(req);
    if (!canDo(identity.viewer, { resource, verb })) throw forbidden();
    return identity;
  }

  /** Who asks; rights that this server has just written already count. */
  async function identify(req: Request): Promise<Identity & { sessionId: number }> {
    await feed.seen(access.resources);
    const token = /^Bearer (.+)$/.exec(req.get("authorization") ?? "")?.[1];
    const read = token === undefined ? undefined : access.readToken(token);
    const identity = read && access.identify(read.sessionId);
    if (!identity) throw unauthorized();
    req.log?.setBindings({ user: identity.viewer.UserID });
    return { ...identity, sessionId: read.sessionId };
  }

  function contextFor(identity: Identity | undefined, req: Request, once?: Once): Context {
    const viewer = identity?.viewer ?? nobody;
    const by = { UserID: viewer.UserID, name: identity?.name ?? "Portal" };
    return new Context(books, { viewer, by, requestId: String(req.id ?? randomUUID()), once });
  }

  async function answerOf(resource: AnyResource, { message, row, data }: Outcome): Promise<Answer> {
    await feed.seen(joinTargets(resource));
    return { success: true, message, data: row ? presenterFor(resource)(row) : (data ?? null) };
  }

  async function readOne(
    resource: AnyResource,
    { viewer }: Identity,
    { req, res }: { req: Request; res: Response },
  ): Promise<void> {
    await feed.seen(joinTargets(resource));
    const row = await books.store.get(keptAs(resource), idFrom(resource, req.params.id));
    if (!row || !mayHold(viewer, resource, row)) throw notFound(resource.label);
    res.json({ success: true, message: "", data: presenterFor(resource)(row) });
  }

  async function list(
    { resource, besideList }: Feature,
    { viewer }: Identity,
    { req, res }: { req: Request; res: Response },
  ): Promise<void> {
    await feed.seen(joinTargets(resource));
    const { filter, sort, limit } = await listQuery(resource, {
      parameters: req.query,
      viewer,
      mirror,
      store: books.store,
    });
    const kept = keptAs(resource);
    const rows = books.store.stream(kept, filter, { sort, limit: limit === undefined ? undefined : limit + 1 });
    const beside = (await besideList?.({ viewer, store: books.store, mirror })) ?? {};
    await sendList(res, { rows, limit, present: presenterFor(resource), idOf: (row) => idOf(kept, row), beside });
  }

  function presenterFor(resource: AnyResource): Present {
    const present = presenters.get(resource.name);
    if (!present) throw new Error(`Nobody presents ${resource.name}`);
    return present;
  }

  function answerRefusal(error: unknown, req: Request, res: Response, _next: NextFunction): void {
    const refused = asRefused(error);
    if (!refused) (req.log ?? log).error({ err: error }, "request failed");
    if (res.headersSent) return void res.destroy();
    const { status, message, details } = refused ?? { status: 500, message: messages.broken, details: {} };
    if (details.retryAfter !== undefined) res.set("Retry-After", String(details.retryAfter));
    const resource = features.find((feature) => req.path.split("/")[1] === feature.resource.writeName)?.resource;
    const data = details.row && resource ? presenterFor(resource)(details.row) : undefined;
    const reference = status === 500 ? { requestId: req.id } : {};
    const refusal: Refusal = { success: false, message, errors: details.errors, data };
    res.status(status).json({ ...refusal, ...reference });
  }
}

const parseJson = express.json({ limit: "1mb", strict: false });

/** Reads the body once it is known that this caller may send one. */
function readBody(req: Request, res: Response, upload?: Endpoint["upload"]): Promise<void> {
  const parse = upload ? express.raw({ type: [...upload.types], limit: upload.limit }) : parseJson;
  return new Promise((resolve, reject) => {
    parse(req, res, (error?: unknown) => (error === undefined ? resolve() : reject(error)));
  });
}

/** The mark of a request whose sender wants it done once at most. */
function onceIn(req: Request, { viewer }: Identity): Once | undefined {
  const key = req.get("idempotency-key");
  if (key === undefined) return undefined;
  if (key === "" || key.length > 200) throw invalid("Idempotency-Key must have 1 to 200 characters");
  return onceFor({ key, user: viewer.UserID, call: req.path, body: req.body });
}

function joinTargets(resource: AnyResource): string[] {
  const names = Object.values(resource.joined).flatMap(({ target }) => [target.name, ...joinTargets(target)]);
  return [...new Set(names)];
}

function updateTarget(resource: AnyResource, req: Request): { id: number; version: number | undefined } {
  const body: unknown = req.body;
  const fields = new Map<string, unknown>(typeof body === "object" && body !== null ? Object.entries(body) : []);
  const version = fields.get("Version");
  if (version !== undefined && !Number.isSafeInteger(version))
    throw invalid("Version must be a whole number", { Version: "Version must be a whole number" });
  const inBody = fields.get(resource.id);
  const id = req.params.id === undefined ? inBody : idFrom(resource, req.params.id);
  if (typeof id !== "number" || !Number.isSafeInteger(id))
    throw invalid(`${resource.id} is required`, { [resource.id]: `${resource.id} is required` });
  if (inBody !== undefined && inBody !== id)
    throw invalid(`${resource.id} does not match the address`, { [resource.id]: "Does not match the address" });
  return { id, version: typeof version === "number" ? version : undefined };
}

/** What is known to be no bug, as a refusal. */
function asRefused(error: unknown): Refused | undefined {
  if (error instanceof Refused) return error;
  if (isAway(error)) return unavailable();
  if (error instanceof Error && "status" in error && typeof error.status === "number" && error.status < 500)
    return new Refused(error.status, error.status === 413 ? "The request is too large" : messages.invalidBody);
  return undefined;
}

function isAway(error: unknown): boolean {
  const {
    MongoNetworkError,
    MongoServerSelectionError,
    MongoNotConnectedError,
    MongoTopologyClosedError,
    MongoOperationTimeoutError,
  } = mongoose.mongo;
  return [
    MongoNetworkError,
    MongoServerSelectionError,
    MongoNotConnectedError,
    MongoTopologyClosedError,
    MongoOperationTimeoutError,
  ].some((kind) => error instanceof kind);
}
