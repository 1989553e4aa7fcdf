import { createServer } from "node:http";
import { join } from "node:path";
import { Server } from "socket.io";
import pkg from "../package.json" with { type: "json" };
import type { ClientEvents, ServerEvents } from "../shared/wire.ts";
import { PermissionCache } from "./access/permission-cache.ts";
import { ensureRateLimitIndexes } from "./access/rate-limiter.ts";
import { Tokens } from "./access/tokens.ts";
import { createApp } from "./app.ts";
import type { Config } from "./config.ts";
import type { Core } from "./core.ts";
import { connectFeatures, resourceHandlers } from "./features/index.ts";
import { penaltyJob } from "./features/payment-schedule/penalty-job.ts";
import { createApiRouter } from "./http/api-router.ts";
import { createGracefulShutdown } from "./http/graceful-shutdown.ts";
import { listen } from "./http/listen.ts";
import { createMetrics } from "./http/metrics.ts";
import { DailyJobs } from "./jobs/daily-jobs.ts";
import type { Log } from "./log.ts";
import { senderAddress } from "./mail/message.ts";
import { MailSender } from "./mail/sender.ts";
import { openMailTransport } from "./mail/transport.ts";
import { openRealtime } from "./realtime/realtime.ts";
import type { SocketServer } from "./realtime/socket-server.ts";
import { refuseWhileStale } from "./realtime/stale-stream-guard.ts";
import { createMessageClasses } from "./requests.ts";

/** Longer than a proxy or a browser keeps an idle connection, so that none is closed under a request. */
const keepAliveMs = 65_000;

/** A client has so long to say what it wants, and to send all of it: an import over a poor line takes its time. */
const requestTimeouts = { headersTimeout: 10_000, requestTimeout: 180_000, connectionsCheckingInterval: 5_000 };

/** An answer of which nothing is read for so long is given up, with what is held for it. */
const idleResponseTimeoutMs = 120_000;

interface ServerOptions {
  core: Core;
  config: Pick<
    Config,
    | "host"
    | "port"
    | "jwtSecret"
    | "previousJwtSecret"
    | "dataDir"
    | "trustedProxies"
    | "publicUrl"
    | "smtpUrl"
    | "mailFrom"
  >;
  society: Parameters<typeof connectFeatures>[0]["society"];
  webDir: string;
  log: Log;
  now: () => Date;
}

export interface RunningServer {
  url: string;
  /** Sends the mails that are due without waiting for the portal to do so by itself; resolves when nothing is due any more. */
  sendMails: () => Promise<void>;
  /** The work of the day; `runDue` resolves when all of it has been done. */
  jobs: Pick<DailyJobs, "runDue">;
  stop: () => Promise<void>;
}

/** Opens the doors of an office: HTTP and sockets. */
export async function openServer({ core, config, society, webDir, log, now }: ServerOptions): Promise<RunningServer> {
  const { store, referenceCache, resourceVersions, changeStream, database, presenters } = core;
  await ensureRateLimitIndexes(core.connection);
  const tokens = new Tokens({ secret: config.jwtSecret, additionalSecret: config.previousJwtSecret, now });
  const access = new PermissionCache({ referenceCache, tokens });
  /** Known once the doors are open. */
  let url = "";
  let stopping = false;
  const transport = openMailTransport({ ...config, from: senderAddress(config, society.name) });
  const address = () => config.publicUrl ?? url;
  const { calls, liveQueries, mailHandlers } = connectFeatures({
    core,
    access,
    tokens,
    society,
    mailTransport: transport,
    address,
    log,
    now,
  });
  const sender = new MailSender({
    context: () => core.systemContext("mail"),
    store,
    transport,
    handlers: mailHandlers,
    now,
    log,
  });
  const api = createApiRouter({
    database,
    changeStream,
    referenceCache,
    resourceVersions,
    access,
    presenters,
    resourceHandlers,
    calls,
    log,
    version: pkg.version,
  });
  const metrics = createMetrics({ sockets: () => io.engine.clientsCount, isLive: () => changeStream.isLive });
  const { trustedProxies } = config;
  const app = createApp({ api, log, webDir, metrics, isReady: () => changeStream.isLive && !stopping, trustedProxies });
  const http = createServer({ ...requestTimeouts, ...createMessageClasses(app) }, app);
  http.keepAliveTimeout = keepAliveMs;
  http.setTimeout(idleResponseTimeoutMs);
  const beginFarewell = createGracefulShutdown(http);
  const io: SocketServer = new Server<ClientEvents, ServerEvents>(http, {
    maxHttpBufferSize: 64 * 1024,
    serveClient: false,
    allowRequest: refuseWhileStale(changeStream),
  });
  const telling = await openRealtime({ io, core, access, liveQueries, log, now });
  core.subscribe({
    onCommit: async (told) => {
      await telling.broadcast(told);
      sender.onCommit(told.changes);
      metrics.countCommit();
    },
    onPendingCommit: telling.preserialize,
    onHistoryLost: telling.resyncAll,
  });
  const jobs = new DailyJobs({ jobs: [penaltyJob], store, systemContext: core.systemContext, now, log });
  const port = await listen(http, config);
  url = `http://${config.host === "127.0.0.1" ? "localhost" : config.host}:${port}`;
  if (transport.asFiles)
    log.warn(`No SMTP_URL is set: mails are written as files to ${join(config.dataDir, "outbox")}`);
  sender.start();
  jobs.start();
  return {
    url,
    sendMails: () => sender.runDue(),
    jobs,
    stop: async () => {
      stopping = true;
      const done = beginFarewell();
      telling.stopGuards();
      await Promise.all([io.close(), sender.stop(), jobs.stop()]);
      done();
      await telling.leavePresence();
      await core.close();
    },
  };
}
