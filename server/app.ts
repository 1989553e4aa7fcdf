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
  /** Is everything there that a request may need? */
  isReady: () => boolean;
  metrics: Metrics;
  /** What these say of where a request comes from is believed. */
  trustedProxies: readonly string[];
  /** The built web client. */
  webDir: string;
}

/** What is mounted where. */
export function createApp({ api, log, isReady, metrics, trustedProxies, webDir }: AppOptions): Express {
  const app = express();
  app.disable("x-powered-by");
  app.set("trust proxy", [...trustedProxies]);
  // Nobody keeps what the API answers; lists name what they hold, and files are named by what serves them.
  app.set("etag", () => undefined);
  app.use(helmet({ contentSecurityPolicy: { directives: contentSecurityPolicy }, strictTransportSecurity: false }));
  app.get("/healthz", (_req, res) => void res.json({ ok: true }));
  app.get("/readyz", (_req, res) => void res.status(isReady() ? 200 : 503).json({ ready: isReady() }));
  app.get("/metrics", metrics.handleScrape);
  app.use(
    pinoHttp({
      logger: log,
      serializers: logSerializers,
      customLogLevel: (_req, { statusCode }, error) => logLevelFor(statusCode, error),
      // Made up where nothing was thrown: its stack would only tell of the logging itself.
      customErrorObject: (_req, { statusCode }, _error, { err, ...line }) =>
        statusCode === serviceUnavailable ? line : { ...line, err },
    }),
  );
  app.use(compressResponses());
  app.use("/api/docs", createDocsPage());
  app.use("/api", metrics.measureRequest, api);
  app.use("/assets", express.static(join(webDir, "assets"), { immutable: true, maxAge: "1y", fallthrough: false }));
  app.use(express.static(webDir, { index: false }));
  app.get("/{*path}", (_req, res) => {
    const page = join(webDir, "index.html");
    if (!existsSync(page)) return void res.status(503).send("The web client is not built yet. Run npm start.");
    res.set("Cache-Control", "no-cache").sendFile(page);
  });
  app.use(answerErrorAsText);
  return app;
}

/** What was changed or removed is answered in so few bytes that looking whether to compress them costs more than sending them. */
function compressResponses(): RequestHandler {
  const compress = compression();
  return (req, res, next) => (req.method === "PUT" || req.method === "DELETE" ? next() : compress(req, res, next));
}

/** The portal goes on, but for the moment without its database. */
const serviceUnavailable = 503;

function logLevelFor(status: number, error: Error | undefined): "error" | "warn" | "debug" {
  if (status === serviceUnavailable) return "warn";
  return error || status >= 500 ? "error" : "debug";
}

/** In a display's address, where it stands for whoever knows it. */
const wallKeyPattern = /^(\/wall\/).+/i;

/** What the log holds of a request and its answer: headers and queries may hold tokens, and name people. */
const logSerializers = {
  req: ({ id, method, url }: { id: string; method: string; url: string }) => ({
    id,
    method,
    url: url.split("?")[0]?.replace(wallKeyPattern, "$1…"),
  }),
  res: ({ statusCode }: { statusCode: number }) => ({ statusCode }),
};

/** Express would tell how the portal is made. */
const answerErrorAsText: ErrorRequestHandler = (error, req, res, _next) => {
  const refused = toHttpError(error);
  if (!refused) req.log?.error({ err: error }, "request failed");
  if (res.headersSent) return void res.destroy();
  res
    .status(refused?.status ?? 500)
    .type("text")
    .send(STATUS_CODES[refused?.status ?? 500]);
};

/** Scripts only from here; styles also inline, as the style library writes them at run time. */
const contentSecurityPolicy = {
  defaultSrc: ["'self'"],
  scriptSrc: ["'self'"],
  styleSrc: ["'self'", "'unsafe-inline'"],
  imgSrc: ["'self'", "data:", "blob:"],
  fontSrc: ["'self'", "data:"],
  connectSrc: ["'self'", "ws:", "wss:"],
  frameAncestors: ["'none'"],
  objectSrc: ["'none'"],
  baseUri: ["'self'"],
  formAction: ["'self'"],
  upgradeInsecureRequests: null,
};
