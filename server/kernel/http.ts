import { randomUUID } from "node:crypto";
import { type NextFunction, type Request, type Response, Router } from "express";
import { canDo } from "../../shared/can-do.ts";
import { mayCall } from "../../shared/endpoint.ts";
import { messages } from "../../shared/messages.ts";
import type { AnyResource, Verb } from "../../shared/registry.ts";
import type { Answer, Refusal } from "../../shared/wire.ts";
import type { Access, Identity } from "./access.ts";
import { readBody } from "./body.ts";
import { type Books, Context } from "./context.ts";
import { asRefused } from "./failures.ts";
import type { Call, Feature, Outcome } from "./feature.ts";
import type { Feed } from "./feed.ts";
import type { Once } from "./idempotency.ts";
import { idFrom } from "./ids.ts";
import type { Log } from "./log.ts";
import type { Mirror } from "./mirror.ts";
import type { Moves } from "./moves.ts";
import { Documentation } from "./openapi.ts";
import type { Present } from "./present.ts";
import { Reader } from "./reading.ts";
import { forbidden, notFound, unauthorized } from "./refusal.ts";
import { onceIn, takeNoQuery, updateTarget } from "./request.ts";
import { Routes } from "./routes.ts";

interface HttpParts {
  books: Books;
  feed: Feed;
  mirror: Mirror;
  moves: Moves;
  access: Access;
  presenters: ReadonlyMap<string, Present>;
  features: readonly Feature[];
  calls: readonly Call[];
  log: Log;
  /** Of the portal, for its documentation. */
  version: string;
}

const nobody: Identity["viewer"] = { UserID: 0, permissions: {}, scope: "own", plots: new Set() };

/** The whole of /api: the routes of each resource, the calls beside them, their documentation, and one place where refusals are answered. */
export function apiRouter({
  books,
  feed,
  mirror,
  moves,
  access,
  presenters,
  features,
  calls,
  log,
  version,
}: HttpParts): Router {
  const reader = new Reader({ store: books.store, feed, mirror, moves, presenters, version });
  const documentation = new Documentation();
  const routes = new Routes();
  for (const call of calls) addCall(call);
  for (const feature of features) addResource(feature);
  routes.add({
    method: "get",
    path: "/openapi.json",
    operation: documentation.ownOperation(),
    handle: async (req, res) => {
      takeNoQuery(req);
      res.json(document);
    },
  });
  const document = documentation.of(routes.all, { version });
  const router = Router();
  router.use((_req, res, next) => {
    res.set("Cache-Control", "no-store");
    next();
  });
  routes.mountOn(router);
  router.use(() => {
    throw notFound("Address");
  });
  router.use(answerRefusal);
  return router;

  /** Rights come first: a body is not even read from somebody who may not send it. */
  function addCall({ endpoint, handle }: Call): void {
    const { method, path, guard } = endpoint;
    const operation = documentation.call(endpoint);
    const answer = async (req: Request, res: Response) => {
      const identity = guard === "open" ? undefined : await identify(req);
      if (identity && !mayCall(endpoint, identity.viewer)) throw forbidden();
      const params: Record<string, string> = {};
      for (const [name, value] of Object.entries(req.params)) if (typeof value === "string") params[name] = value;
      if (endpoint.body || endpoint.upload) await readBody(req, res, endpoint);
      const mayRepeat = method === "post" && !endpoint.secretAnswer;
      const once = mayRepeat ? onceIn(req, identity?.viewer ?? nobody) : undefined;
      const ctx = contextFor(identity, req, once);
      const { body, query } = req;
      const input = {
        file: Buffer.isBuffer(body) ? body : Buffer.alloc(0),
        contentType: req.get("content-type") ?? "",
        agent: req.get("user-agent") ?? "",
        address: req.ip ?? "",
        sessionId: identity?.sessionId ?? 0,
      };
      const run = () => handle({ ctx, params, query, body, ...input });
      const recover = async () => ({ success: true, message: "", data: null });
      if (once) return void res.json(await books.repeats.answerOnce(once, { run, recover }));
      const { file, ...told } = await run();
      if (file) res.attachment(file.filename).type(file.contentType).send(Buffer.from(file.content));
      else res.json(told);
    };
    routes.add({ method, path, operation, handle: answer });
  }

  function addResource(feature: Feature): void {
    const { resource } = feature;
    const list = `/${resource.name}`;
    const write = `/${resource.writeName}`;
    const operations = documentation.resource(feature);
    if (resource.verbs.includes("list")) {
      routes.add({
        method: "get",
        path: list,
        operation: operations.list,
        handle: async (req, res) => {
          const { viewer } = await allowed(req, resource, "list");
          await reader.list(feature, viewer, { req, res });
        },
      });
      routes.add({
        method: "get",
        path: `${list}/:id`,
        operation: operations.read,
        handle: async (req, res) => {
          const { viewer } = await allowed(req, resource, "list");
          takeNoQuery(req);
          res.json(await reader.one(resource, viewer, req.params.id));
        },
      });
    }
    if (resource.verbs.includes("create"))
      routes.add({
        method: "post",
        path: write,
        operation: operations.create,
        handle: async (req, res) => {
          const identity = await allowed(req, resource, "create");
          takeNoQuery(req);
          await readBody(req, res);
          const once = onceIn(req, identity.viewer);
          const ctx = contextFor(identity, req, once);
          const run = async () => answerOf(resource, await feature.create(ctx, req.body));
          const recover = async (transaction: string) =>
            answerOf(resource, feature.recovered(await books.madeIn(transaction, resource.name)));
          res.json(once ? await books.repeats.answerOnce(once, { run, recover }) : await run());
        },
      });
    if (resource.verbs.includes("update")) {
      const handle = async (req: Request, res: Response) => {
        const ctx = contextFor(await allowed(req, resource, "update"), req);
        takeNoQuery(req);
        await readBody(req, res);
        const { id, version } = updateTarget(resource, req);
        res.json(await answerOf(resource, await feature.update(ctx, { id, body: req.body, version })));
      };
      routes.add({ method: "put", path: write, operation: operations.updateByBody, handle });
      routes.add({ method: "put", path: `${write}/:id`, operation: operations.update, handle });
    }
    if (resource.verbs.includes("remove"))
      routes.add({
        method: "delete",
        path: `${write}/:id`,
        operation: operations.remove,
        handle: async (req, res) => {
          const ctx = contextFor(await allowed(req, resource, "remove"), req);
          takeNoQuery(req);
          res.json(await answerOf(resource, await feature.remove(ctx, idFrom(resource, req.params.id))));
        },
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
    return { success: true, message, data: row ? await reader.written(resource, row) : (data ?? null) };
  }

  function answerRefusal(error: unknown, req: Request, res: Response, _next: NextFunction): void {
    const refused = asRefused(error);
    if (!refused) (req.log ?? log).error({ err: error }, "request failed");
    if (res.headersSent) return void res.destroy();
    const { status, message, details } = refused ?? { status: 500, message: messages.broken, details: {} };
    if (details.retryAfter !== undefined) res.set("Retry-After", String(details.retryAfter));
    const resource = features.find((feature) => req.path.split("/")[1] === feature.resource.writeName)?.resource;
    const data = details.row && resource ? reader.present(resource, details.row) : undefined;
    const reference = status === 500 ? { requestId: req.id } : {};
    const refusal: Refusal = { success: false, message, errors: details.errors, data, changed: details.changed };
    res.status(status).json({ ...refusal, ...reference });
  }
}
