import { createServer, type Server } from "node:net";
import type { Config } from "../config.ts";

type ListenAddress = Pick<Config, "host" | "port">;

const errorMessages: Readonly<Record<string, (where: ListenAddress) => string>> = {
  EADDRINUSE: ({ port }) =>
    `Port ${port} is in use, perhaps by a portal that is running already. Choose another: PORT=${port + 1}`,
  EACCES: ({ port }) => `Port ${port} may not be opened by this user. Choose one above 1023: PORT=3000`,
  EADDRNOTAVAIL: ({ host }) => `HOST ${host} is no address of this machine. Choose one of its own, or 0.0.0.0 for all`,
  ENOTFOUND: ({ host }) => `HOST ${host} is no address of this machine. Choose one of its own, or 0.0.0.0 for all`,
};

/** Opens the door and returns the port, which was chosen now where 0 was asked for. Throws in one line that says what to do. */
export function listen(server: Server, where: ListenAddress): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", (error) => {
      const say = "code" in error ? errorMessages[String(error.code)] : undefined;
      reject(say ? new Error(say(where)) : error);
    });
    server.listen(where.port, where.host, () => {
      const address = server.address();
      resolve(typeof address === "object" && address ? address.port : where.port);
    });
  });
}

/** Throws the same where that could not be done now: better said before a minute's work than after it. */
export async function assertPortAvailable(where: ListenAddress): Promise<void> {
  const server = createServer();
  await listen(server, where);
  await new Promise((resolve) => server.close(resolve));
}
