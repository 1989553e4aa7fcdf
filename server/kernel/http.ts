import { type NextFunction, type Request, type Response, Router } from "express";
import { messages } from "../../shared/messages.ts";
import type { Refusal } from "../../shared/wire.ts";
import type { Access } from "./access.ts";
import { callRoute } from "./call-route.ts";
import { Callers } from "./callers.ts";
import type { Books } from "./context.ts";
import { asRefused } from "./failures.ts";
import type { Call, Feature } from "./feature.ts";
import type { Feed } from "./feed.ts";
import type { Log } from "./log.ts";
import type { Mirror } from "./mirror.ts";
import type { Moves } from "./moves.ts";
import { Documentation } from "./openapi.ts";
import type { Present } from "./present.ts";
import { Reader } from "./reading.ts";
import { notFound } from "./refusal.ts";
import { takeNoQuery } from "./request.ts";
import { resourceRoutes } from "./resource-routes.ts";
import { beginningOf, Routes } from "./routes.ts";

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

/** The whole of /api: the routes of each resource, the calls beside them, their documentation, and one place where refusals are answered. */
export function apiRouter({ books, feed, mirror, moves, access, presenters, ...given }: HttpParts): Router {
  const { features, calls, log, version } = given;
  const reader = new Reader({ store: books.store, feed, mirror, moves, presenters, version });
  const callers = new Callers({ access, feed, books });
  const parts = { books, reader, callers };
  const routes = new Routes();
  let document: object | undefined;
  for (const call of calls) routes.add(callRoute(call, parts));
  for (const feature of features) for (const route of resourceRoutes(feature, parts)) routes.add(route);
  routes.add({
    method: "get",
    path: "/openapi.json",
    operation: (documentation) => documentation.ownOperation(),
    handle: async (req, res) => {
      takeNoQuery(req);
      document ??= new Documentation().of(routes.all, { version });
      res.json(document);
    },
  });
  const router = Router();
  router.use((_req, res, next) => {
    res.set("Cache-Control", "no-store");
    next();
  });
  router.use(routes.handler());
  router.use(() => {
    throw notFound("Address");
  });
  router.use(answerRefusal);
  return router;

  function answerRefusal(error: unknown, req: Request, res: Response, _next: NextFunction): void {
    const refused = asRefused(error);
    if (!refused) (req.log ?? log).error({ err: error }, "request failed");
    if (res.headersSent) return void res.destroy();
    const { status, message, details } = refused ?? { status: 500, message: messages.broken, details: {} };
    if (details.retryAfter !== undefined) res.set("Retry-After", String(details.retryAfter));
    const resource = features.find((feature) => beginningOf(req.path) === feature.resource.writeName)?.resource;
    const data = details.row && resource ? reader.present(resource, details.row) : undefined;
    const reference = status === 500 ? { requestId: req.id } : {};
    const refusal: Refusal = { success: false, message, errors: details.errors, data, changed: details.changed };
    res.status(status).json({ ...refusal, ...reference });
  }
}
