import { io, type Socket } from "socket.io-client";
import type { ClientEvents, ServerEvents } from "../../shared/wire.ts";
import type { BenchClient } from "../bench/client.ts";

export type LiveSocket = Socket<ServerEvents, ClientEvents>;

interface ConnectionOptions {
  url: string;
  user: Pick<BenchClient, "headers">;
  watch: readonly string[];
  /** Cursor of an earlier connection, to catch up from there. */
  cursor?: string;
  /** Called with the socket before it connects. */
  onSocket?: (socket: LiveSocket) => void;
}

/** Opens a connection that does not reconnect; resolves with the socket and its cursor when the subscription is confirmed. */
export function openConnection({ url, user, watch, cursor, onSocket }: ConnectionOptions): Promise<{
  socket: LiveSocket;
  cursor: string;
}> {
  const token = user.headers.authorization?.slice("Bearer ".length) ?? "";
  const auth = cursor === undefined ? { token } : { token, cursor };
  const socket: LiveSocket = io(url, { auth, transports: ["websocket"], reconnection: false, forceNew: true });
  onSocket?.(socket);
  return new Promise((resolve, reject) => {
    socket.once("connect_error", reject);
    socket.once("connect", () => {
      socket.emit("watch", [...watch], (watching) => resolve({ socket, cursor: watching.cursor }));
    });
  });
}
