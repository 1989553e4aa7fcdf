import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
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
  collectGarbage();
}

/**
 * Frees what only the start needed, and on Node 22 or newer also shrinks V8's young generation, which the start has
 * enlarged. An idle server allocates too little for V8 to do so by itself. Takes about 0.1 s.
 */
function collectGarbage(): void {
  setFlagsFromString("--expose-gc");
  // The flag adds `gc` to contexts that are created later. The cast is needed because runInNewContext returns any.
  const gc = runInNewContext("gc") as NodeJS.GCFunction;
  // Node 20 takes every call with options for a minor collection.
  gc();
  gc({ type: "major", execution: "sync", flavor: "last-resort" });
}
