import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Core, openCore } from "../../server/core.ts";
import { createLog, type Log } from "../../server/log.ts";
import { openServer } from "../../server/main.ts";
import type { Clock } from "./clock.ts";

export interface TestServer {
  core: Core;
  url: string;
  /** Where its mails are put. */
  dataDir: string;
  /** Does what is due on the clock's day. */
  runJobs: () => Promise<void>;
  /** Sends the mails that are due by the clock. */
  sendMails: () => Promise<void>;
  stop: () => Promise<void>;
}

export interface TestServerOptions {
  uri: string;
  name: string;
  clock: Clock;
  /** Without a mail server mails become files. */
  smtpUrl?: string;
  /** Without one it is silent. */
  log?: Log;
  trustedProxies?: readonly string[];
  /** Bytes that must be free on the database's disk. */
  minFreeBytes?: () => number;
  /** What tokens are signed with, and what else they may be signed with. */
  secrets?: { jwtSecret: string; previousJwtSecret: string | undefined };
}

/** With which every portal of these tests signs its tokens, also after a restart. */
export const jwtSecret = "the same after every restart, as it should be";

const webDir = join(import.meta.dirname, "..", "..", "dist");
const societyInfo = { name: "Gulshan-e-Test", kind: "Housing Society", accounts: [] };

/** One server of the portal on a port of its own; several may run on one database. */
export async function startTestServer({
  uri,
  name,
  clock,
  smtpUrl,
  log = createLog(process.env.LOG_LEVEL ?? "silent"),
  trustedProxies = [],
  minFreeBytes,
  secrets = { jwtSecret, previousJwtSecret: undefined },
}: TestServerOptions): Promise<TestServer> {
  const { now } = clock;
  const core = await openCore({ uri, name, now, log, minFreeBytes });
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
  const portal = await openServer({ core, config, society: societyInfo, webDir, log, now });
  return {
    core,
    url: `http://127.0.0.1:${new URL(portal.url).port}`,
    dataDir,
    runJobs: () => portal.jobs.runDue(),
    sendMails: portal.sendMails,
    stop: portal.stop,
  };
}
