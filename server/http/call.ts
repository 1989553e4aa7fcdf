import type { Request, Response } from "express";
import { canCall } from "../../shared/endpoints/endpoint.ts";
import type { Database } from "../commits/request-context.ts";
import { forbidden } from "../errors.ts";
import { type Authenticator, anonymousViewer } from "./authenticate.ts";
import { readBody } from "./request.ts";
import { readIdempotencyKey } from "./request.ts";
import type { Route } from "./routes.ts";

interface CallRouteOptions {
  database: Database;
  authenticator: Authenticator;
}

/** The route of a call beside the resources. Rights come first: a body is not even read from somebody who may not send it. */
export function createCallRoute({ endpoint, handle }: Call, { database, authenticator }: CallRouteOptions): Route {
  const { method, path, guard } = endpoint;
  return { method, path, describe: (documentation) => documentation.describeCall(endpoint), handle: handleRequest };

  async function handleRequest(req: Request, res: Response): Promise<void> {
    const caller = guard === "open" ? undefined : await authenticator.authenticate(req);
    if (caller && !canCall(endpoint, caller.viewer)) throw forbidden();
    if (endpoint.body || endpoint.upload) await readBody(req, res, endpoint);
    const mayRepeat = method === "post" && !endpoint.secretResponse;
    const once = mayRepeat ? readIdempotencyKey(req, caller?.viewer ?? anonymousViewer) : undefined;
    const { body, query } = req;
    const input = {
      ctx: authenticator.createContext(req, caller, once),
      params: pathParams(req),
      ...{ query, body },
      file: Buffer.isBuffer(body) ? body : Buffer.alloc(0),
      contentType: req.get("content-type") ?? "",
      userAgent: req.get("user-agent") ?? "",
      ipAddress: req.ip ?? "",
      sessionId: caller?.sessionId ?? 0,
    };
    const run = () => handle(input);
    const recover = async () => ({ success: true, message: "", data: null });
    if (once) return void res.json(await database.idempotency.runOnce(once, { run, recover }));
    const { file, ...told } = await run();
    if (file) res.attachment(file.filename).type(file.contentType).send(Buffer.from(file.content));
    else res.json(told);
  }
}

function pathParams({ params }: Request): Record<string, string> {
  return Object.fromEntries(
    Object.entries(params).flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])),
  );
}
