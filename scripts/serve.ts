import { join } from "node:path";
import type { Env } from "../server/env.ts";
import { startPortal } from "../server/start.ts";

const webDir = join(import.meta.dirname, "..", "dist");

/** Opens the portal on this MongoDB, says where and for whom, and closes it on Ctrl-C or SIGTERM, then `also`. */
export async function serve({
  env,
  uri,
  how,
  also,
}: {
  env: Env;
  uri: string;
  how: string;
  also: () => Promise<void>;
}): Promise<void> {
  const portal = await startPortal({ env, uri, webDir });
  console.log(`\n  The portal is open at ${portal.url}\n  MongoDB: ${how}`);
  for (const { role, username, password } of portal.accounts)
    console.log(`  ${role.padEnd(10)} ${username} / ${password}`);
  console.log("  Ctrl-C stops it; the data stays.\n");
  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    await portal.stop();
    await also();
    process.exit(0);
  };
  process.on("SIGINT", () => void stop());
  process.on("SIGTERM", () => void stop());
}
