import { existsSync } from "node:fs";
import { STATUS_CODES } from "node:http";
import { join } from "node:path";
import compression from "compression";
import express, { type ErrorRequestHandler, type Express, type RequestHandler, type Router } from "express";
import helmet from "helmet";
import { pinoHttp } from "pino-http";
import { toHttpError } from "./errors.ts";
import type { Metrics } from "./http/metrics.ts";
import { createDocsPage } from "./http/openapi/docs-page/docs-page.ts";
import type { Log } from "./log.ts";

interface AppOptions {
  api: Router;
  log: Log;
  isReady: () => boolean;
  metrics: Metrics;
  /** Proxies whose X-Forwarded-For header is trusted. */
  trustedProxies: readonly string[];
  /** Folder of the built web client. */
  webDir: string;
  now: () => Date;
}

/** The Express app: health checks, metrics, API, and the web client. */
export function createApp({ api, log, isReady, metrics, trustedProxies, webDir, now }: AppOptions): Express {
  const app = express();
  app.disable("x-powered-by");
  app.set("trust proxy", [...trustedProxies]);
  // No ETag by default: lists set their own, and `express.static` sets that of a file.
  app.set("etag", () => undefined);
  app.use(helmet({ contentSecurityPolicy: { directives: contentSecurityPolicy }, strictTransportSecurity: false }));
  // The web client takes the current day from this header, because the clock of a device can be wrong.
  app.use((_req, res, next) => {
    res.set("Date", now().toUTCString());
    next();
  });
  app.get("/healthz", (_req, res) => void res.json({ ok: true }));
  app.get("/readyz", (_req, res) => void res.status(isReady() ? 200 : 503).json({ ready: isReady() }));
  app.get("/metrics", metrics.handleScrape);
  app.use(
    pinoHttp({
      logger: log,
      serializers: logSerializers,
      customLogLevel: (_req, { statusCode }, error) => logLevelFor(statusCode, error),
      // pino-http creates an error for every 5xx. That of a 503 contains nothing more than the status.
      customErrorObject: (_req, { statusCode }, _error, { err, ...entry }) =>
        statusCode === serviceUnavailable ? entry : { ...entry, err },
    }),
  );
  app.use(compressResponses());
  app.use("/api/docs", createDocsPage());
  app.use("/api", metrics.measureRequest, api);
  app.use("/assets", express.static(join(webDir, "assets"), { immutable: true, maxAge: "1y", fallthrough: false }));
  app.use(express.static(webDir, { index: false }));
  app.get("/{*path}", (_req, res) => {
    const indexFile = join(webDir, "index.html");
    if (!existsSync(indexFile)) return void res.status(503).send("The web client is not built yet. Run npm start.");
    res.set("Cache-Control", "no-cache").sendFile(indexFile);
  });
  app.use(sendErrorAsText);
  return app;
}

/** Skips PUT and DELETE, whose responses are so short that deciding about compression costs more than sending them. */
function compressResponses(): RequestHandler {
  const compress = compression();
  return (req, res, next) => (req.method === "PUT" || req.method === "DELETE" ? next() : compress(req, res, next));
}

const serviceUnavailable = 503;

function logLevelFor(status: number, error: Error | undefined): "error" | "warn" | "debug" {
  if (status === serviceUnavailable) return "warn";
  return error || status >= 500 ? "error" : "debug";
}

/** Omits headers and query strings from the log, because they may contain tokens and names. */
const logSerializers = {
  req: ({ id, method, url }: { id: string; method: string; url: string }) => ({
    id,
    method,
    url: toLoggedPath(url),
  }),
  res: ({ statusCode }: { statusCode: number }) => ({ statusCode }),
};

/**
 * The path of a URL without the link secret of a display, even if slashes are doubled or characters percent-encoded.
 */
function toLoggedPath(url: string): string {
  const path = decodePath(url.split("?")[0] ?? "").replace(/[\\/]+/g, "/");
  return path.replace(/^(?!\/api\/)(.*?\/wall\/).+/i, "$1…").replace(linkSecretPattern, "…");
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return "(malformed)";
  }
}

/** A secret that `createLinkSecret` has created. */
const linkSecretPattern = /\d+\.[\w-]{22}/g;

/** Sends the text of the error's status. The default handler of Express would send the stack trace. */
const sendErrorAsText: ErrorRequestHandler = (error, req, res, _next) => {
  const httpError = toHttpError(error);
  if (!httpError) req.log?.error({ err: error }, "request failed");
  if (res.headersSent) return void res.destroy();
  res
    .status(httpError?.status ?? 500)
    .type("text")
    .send(STATUS_CODES[httpError?.status ?? 500]);
};

/**
 * Inline styles are allowed because styled-components inserts them at run time. `'self'` includes WebSockets of the
 * same host.
 */
const contentSecurityPolicy = {
  defaultSrc: ["'self'"],
  scriptSrc: ["'self'"],
  styleSrc: ["'self'", "'unsafe-inline'"],
  imgSrc: ["'self'", "data:", "blob:"],
  fontSrc: ["'self'", "data:"],
  connectSrc: ["'self'"],
  frameAncestors: ["'none'"],
  objectSrc: ["'none'"],
  baseUri: ["'self'"],
  formAction: ["'self'"],
  upgradeInsecureRequests: null,
};
