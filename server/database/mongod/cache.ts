import { homedir } from "node:os";
import { join } from "node:path";
import type { ProcessEnv } from "./binary.ts";

/** The user's cache folder of the portal: outside the checkout, so that a fresh clone need not fetch mongod again. */
export function cacheDir(env: ProcessEnv): string {
  const home = env.HOME ?? homedir();
  return join(env.XDG_CACHE_HOME || join(home, ".cache"), "housing-society-portal");
}
