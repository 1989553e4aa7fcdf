import { type Request, type RequestHandler, type Response, Router } from "express";
import type { Endpoint } from "../../shared/endpoints/endpoint.ts";
import { createMessage } from "../../shared/messages.ts";
import { HttpError } from "../errors.ts";
import type { OpenApiBuilder } from "./openapi/openapi-builder.ts";

type Method = Endpoint["method"];

/** An operation of the OpenAPI document. */
export type Operation = Readonly<Record<string, unknown>> & { tags: readonly string[] };

export interface Route {
  method: Method;
  /** In Express syntax. */
  path: string;
  /** Describes the route for the OpenAPI document. Called when the document is first requested. */
  describe: (builder: OpenApiBuilder) => Operation;
  handle: (req: Request, res: Response) => Promise<unknown>;
}

/** All routes. Answers 405 for other methods of a known path. */
export class RouteTable {
  /** Routes by pattern. The routes of one pattern differ only in their method. */
  readonly #routes = new Map<string, [Route, ...Route[]]>();

  /**
   * Ignores a route if another has the same method and path: endpoints are added first and replace routes of resources.
   */
  add(route: Route): void {
    if (route.path.startsWith("/:")) throw new Error(`${route.path} must not begin with a parameter`);
    const pattern = toPattern(route.path);
    const routes = this.#routes.get(pattern);
    if (!routes) return void this.#routes.set(pattern, [route]);
    if (routes.some(({ method }) => method === route.method)) return;
    const [{ path }] = routes;
    if (path !== route.path) throw new Error(`${route.path} must have the same parameters as ${path}`);
    routes.push(route);
  }

  get all(): readonly Route[] {
    return [...this.#routes.values()].flat();
  }

  /**
   * Selects routes by the first path segment, because testing all routes takes longer than most responses. The router
   * of a segment is created at the first request, because compiling all paths delays the start.
   */
  createHandler(): RequestHandler {
    const routers = new Map<string, Router | undefined>();
    for (const pattern of this.#routes.keys()) routers.set(firstSegment(pattern), undefined);
    return (req, res, next) => {
      const segment = firstSegment(req.path);
      if (!routers.has(segment)) return next();
      let router = routers.get(segment);
      if (!router) {
        router = this.#createRouter(segment);
        routers.set(segment, router);
      }
      router(req, res, next);
    };
  }

  #createRouter(segment: string): Router {
    const router = Router();
    const patterns = [...this.#routes].filter(([pattern]) => firstSegment(pattern) === segment);
    // Literal segments take precedence over parameters.
    for (const [, routes] of patterns.sort(([a], [b]) => (a < b ? -1 : 1))) {
      const route = router.route(routes[0].path);
      for (const { method, handle } of routes) route[method](handle);
      const methods = routes.flatMap(({ method }) => (method === "get" ? ["GET", "HEAD"] : [method.toUpperCase()]));
      route.all(createMethodNotAllowedHandler([...methods, "OPTIONS"].join(", ")));
    }
    return router;
  }
}

function createMethodNotAllowedHandler(allowedMethods: string): RequestHandler {
  return (req, res) => {
    res.set("Allow", allowedMethods);
    if (req.method !== "OPTIONS") throw new HttpError(405, createMessage("method-not-allowed"));
    res.status(204).end();
  };
}

/** The first segment of a URL path, in lower case. */
export function firstSegment(path: string): string {
  return path.split("/")[1]?.toLowerCase() ?? "";
}

/** Replaces each parameter by a character that sorts after every literal segment, `:id` after `:id.pdf`. */
function toPattern(path: string): string {
  return path.replace(/:\w+(?=\/|$)/g, "\u{10ffff}").replace(/:\w+/g, "\u{10fffe}");
}
