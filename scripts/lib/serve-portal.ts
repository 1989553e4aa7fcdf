import { join } from "node:path";
import type { ServerConfig } from "../../server/config.ts";
import { startServer } from "../../server/main.ts";

const webDir = join(import.meta.dirname, "..", "..", "dist", "web");

/** Starts the portal, prints its URL and seeded accounts, and stops it on Ctrl-C or SIGTERM; then calls `afterStop`. */
export async function servePortal({
  config,
  uri,
  mongoSource,
  afterStop,
}: {
  config: ServerConfig;
  uri: string;
  mongoSource: string;
  afterStop?: () => Promise<void>;
}): Promise<void> {
  const portal = await startServer({ config, uri, webDir });
  console.log(`\n  The portal is open at ${portal.url}\n  MongoDB: ${mongoSource}`);
  for (const { role, username, password } of portal.accounts)
    console.log(`  ${role.padEnd(10)} ${username} / ${password}`);
  console.log("  Ctrl-C stops it; the data stays.\n");
  let isStopping = false;
  const stop = async () => {
    if (isStopping) return;
    isStopping = true;
    await portal.stop();
    await afterStop?.();
    process.exit(0);
  };
  process.on("SIGINT", () => void stop());
  process.on("SIGTERM", () => void stop());
}
