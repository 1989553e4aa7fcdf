import { createServer } from "node:http";
import { join } from "node:path";
import { Server } from "socket.io";
import pkg from "../package.json" with { type: "json" };
import type { ClientEvents, ServerEvents } from "../shared/wire.ts";
import { makeApp } from "./app.ts";
import type { Env } from "./env.ts";
import { farewellOf } from "./farewell.ts";
import { bindFeatures, features } from "./features/index.ts";
import { penalties } from "./features/penalties.ts";
import { PortalAccess } from "./ground/access.ts";
import { Tokens } from "./ground/tokens.ts";
import { onlyWhileHeard } from "./kernel/deafness.ts";
import { apiRouter } from "./kernel/http.ts";
import { Jobs } from "./kernel/jobs.ts";
import type { Log } from "./kernel/log.ts";
import type { Sockets } from "./kernel/sockets.ts";
import { senderOf } from "./mail/address.ts";
import { openPost } from "./mail/post.ts";
import { Sender } from "./mail/sender.ts";
import { makeMetrics } from "./metrics.ts";
import type { Office } from "./office.ts";
import { listen } from "./port.ts";
import { classesFor } from "./requests.ts";
import { openTelling } from "./telling.ts";

/** Longer than a proxy or a browser keeps an idle connection, so that none is closed under a request. */
const keepAliveMs = 65_000;

/** A client has so long to say what it wants, and to send all of it: an import over a poor line takes its time. */
const reading = { headersTimeout: 10_000, requestTimeout: 180_000, connectionsCheckingInterval: 5_000 };

/** An answer of which nothing is read for so long is given up, with what is held for it. */
const longestStandstillMs = 120_000;

interface PortalParts {
  office: Office;
  env: Pick<
    Env,
    | "host"
    | "port"
    | "jwtSecret"
    | "jwtSecretAlso"
    | "dataDir"
    | "trustedProxies"
    | "publicUrl"
    | "smtpUrl"
    | "mailFrom"
  >;
  society: Parameters<typeof bindFeatures>[0]["society"];
  webDir: string;
  log: Log;
  now: () => Date;
}

export interface Portal {
  url: string;
  /** Sends the mails that are due without waiting for the portal to do so by itself; resolves when nothing is due any more. */
  sendMails: () => Promise<void>;
  /** The work of the day; `runDue` resolves when all of it has been done. */
  jobs: Pick<Jobs, "runDue">;
  stop: () => Promise<void>;
}

/** Opens the doors of an office: HTTP and sockets. */
export async function openPortal({ office, env, society, webDir, log, now }: PortalParts): Promise<Portal> {
  const { store, mirror, moves, feed, books, presenters } = office;
  const tokens = new Tokens({ secret: env.jwtSecret, also: env.jwtSecretAlso, now });
  const access = new PortalAccess({ mirror, tokens });
  /** Known once the doors are open. */
  let url = "";
  let stopping = false;
  const post = openPost({ ...env, from: senderOf(env, society.name) });
  const address = () => env.publicUrl ?? url;
  const { calls, boards, mailKinds } = bindFeatures({ office, access, tokens, society, post, address, log, now });
  const sender = new Sender({ context: () => office.atWork("mail"), store, post, kinds: mailKinds, now, log });
  const api = apiRouter({ books, feed, mirror, moves, access, presenters, features, calls, log, version: pkg.version });
  const metrics = makeMetrics({ sockets: () => io.engine.clientsCount, live: () => feed.live });
  const { trustedProxies } = env;
  const app = makeApp({ api, log, webDir, metrics, ready: () => feed.live && !stopping, trustedProxies });
  const http = createServer({ ...reading, ...classesFor(app) }, app);
  http.keepAliveTimeout = keepAliveMs;
  http.setTimeout(longestStandstillMs);
  const beginFarewell = farewellOf(http);
  const io: Sockets = new Server<ClientEvents, ServerEvents>(http, {
    maxHttpBufferSize: 64 * 1024,
    serveClient: false,
    allowRequest: onlyWhileHeard(feed),
  });
  const telling = await openTelling({ io, office, access, boards, log, now });
  office.follow({
    told: async (told) => {
      await telling.tell(told);
      sender.hear(told.changes);
      metrics.countCommit();
    },
    kept: telling.prepare,
    gap: telling.startAnew,
  });
  const jobs = new Jobs({ jobs: [penalties], store, atWork: office.atWork, now, log });
  const port = await listen(http, env);
  url = `http://${env.host === "127.0.0.1" ? "localhost" : env.host}:${port}`;
  if (post.asFiles) log.warn(`No SMTP_URL is set: mails are written as files to ${join(env.dataDir, "outbox")}`);
  sender.start();
  jobs.begin();
  return {
    url,
    sendMails: () => sender.runDue(),
    jobs,
    stop: async () => {
      stopping = true;
      const done = beginFarewell();
      telling.stopLooking();
      await Promise.all([io.close(), sender.stop(), jobs.stop()]);
      done();
      await telling.leave();
      await office.close();
    },
  };
}
