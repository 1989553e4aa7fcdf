import { type Request, type RequestHandler, type Response, Router } from "express";
import type { Endpoint } from "../../shared/endpoints/endpoint.ts";
import { createMessage } from "../../shared/messages.ts";
import { HttpError } from "../errors.ts";
import type { OpenApiBuilder } from "./openapi/document.ts";

type Method = Endpoint["method"];

/** What the documentation says of a route. */
export type Operation = Readonly<Record<string, unknown>> & { tags: readonly string[] };

export interface Route {
  method: Method;
  /** Express style. */
  path: string;
  /** Described only once somebody asks for the document. */
  describe: (documentation: OpenApiBuilder) => Operation;
  handle: (req: Request, res: Response) => Promise<unknown>;
}

/** Every address with its methods: any other method is answered 405, and no route goes without its documentation. */
export class RouteTable {
  readonly #routes = new Map<string, Route[]>();

  /** Of two routes with the same method and address the first counts. */
  add(route: Route): void {
    if (route.path.startsWith("/:")) throw new Error(`${route.path} begins with a parameter, and would not be found`);
    const key = routePattern(route.path);
    const known = this.#routes.get(key) ?? [];
    if (known.some(({ method }) => method === route.method)) return;
    this.#routes.set(key, [...known, route]);
  }

  get all(): readonly Route[] {
    return [...this.#routes.values()].flat();
  }

  /** Hands a request to the routes whose addresses begin as its own does: tried one after the other, all of them take longer than most answers. */
  createHandler(): RequestHandler {
    const routers = new Map<string, Router>();
    // An address with a name where another has a parameter comes first, whoever added it when.
    for (const [shape, routes] of [...this.#routes].sort(([a], [b]) => (a < b ? -1 : 1))) {
      const router = routers.get(firstSegment(shape)) ?? Router();
      routers.set(firstSegment(shape), router);
      const methods = routes.flatMap(({ method }) => (method === "get" ? ["GET", "HEAD"] : [method.toUpperCase()]));
      const allow = [...methods, "OPTIONS"].join(", ");
      for (const { method, path, handle } of routes) router[method](path, handle);
      for (const path of new Set(routes.map((route) => route.path))) router.all(path, methodNotAllowed(allow));
    }
    return (req, res, next) => {
      const router = routers.get(firstSegment(req.path));
      if (router) router(req, res, next);
      else next();
    };
  }
}

function methodNotAllowed(allow: string): RequestHandler {
  return (req, res) => {
    res.set("Allow", allow);
    if (req.method !== "OPTIONS") throw new HttpError(405, createMessage("method-not-allowed"));
    res.status(204).end();
  };
}

/** The first name in an address, in small letters. */
export function firstSegment(path: string): string {
  return path.split("/")[1]?.toLowerCase() ?? "";
}

/** Alike for addresses that differ only in what they call their parameters; sorts them behind every name. */
function routePattern(path: string): string {
  return path.replace(/:\w+/g, "\u{10ffff}");
}
