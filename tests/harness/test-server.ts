import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Core, openCore } from "../../server/core.ts";
import { createLog, type Log } from "../../server/log.ts";
import { openServer } from "../../server/main.ts";
import type { Clock } from "./clock.ts";

export interface TestServer {
  core: Core;
  url: string;
  /** The folder that contains the outbox. */
  dataDir: string;
  /** Runs the jobs that are due by the clock. */
  runJobs: () => Promise<void>;
  /** Sends the mails that are due by the clock. */
  sendMails: () => Promise<void>;
  stop: () => Promise<void>;
}

export interface TestServerOptions {
  uri: string;
  name: string;
  clock: Clock;
  /** Whether all indexes exist already, so that the server does not check them. */
  hasIndexes?: boolean;
  /** Without a mail server mails are written as files. */
  smtpUrl?: string;
  /** Silent by default. */
  log?: Log;
  trustedProxies?: readonly string[];
  /** Bytes that must be free on the disk of the database. */
  getMinFreeBytes?: () => number;
  secrets?: { jwtSecret: string; secondJwtSecret: string | undefined };
}

/** The secret of all test servers, so that tokens stay valid after a restart. */
export const jwtSecret = "the same secret for all servers of the tests";

const webDir = join(import.meta.dirname, "..", "..", "dist", "web");

/** Starts a server of the portal on a free port; several may run on one database. */
export async function startTestServer({
  uri,
  name,
  clock,
  hasIndexes,
  smtpUrl,
  log = createLog(process.env.LOG_LEVEL ?? "silent"),
  trustedProxies = [],
  getMinFreeBytes,
  secrets = { jwtSecret, secondJwtSecret: undefined },
}: TestServerOptions): Promise<TestServer> {
  const { now } = clock;
  const core = await openCore({ uri, name, hasIndexes, now, log, getMinFreeBytes });
  const dataDir = join(tmpdir(), name);
  const config = {
    host: "127.0.0.1",
    port: 0,
    ...secrets,
    dataDir,
    trustedProxies,
    publicUrl: "https://portal.example.org",
    smtpUrl,
    mailFrom: undefined,
  };
  const portal = await openServer({ core, config, webDir, log, now });
  return {
    core,
    url: `http://127.0.0.1:${new URL(portal.url).port}`,
    dataDir,
    runJobs: () => portal.jobs.runDueAndWait(),
    sendMails: portal.sendMails,
    stop: portal.stop,
  };
}
