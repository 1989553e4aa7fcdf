import type { Request, Response } from "express";
import { mayCall } from "../../shared/endpoint.ts";
import { readBody } from "./body.ts";
import { type Callers, nobody } from "./callers.ts";
import type { Books } from "./context.ts";
import type { Call } from "./feature.ts";
import { forbidden } from "./refusal.ts";
import { onceIn } from "./request.ts";
import type { Route } from "./routes.ts";

interface Parts {
  books: Books;
  callers: Callers;
}

/** The route of a call beside the resources. Rights come first: a body is not even read from somebody who may not send it. */
export function callRoute({ endpoint, handle }: Call, { books, callers }: Parts): Route {
  const { method, path, guard } = endpoint;
  return { method, path, operation: (documentation) => documentation.call(endpoint), handle: answer };

  async function answer(req: Request, res: Response): Promise<void> {
    const caller = guard === "open" ? undefined : await callers.identify(req);
    if (caller && !mayCall(endpoint, caller.viewer)) throw forbidden();
    if (endpoint.body || endpoint.upload) await readBody(req, res, endpoint);
    const mayRepeat = method === "post" && !endpoint.secretAnswer;
    const once = mayRepeat ? onceIn(req, caller?.viewer ?? nobody) : undefined;
    const { body, query } = req;
    const input = {
      ctx: callers.context(req, caller, once),
      params: paramsOf(req),
      ...{ query, body },
      file: Buffer.isBuffer(body) ? body : Buffer.alloc(0),
      contentType: req.get("content-type") ?? "",
      agent: req.get("user-agent") ?? "",
      address: req.ip ?? "",
      sessionId: caller?.sessionId ?? 0,
    };
    const run = () => handle(input);
    const recover = async () => ({ success: true, message: "", data: null });
    if (once) return void res.json(await books.repeats.answerOnce(once, { run, recover }));
    const { file, ...told } = await run();
    if (file) res.attachment(file.filename).type(file.contentType).send(Buffer.from(file.content));
    else res.json(told);
  }
}

function paramsOf({ params }: Request): Record<string, string> {
  return Object.fromEntries(
    Object.entries(params).flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])),
  );
}
