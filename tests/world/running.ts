import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Log, makeLog } from "../../server/kernel/log.ts";
import { type Office, openOffice } from "../../server/office.ts";
import { openPortal } from "../../server/portal.ts";
import type { Clock } from "./clock.ts";

export interface Running {
  office: Office;
  url: string;
  /** Where its mails are put. */
  dataDir: string;
  /** Does what is due on the clock's day. */
  runJobs: () => Promise<void>;
  /** Sends the mails that are due by the clock. */
  sendMails: () => Promise<void>;
  stop: () => Promise<void>;
}

export interface ServerParts {
  uri: string;
  name: string;
  clock: Clock;
  /** Without a mail server mails become files. */
  smtpUrl?: string;
  /** Without one it is silent. */
  log?: Log;
  trustedProxies?: readonly string[];
  /** Bytes that must be free on the database's disk. */
  least?: () => number;
  /** What tokens are signed with, and what else they may be signed with. */
  secrets?: { jwtSecret: string; jwtSecretAlso: string | undefined };
}

/** With which every portal of these tests signs its tokens, also after a restart. */
export const jwtSecret = "the same after every restart, as it should be";

const webDir = join(import.meta.dirname, "..", "..", "dist");
const society = { name: "Gulshan-e-Test", kind: "Housing Society", accounts: [] };

/** One server of the portal on a port of its own; several may run on one database. */
export async function openServer({
  uri,
  name,
  clock,
  smtpUrl,
  log = makeLog(process.env.LOG_LEVEL ?? "silent"),
  trustedProxies = [],
  least,
  secrets = { jwtSecret, jwtSecretAlso: undefined },
}: ServerParts): Promise<Running> {
  const { now } = clock;
  const office = await openOffice({ uri, name, now, log, least });
  const dataDir = join(tmpdir(), name);
  const env = {
    host: "127.0.0.1",
    port: 0,
    ...secrets,
    dataDir,
    trustedProxies,
    publicUrl: "https://portal.example.org",
    smtpUrl,
    mailFrom: undefined,
  };
  const portal = await openPortal({ office, env, society, webDir, log, now });
  return {
    office,
    url: `http://127.0.0.1:${new URL(portal.url).port}`,
    dataDir,
    runJobs: () => portal.jobs.runDue(),
    sendMails: portal.sendMails,
    stop: portal.stop,
  };
}
