import { createRequire } from "node:module";
import { dirname } from "node:path";
import { type RequestHandler, Router } from "express";
import { createMessage } from "../../../../shared/messages.ts";
import type { ErrorResponse } from "../../../../shared/wire.ts";

const require = createRequire(import.meta.url);
const swaggerFolder = dirname(require.resolve("swagger-ui-dist/package.json"));

/** Folder by file name. */
const files: Readonly<Record<string, string>> = {
  "page.css": import.meta.dirname,
  "page.js": import.meta.dirname,
  "swagger-ui.css": swaggerFolder,
  "swagger-ui-bundle.js": swaggerFolder,
};

/** Swagger UI for the API. Loads nothing from other hosts. */
export function createDocsPage(): Router {
  const router = Router();
  router
    .route("/")
    .get(sendFile("index.html", import.meta.dirname))
    .all(answerOtherMethods);
  for (const [name, folder] of Object.entries(files))
    router.route(`/${name}`).get(sendFile(name, folder)).all(answerOtherMethods);
  return router;
}

function sendFile(name: string, root: string): RequestHandler {
  return (_req, res) => res.sendFile(name, { root, cacheControl: false, headers: { "Cache-Control": "no-cache" } });
}

/** Answers OPTIONS with 204 and the allowed methods, and any other method than GET and HEAD with 405. */
const answerOtherMethods: RequestHandler = (req, res) => {
  res.set("Allow", "GET, HEAD, OPTIONS");
  if (req.method === "OPTIONS") return void res.status(204).end();
  const response: ErrorResponse = { success: false, ...createMessage("method-not-allowed") };
  res.status(405).json(response);
};
