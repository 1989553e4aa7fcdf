import { readServerConfig, type ServerConfig } from "../../server/config.ts";
import { ApiClient } from "./api-client.ts";

/** The settings of a portal with demo data in this folder, on a free port. */
export async function readDemoConfig(folder: string): Promise<ServerConfig> {
  // Building the client sets NODE_ENV, which must not reach the portal.
  const overrides = { NODE_ENV: undefined, DATA_DIR: folder, DEMO: "1", LOG_LEVEL: "silent" };
  return { ...(await readServerConfig({ ...process.env, ...overrides })), port: 0 };
}

/** A client with a session of a demo user. */
export function signInDemoUser(url: string, username: "admin" | "manager"): Promise<ApiClient> {
  return ApiClient.signIn(url, username, `${username}123`);
}
