import type { Request, Response } from "express";
import type { Answer } from "../../shared/wire.ts";
import { readBody } from "./body.ts";
import type { Callers } from "./callers.ts";
import type { Books } from "./context.ts";
import type { Feature, Outcome } from "./feature.ts";
import { idFrom } from "./ids.ts";
import type { Operations } from "./openapi.ts";
import type { Reader } from "./reading.ts";
import { onceIn, takeNoQuery, updateTarget } from "./request.ts";
import type { Route } from "./routes.ts";

interface Parts {
  books: Books;
  callers: Callers;
  reader: Reader;
}

/** The routes of a resource, those of the verbs that it has. */
export function resourceRoutes(feature: Feature, { books, callers, reader }: Parts): Route[] {
  const { resource } = feature;
  const list = `/${resource.name}`;
  const write = `/${resource.writeName}`;
  const operation =
    (name: keyof Operations): Route["operation"] =>
    (documentation) =>
      documentation.resource(feature)[name];
  const routes: Record<(typeof resource.verbs)[number], Route[]> = {
    list: [
      { method: "get", path: list, operation: operation("list"), handle: readList },
      { method: "get", path: `${list}/:id`, operation: operation("read"), handle: readOne },
    ],
    create: [{ method: "post", path: write, operation: operation("create"), handle: create }],
    update: [
      { method: "put", path: write, operation: operation("updateByBody"), handle: update },
      { method: "put", path: `${write}/:id`, operation: operation("update"), handle: update },
    ],
    remove: [{ method: "delete", path: `${write}/:id`, operation: operation("remove"), handle: remove }],
  };
  return resource.verbs.flatMap((verb) => routes[verb]);

  async function readList(req: Request, res: Response): Promise<void> {
    const { viewer } = await callers.allowed(req, resource, "list");
    await reader.list(feature, viewer, { req, res });
  }

  async function readOne(req: Request, res: Response): Promise<void> {
    const { viewer } = await callers.allowed(req, resource, "list");
    takeNoQuery(req);
    res.json(await reader.one(resource, viewer, req.params.id));
  }

  async function create(req: Request, res: Response): Promise<void> {
    const caller = await callers.allowed(req, resource, "create");
    takeNoQuery(req);
    await readBody(req, res);
    const once = onceIn(req, caller.viewer);
    const ctx = callers.context(req, caller, once);
    const run = async () => answerOf(await feature.create(ctx, req.body));
    const recover = async (transaction: string) =>
      answerOf(feature.recovered(await books.madeIn(transaction, resource.name)));
    res.json(once ? await books.repeats.answerOnce(once, { run, recover }) : await run());
  }

  async function update(req: Request, res: Response): Promise<void> {
    const ctx = callers.context(req, await callers.allowed(req, resource, "update"));
    takeNoQuery(req);
    await readBody(req, res);
    const { id, version } = updateTarget(resource, req);
    res.json(await answerOf(await feature.update(ctx, { id, body: req.body, version })));
  }

  async function remove(req: Request, res: Response): Promise<void> {
    const ctx = callers.context(req, await callers.allowed(req, resource, "remove"));
    takeNoQuery(req);
    res.json(await answerOf(await feature.remove(ctx, idFrom(resource, req.params.id))));
  }

  async function answerOf({ message, row, data }: Outcome): Promise<Answer> {
    return { success: true, message, data: row ? await reader.written(resource, row) : (data ?? null) };
  }
}
