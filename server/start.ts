import { randomBytes } from "node:crypto";
import type { Resource } from "../shared/registry.ts";
import { plot } from "../shared/resources/plot.ts";
import { sessions } from "../shared/resources/sessions.ts";
import { users } from "../shared/resources/users.ts";
import type { Config } from "./config.ts";
import { type Core, openCore } from "./core.ts";
import { watchClockSkew } from "./database/clock-skew.ts";
import { createLog } from "./log.ts";
import { openServer, type RunningServer } from "./main.ts";
import { type SeedAccount, seedDatabase } from "./seed/seed-database.ts";

const demoAccounts: readonly SeedAccount[] = [
  { role: "Admin", username: "admin", fullName: "Tariq Mehmood", password: "admin123", temporary: false },
  { role: "Manager", username: "manager", fullName: "Nadia Rauf", password: "manager123", temporary: false },
  { role: "Resident", username: "resident", fullName: "Kashif Baig", password: "resident123", temporary: false },
];

export interface StartedServer extends RunningServer {
  /** What a first visitor can sign in with: the demonstration's accounts, or the administrator whose password was made up now. */
  accounts: readonly SeedAccount[];
}

/** Starts the portal on the given MongoDB; an empty database is filled first. */
export async function startServer({
  config,
  uri,
  webDir,
}: {
  config: Config;
  uri: string;
  webDir: string;
}): Promise<StartedServer> {
  const log = createLog(config.logLevel);
  const now = () => new Date();
  const core = await openCore({ uri, now, log });
  const watch = watchClockSkew({ connection: core.connection, log, now });
  const made = isEmpty(core, users) ? (config.demo ? demoAccounts : [firstAdministrator(config)]) : [];
  if (made.length > 0) await seedDatabase(core.systemContext("setup"), made);
  await core.changeStream.waitForCommit([users.name]);
  // Asked apart from the accounts, so that a start that was cut off between the two is completed by the next.
  if (config.demo && isEmpty(core, plot) && isEmpty(core, sessions)) {
    const { seedDemo } = await import("./seed/demo/seed-demo.ts");
    await seedDemo(core);
  }
  const shown = config.demo ? demoAccounts : [];
  const society = {
    name: "Gulshan-e-Ravi",
    kind: "Cooperative Housing Society",
    accounts: shown.map(({ role, username, password }) => ({ role, username, password })),
  };
  const portal = await openServer({ core, config, society, webDir, log, now });
  return {
    ...portal,
    // A password that was given is known to whoever gave it, and is nothing for a log.
    accounts: config.demo ? demoAccounts : made.filter(({ temporary }) => temporary),
    stop: () => {
      watch.stop();
      return portal.stop();
    },
  };
}

function isEmpty(office: Core, resource: Resource): boolean {
  for (const _ of office.referenceCache.all(resource)) return false;
  return true;
}

function firstAdministrator({ adminPassword }: Config): SeedAccount {
  return {
    role: "Admin",
    username: "admin",
    fullName: "Administrator",
    password: adminPassword ?? randomBytes(9).toString("base64url"),
    temporary: adminPassword === undefined,
  };
}
