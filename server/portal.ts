import { createServer } from "node:http";
import { join } from "node:path";
import { Server } from "socket.io";
import pkg from "../package.json" with { type: "json" };
import { mayBeAt } from "../shared/places.ts";
import { resources } from "../shared/resources/index.ts";
import type { ClientEvents, ServerEvents } from "../shared/wire.ts";
import { makeApp } from "./app.ts";
import type { Env } from "./env.ts";
import { farewellOf } from "./farewell.ts";
import { accountCalls } from "./features/accounts.ts";
import { activityFeed } from "./features/activity.ts";
import { ageingOf } from "./features/ageing.ts";
import { auditCalls } from "./features/audit.ts";
import { authCalls } from "./features/auth.ts";
import { dashboard } from "./features/dashboard.ts";
import { wall } from "./features/display.ts";
import { reportCalls } from "./features/generate-report.ts";
import { expenseImportCalls } from "./features/import-expenses.ts";
import { plotImportCalls } from "./features/import-plots.ts";
import { importBoards } from "./features/import-progress.ts";
import { receiptImportCalls } from "./features/import-receipts.ts";
import { features } from "./features/index.ts";
import { mailCalls } from "./features/mails.ts";
import { paymentPlanCalls } from "./features/payment-plan.ts";
import { penalties } from "./features/penalties.ts";
import { receiptMail } from "./features/receipt-mail.ts";
import { reminders } from "./features/reminders.ts";
import { rolePermissionCalls } from "./features/role-permissions.ts";
import { statementCalls } from "./features/statement.ts";
import { PortalAccess } from "./ground/access.ts";
import { linkLetters } from "./ground/reset-letter.ts";
import { hangUpWhileDeaf, onlyWhileHeard } from "./kernel/deafness.ts";
import { Dependents } from "./kernel/dependents.ts";
import { hangUpOnNobody } from "./kernel/empty-lines.ts";
import type { Told } from "./kernel/feed.ts";
import { readHistory } from "./kernel/history.ts";
import { apiRouter } from "./kernel/http.ts";
import { Jobs } from "./kernel/jobs.ts";
import { Live, type News } from "./kernel/live.ts";
import type { Log } from "./kernel/log.ts";
import { Presence } from "./kernel/presence.ts";
import { SharedPlaces } from "./kernel/shared-places.ts";
import { dropSlowClients } from "./kernel/slow-clients.ts";
import { openSockets, type Sockets } from "./kernel/sockets.ts";
import { Views } from "./kernel/views.ts";
import { senderOf } from "./mail/address.ts";
import { openPost } from "./mail/post.ts";
import { Sender } from "./mail/sender.ts";
import { makeMetrics } from "./metrics.ts";
import type { Office } from "./office.ts";
import { listen } from "./port.ts";

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
  society: Parameters<typeof authCalls>[0]["society"];
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
  const { connection, store, mirror, moves, totals, open, lastPayments, feed, books, presenters } = office;
  const access = new PortalAccess({ mirror, secret: env.jwtSecret, also: env.jwtSecretAlso, now });
  const figures = dashboard({ totals, mirror, store, feed, now });
  const doneHere = activityFeed({ store, mirror, presenters });
  const displays = wall({ access, mirror, store, feed, vault: books.vault });
  /** Known once the doors are open. */
  let url = "";
  let stopping = false;
  const post = openPost({ ...env, from: senderOf(env, society.name) });
  const receipts = receiptMail({ store, mirror, feed, now, society, asFiles: post.asFiles });
  const outbox = mailCalls({ store, mirror, feed, society, post });
  const age = ageingOf({ open, lastPayments, mirror, store, feed, now });
  const dunning = reminders({ store, feed, now, society, asFiles: post.asFiles });
  const letter = linkLetters({ store, vault: books.vault, now, society, address: () => env.publicUrl ?? url });
  const sender = new Sender({
    context: () => office.atWork("mail"),
    store,
    post,
    kinds: { receipt: receipts.kind, reminder: dunning.kind, reset: letter, invitation: letter },
    now,
    log,
  });
  const calls = [
    ...authCalls({ access, mirror, vault: books.vault, feed, now, society }),
    ...accountCalls({ mirror, vault: books.vault, feed, log, now }),
    ...receipts.calls,
    ...age.calls,
    ...dunning.calls,
    ...outbox.calls,
    ...figures.calls,
    ...displays.calls,
    ...doneHere.calls,
    ...reportCalls({ totals, mirror, store, feed, presenters }),
    ...paymentPlanCalls({ store, mirror, presenters }),
    ...statementCalls({ store, society: society.name }),
    ...rolePermissionCalls({ mirror, feed }),
    ...plotImportCalls,
    ...receiptImportCalls,
    ...expenseImportCalls,
    ...auditCalls({ store, mirror, presenters }),
  ];
  const api = apiRouter({ books, feed, mirror, moves, access, presenters, features, calls, log, version: pkg.version });
  const metrics = makeMetrics({ sockets: () => io.engine.clientsCount, live: () => feed.live });
  const http = createServer(
    reading,
    makeApp({ api, log, webDir, metrics, ready: () => feed.live && !stopping, trustedProxies: env.trustedProxies }),
  );
  http.keepAliveTimeout = keepAliveMs;
  http.setTimeout(longestStandstillMs);
  const beginFarewell = farewellOf(http);
  const io: Sockets = new Server<ClientEvents, ServerEvents>(http, {
    maxHttpBufferSize: 64 * 1024,
    serveClient: false,
    allowRequest: onlyWhileHeard(feed),
  });
  const onError = (err: unknown) => log.error({ err }, "telling failed");
  const live = new Live({
    io,
    resources,
    presenters,
    boards: [
      figures.board,
      displays.board,
      doneHere.board,
      receipts.board,
      age.board,
      dunning.board,
      outbox.board,
      ...importBoards({ store }),
    ],
    restingCursor: () => feed.cursor,
    onError,
  });
  live.begin();
  const dependents = new Dependents({ resources: resources.filter(({ viewOf }) => !viewOf), store, mirror });
  const views = new Views(resources);
  const asNews = async (told: Told): Promise<News> => {
    const more = await dependents.of(told.changes);
    const resync = more.resync.flatMap((name) => [name, ...views.namesOf(name)]);
    return { ...told, changes: views.followed([...told.changes, ...more.changes]), resync };
  };
  const places = new SharedPlaces({ connection, log });
  await places.begin();
  const stopDropping = dropSlowClients({ io, log });
  const stopHangingUp = hangUpWhileDeaf({ io, feed, log });
  const stopClearing = hangUpOnNobody({ io });
  const { reseat } = openSockets({
    io,
    access,
    live,
    presence: new Presence({ io, access, shared: places, mayBeAt }),
    log,
    now,
    readHistory: async (from) => Promise.all((await readHistory(connection, from)).map(asNews)),
  });
  office.follow(
    async (told) => {
      access.heard(told);
      const news = await asNews(told);
      if (told.changes.some(({ resource }) => access.resources.includes(resource))) reseat();
      live.tell(news);
      sender.hear(told.changes);
      metrics.countCommit();
    },
    () => {
      reseat();
      live.startAnew();
    },
  );
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
      stopDropping();
      stopHangingUp();
      stopClearing();
      await Promise.all([io.close(), sender.stop(), jobs.stop()]);
      done();
      await places.stop();
      await office.close();
    },
  };
}
