import { homedir } from "node:os";
import { join } from "node:path";
import type { Env } from "./binary.ts";

/** The user's cache folder of the portal: outside the checkout, so that a fresh clone need not fetch mongod again. */
export function cacheFolder(env: Env): string {
  const home = env.HOME ?? homedir();
  return join(env.XDG_CACHE_HOME || join(home, ".cache"), "housing-society-portal");
}
