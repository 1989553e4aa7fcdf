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
  readonly #routes = new Map<string, Route[]>();

  /**
   * Ignores a route if another has the same method and path: endpoints are added first and replace routes of resources.
   */
  add(route: Route): void {
    if (route.path.startsWith("/:")) throw new Error(`${route.path} must not begin with a parameter`);
    const pattern = toPattern(route.path);
    const routesOfPattern = this.#routes.get(pattern) ?? [];
    if (routesOfPattern.some(({ method }) => method === route.method)) return;
    this.#routes.set(pattern, [...routesOfPattern, route]);
  }

  get all(): readonly Route[] {
    return [...this.#routes.values()].flat();
  }

  /** Selects routes by the first path segment, because testing all routes takes longer than most responses. */
  createHandler(): RequestHandler {
    const routers = new Map<string, Router>();
    // Literal segments take precedence over parameters.
    for (const [pattern, routes] of [...this.#routes].sort(([a], [b]) => (a < b ? -1 : 1))) {
      const router = routers.get(firstSegment(pattern)) ?? Router();
      routers.set(firstSegment(pattern), router);
      const methods = routes.flatMap(({ method }) => (method === "get" ? ["GET", "HEAD"] : [method.toUpperCase()]));
      const allowedMethods = [...methods, "OPTIONS"].join(", ");
      for (const { method, path, handle } of routes) router[method](path, handle);
      for (const path of new Set(routes.map((route) => route.path)))
        router.all(path, createMethodNotAllowedHandler(allowedMethods));
    }
    return (req, res, next) => {
      const router = routers.get(firstSegment(req.path));
      if (router) router(req, res, next);
      else next();
    };
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
