import { join } from "node:path";
import { readOrCreateSecret } from "../../data-folder.ts";

export const replicaSetName = "portal";

/** The address of the mongod of a data folder: a socket in that folder, or a local port with a password. */
export interface MongodAddress {
  /** Path of the socket, or `127.0.0.1:PORT`. The replica set's configuration contains it. */
  host: string;
  /** Set if a port needs a password. The content of the key file is the password. */
  login?: { password: string; keyFilePath: string };
}

/** The user with whom the portal signs in to a mongod that listens at a port. */
export const mongodUserName = "portal";

/**
 * The path of the socket in this folder, which only the folder's owner can open. Undefined if mongod or the driver
 * cannot use the path: on Windows, if the path is too long, or if it has characters with a meaning in a list of
 * addresses or a URI.
 */
export function findSocketPath(dataDir: string): string | undefined {
  const path = join(dataDir, "mongod.sock");
  if (process.platform === "win32" || Buffer.byteLength(path) > maxSocketPathBytes) return undefined;
  return /[,%:]/.test(path) ? undefined : path;
}

/** The limit of macOS; Linux allows 107. */
const maxSocketPathBytes = 103;

export function isSocket({ host }: MongodAddress): boolean {
  return host.startsWith("/");
}

/** The port of the address; 0 for a socket. */
export function parsePort({ host }: MongodAddress): number {
  return Number(/:(\d+)$/.exec(host)?.[1] ?? 0);
}

/** The login of the portal's user. The first call generates the password. */
export async function readLogin(dataDir: string): Promise<MongodAddress["login"]> {
  return { password: await readOrCreateSecret(dataDir, keyFile), keyFilePath: join(dataDir, keyFile.name) };
}

const keyFile = {
  name: "mongod-key",
  remedy: "restore it from a copy; without it the portal cannot sign in to its database",
};

/**
 * The connection string. It has `directConnection`, because the driver converts the addresses of a replica set's
 * members to lower case and would not find a socket whose path has capitals.
 */
export function toUri({ host, login }: MongodAddress, database = "portal"): string {
  const encodedHost = isSocket({ host }) ? encodeURIComponent(host) : host;
  const user = login ? `${mongodUserName}:${login.password}@` : "";
  const authSource = login ? "&authSource=admin" : "";
  return `mongodb://${user}${encodedHost}/${database}?directConnection=true${authSource}`;
}
