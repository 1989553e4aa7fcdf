import { IncomingMessage, type ServerOptions, ServerResponse } from "node:http";
import type { Express } from "express";

/**
 * The classes of which a server is to make its requests and answers; the application takes their prototypes for its own. Express
 * would change the prototype of each when it comes, and V8 (until that of Node 24) lets no other object share the shape of one
 * so changed: whatever is set on it afterwards costs a shape of its own, 25 kB a request that only a full collection clears away.
 */
export function createMessageClasses(app: Express): Pick<ServerOptions, "IncomingMessage" | "ServerResponse"> {
  class AppRequest extends IncomingMessage {}
  class AppResponse<Asked extends IncomingMessage> extends ServerResponse<Asked> {}
  Object.setPrototypeOf(AppRequest.prototype, app.request);
  Object.setPrototypeOf(AppResponse.prototype, app.response);
  Object.assign(app, { request: AppRequest.prototype, response: AppResponse.prototype });
  return { IncomingMessage: AppRequest, ServerResponse: AppResponse };
}
