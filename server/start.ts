import { randomBytes } from "node:crypto";
import type { Resource } from "../shared/registry.ts";
import { plot } from "../shared/resources/plot.ts";
import { sessions } from "../shared/resources/sessions.ts";
import { users } from "../shared/resources/users.ts";
import type { Env } from "./env.ts";
import { watchClock } from "./kernel/clock-watch.ts";
import { makeLog } from "./kernel/log.ts";
import { type Office, openOffice } from "./office.ts";
import { openPortal, type Portal } from "./portal.ts";
import { type Account, setUp } from "./setup.ts";

const demoAccounts: readonly Account[] = [
  { role: "Admin", username: "admin", fullName: "Tariq Mehmood", password: "admin123", temporary: false },
  { role: "Manager", username: "manager", fullName: "Nadia Rauf", password: "manager123", temporary: false },
  { role: "Resident", username: "resident", fullName: "Kashif Baig", password: "resident123", temporary: false },
];

export interface Started extends Portal {
  /** What a first visitor can sign in with: the demonstration's accounts, or the administrator whose password was made up now. */
  accounts: readonly Account[];
}

/** Starts the portal on the given MongoDB; an empty database is filled first. */
export async function startPortal({ env, uri, webDir }: { env: Env; uri: string; webDir: string }): Promise<Started> {
  const log = makeLog(env.logLevel);
  const now = () => new Date();
  const office = await openOffice({ uri, now, log });
  const watch = watchClock({ connection: office.connection, log, now });
  const made = isEmpty(office, users) ? (env.demo ? demoAccounts : [firstAdministrator(env)]) : [];
  if (made.length > 0) await setUp(office.atWork("setup"), made);
  await office.feed.seen([users.name]);
  // Asked apart from the accounts, so that a start that was cut off between the two is completed by the next.
  if (env.demo && isEmpty(office, plot) && isEmpty(office, sessions)) {
    const { loadDemo } = await import("./demo/load.ts");
    await loadDemo(office);
  }
  const shown = env.demo ? demoAccounts : [];
  const society = {
    name: "Gulshan-e-Ravi",
    kind: "Cooperative Housing Society",
    accounts: shown.map(({ role, username, password }) => ({ role, username, password })),
  };
  const portal = await openPortal({ office, env, society, webDir, log, now });
  return {
    ...portal,
    // A password that was given is known to whoever gave it, and is nothing for a log.
    accounts: env.demo ? demoAccounts : made.filter(({ temporary }) => temporary),
    stop: () => {
      watch.stop();
      return portal.stop();
    },
  };
}

function isEmpty(office: Office, resource: Resource): boolean {
  for (const _ of office.mirror.all(resource)) return false;
  return true;
}

function firstAdministrator({ adminPassword }: Env): Account {
  return {
    role: "Admin",
    username: "admin",
    fullName: "Administrator",
    password: adminPassword ?? randomBytes(9).toString("base64url"),
    temporary: adminPassword === undefined,
  };
}
