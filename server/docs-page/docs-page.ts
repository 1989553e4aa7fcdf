import { createRequire } from "node:module";
import { dirname } from "node:path";
import { type RequestHandler, Router } from "express";
import { messages } from "../../shared/messages.ts";
import type { Refusal } from "../../shared/wire.ts";

const require = createRequire(import.meta.url);
const swagger = dirname(require.resolve("swagger-ui-dist/package.json"));

/** Every file of the page, and the folder in which it is kept. */
const files: Readonly<Record<string, string>> = {
  "page.css": import.meta.dirname,
  "page.js": import.meta.dirname,
  "swagger-ui.css": swagger,
  "swagger-ui-bundle.js": swagger,
};

/** The documentation of the API as a page to read and try; asks nothing of any other host. */
export function docsPage(): Router {
  const router = Router();
  router
    .route("/")
    .get(sends("index.html", import.meta.dirname))
    .all(onlyRead);
  for (const [name, folder] of Object.entries(files)) router.route(`/${name}`).get(sends(name, folder)).all(onlyRead);
  return router;
}

function sends(name: string, root: string): RequestHandler {
  return (_req, res) => res.sendFile(name, { root, cacheControl: false, headers: { "Cache-Control": "no-cache" } });
}

const onlyRead: RequestHandler = (req, res) => {
  res.set("Allow", "GET, HEAD, OPTIONS");
  if (req.method === "OPTIONS") return void res.status(204).end();
  const refusal: Refusal = { success: false, message: messages.otherMethod };
  res.status(405).json(refusal);
};
