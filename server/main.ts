import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { Server } from "socket.io";
import pkg from "../package.json" with { type: "json" };
import type { Resource } from "../shared/registry.ts";
import { plot } from "../shared/resources/plot.ts";
import { sessions } from "../shared/resources/sessions.ts";
import { users } from "../shared/resources/users.ts";
import type { ClientEvents, ServerEvents } from "../shared/wire.ts";
import { DocumentCodes } from "./access/document-codes.ts";
import { verifyPassword } from "./access/passwords.ts";
import { PermissionCache } from "./access/permission-cache.ts";
import { ensureRateLimitIndexes } from "./access/rate-limiter.ts";
import { SecondFactor } from "./access/second-factor.ts";
import { SecretSealer } from "./access/secret-sealer.ts";
import { Tokens } from "./access/tokens.ts";
import { createApp } from "./app.ts";
import { Clock, watchClockSkew } from "./clock.ts";
import type { ServerConfig } from "./config.ts";
import { type Core, openCore } from "./core.ts";
import type { FeatureServices } from "./features/feature.ts";
import { initializeFeatures } from "./features/initialize-features.ts";
import { createApiRouter } from "./http/api-router.ts";
import { ApprovableCalls } from "./http/approvable-calls.ts";
import { createGracefulShutdown, createHttpServer, listen } from "./http/http-server.ts";
import { createMetrics } from "./http/metrics.ts";
import { DailyJobs } from "./jobs/daily-jobs.ts";
import { createLog, type Log } from "./log.ts";
import { senderAddress } from "./mail/message.ts";
import { MailSender } from "./mail/sender.ts";
import { openMailTransport } from "./mail/transport.ts";
import { createAllowRequest } from "./realtime/connection-guards.ts";
import { PresenceStore } from "./realtime/presence-store.ts";
import { createRealtime } from "./realtime/realtime.ts";
import type { SocketServer } from "./realtime/socket-server.ts";
import { type SeedAccount, seedDatabase } from "./seed/seed-database.ts";
import { readSocietyRow } from "./services/society.ts";
import { subscribeServer } from "./subscribers.ts";

export interface StartedServer extends RunningServer {
  /** The accounts to show on the console: those of the demo, or the administrator with a generated password. */
  accounts: readonly SeedAccount[];
}

/** Starts the portal with the MongoDB at `uri`. Seeds an empty database first. */
export async function startServer({
  config,
  uri,
  webDir,
}: {
  config: ServerConfig;
  uri: string;
  webDir: string;
}): Promise<StartedServer> {
  const log = createLog(config.logLevel);
  const clock = new Clock();
  const { now } = clock;
  const core = await openCore({ uri, now, log });
  const clockWatch = watchClockSkew({ connection: core.connection, log, now });
  const initialAccounts = config.isDemo ? demoSeedAccounts : [createFirstAdministrator(config)];
  const isSeeded = isEmpty(core, users) && (await seedDatabase(core.createSystemContext("setup"), initialAccounts));
  const seededAccounts = isSeeded ? initialAccounts : [];
  await core.changeStream.waitForOwnCommits([users.name]);
  // Demo data is also added if the accounts exist, so that the next start completes an interrupted first start. Once
  // somebody has signed in, the database is in use and stays without demo data.
  if (config.isDemo && isEmpty(core, plot) && isEmpty(core, sessions)) {
    const { seedDemo } = await import("./seed/demo/seed-demo.ts");
    await seedDemo(core, { clock, savesMailsAsFiles: config.smtpUrl === undefined });
  }
  const demoAccounts = (config.isDemo ? demoSeedAccounts : []).map(({ role, username, password }) => ({
    role,
    username,
    password,
  }));
  const server = await openServer({
    core,
    config,
    demoAccounts,
    webDir,
    log,
    now,
  });
  // Not awaited, because hashing takes a while and a failure is no reason not to start.
  if (!config.isDemo)
    warnAboutDemoPasswords(core, log).catch((err: unknown) =>
      log.warn({ err }, "Could not check whether accounts have the demo's passwords"),
    );
  return {
    ...server,
    // A password from the settings must not be shown.
    accounts: config.isDemo ? demoSeedAccounts : seededAccounts.filter(({ mustChangePassword }) => mustChangePassword),
    stop: () => {
      clockWatch.stop();
      return server.stop();
    },
  };
}

export interface RunningServer {
  url: string;
  /** Sends the due mails. Resolves when no mail is due any more. */
  sendMails: () => Promise<void>;
  jobs: Pick<DailyJobs, "runDueAndWait">;
  stop: () => Promise<void>;
}

interface ServerOptions {
  core: Core;
  config: Pick<
    ServerConfig,
    | "host"
    | "port"
    | "secondJwtSecret"
    | "dataDir"
    | "trustedProxies"
    | "publicUrl"
    | "smtpUrl"
    | "mailFrom"
    | "jwtSecret"
  >;
  demoAccounts?: FeatureServices["demoAccounts"];
  webDir: string;
  log: Log;
  now: () => Date;
}

/** Adds HTTP, sockets, mail and jobs to a core. `stop` also closes the core. */
export async function openServer({
  core,
  config,
  demoAccounts = [],
  webDir,
  log,
  now,
}: ServerOptions): Promise<RunningServer> {
  const { store, referenceCache, changeStream } = core;
  await ensureRateLimitIndexes(core.connection);
  const secrets = { secret: config.jwtSecret, secondSecret: config.secondJwtSecret };
  const tokens = new Tokens({ ...secrets, now });
  const sealer = new SecretSealer(secrets);
  const secondFactor = new SecondFactor({ sealer, connection: core.connection });
  const documentCodes = new DocumentCodes({ ...core, sealer });
  // Afterwards only tokens need the second secret, and those that give access expire within a day.
  if (config.secondJwtSecret !== undefined)
    await core.createSystemContext("reseal").transaction(async (tx) => {
      await secondFactor.resealAll(tx);
      await documentCodes.resealAll(tx);
    });
  const permissionCache = new PermissionCache({ referenceCache, tokens });
  const approvableCalls = new ApprovableCalls(core);
  /** Empty until the server listens. */
  let url = "";
  let isStopping = false;
  const readSociety = () => readSocietyRow(referenceCache);
  const mailTransport = openMailTransport({ ...config, from: () => senderAddress(config, readSociety().Name) });
  const { resourceHandlers, endpointHandlers, liveQueries, mailHandlers, dailyJobs } = initializeFeatures({
    ...core,
    permissionCache,
    tokens,
    secondFactor,
    documentCodes,
    approvableCalls,
    readSociety,
    demoAccounts,
    mailTransport,
    log,
    now,
    baseUrl: () => config.publicUrl ?? url,
  });
  const mailSender = new MailSender({
    createContext: () => core.createSystemContext("mail"),
    store,
    transport: mailTransport,
    handlers: mailHandlers,
    now,
    log,
  });
  const jobs = new DailyJobs({ jobs: dailyJobs, store, createSystemContext: core.createSystemContext, now, log });

  const api = createApiRouter({
    ...core,
    permissionCache,
    resourceHandlers,
    endpointHandlers,
    approvableCalls,
    log,
    version: pkg.version,
  });
  const metrics = createMetrics({ countSockets: () => io.engine.clientsCount, isLive: () => changeStream.isLive });
  const isReady = () => changeStream.isLive && !isStopping;
  const app = createApp({ api, log, webDir, metrics, isReady, now, trustedProxies: config.trustedProxies });
  const http = createHttpServer(app);
  const beginShutdown = createGracefulShutdown(http);
  const io: SocketServer = new Server<ClientEvents, ServerEvents>(http, {
    maxHttpBufferSize: 64 * 1024,
    serveClient: false,
    allowRequest: createAllowRequest({ changeStream, publicUrl: config.publicUrl }),
  });
  const presenceStore = new PresenceStore({ connection: core.connection, log });
  await presenceStore.start();
  const realtime = createRealtime({ ...core, io, permissionCache, liveQueries, presenceStore, log, now });
  subscribeServer(changeStream, { permissionCache, realtime, mailSender, metrics });

  const port = await listen(http, config);
  url = `http://${config.host === "127.0.0.1" ? "localhost" : config.host}:${port}`;
  if (mailTransport.writesFiles)
    log.warn(`No SMTP_URL is set: mails are written as files to ${join(config.dataDir, "outbox")}`);
  mailSender.start();
  jobs.start();
  return {
    url,
    sendMails: () => mailSender.sendDue(),
    jobs,
    stop: async () => {
      isStopping = true;
      const cancelAbort = beginShutdown();
      realtime.stopTimers();
      await Promise.all([io.close(), mailSender.stop(), jobs.stop()]);
      cancelAbort();
      await realtime.leavePresence();
      await core.close();
    },
  };
}

const demoSeedAccounts: readonly SeedAccount[] = [
  { role: "Admin", username: "admin", fullName: "Tariq Mehmood", password: "admin123", mustChangePassword: false },
  { role: "Manager", username: "manager", fullName: "Nadia Rauf", password: "manager123", mustChangePassword: false },
  {
    role: "Resident",
    username: "resident",
    fullName: "Kashif Baig",
    password: "resident123",
    mustChangePassword: false,
  },
];

/** Warns about each account of the demo that still has its public password. */
export async function warnAboutDemoPasswords({ referenceCache, secretStore }: Core, log: Log): Promise<void> {
  for (const { Username, UserID, IsActive } of referenceCache.all(users)) {
    const password = demoSeedAccounts.find(({ username }) => username === Username)?.password;
    if (password === undefined || !IsActive) continue;
    const requester = { client: "start", account: Username };
    const check = { UserID, password, requester, assertAllowed: async () => undefined };
    if (await verifyPassword(secretStore, check))
      log.warn({ username: Username }, "An account has the demo's password");
  }
}

function isEmpty({ referenceCache }: Core, resource: Resource): boolean {
  for (const _ of referenceCache.all(resource)) return false;
  return true;
}

function createFirstAdministrator({ adminPassword }: ServerConfig): SeedAccount {
  return {
    role: "Admin",
    username: "admin",
    fullName: "Administrator",
    password: adminPassword ?? randomBytes(9).toString("base64url"),
    mustChangePassword: adminPassword === undefined,
  };
}
