import { io, type Socket } from "socket.io-client";
import type { ClientEvents, ServerEvents } from "../../shared/wire.ts";
import type { BenchClient } from "../bench/client.ts";

export type LiveSocket = Socket<ServerEvents, ClientEvents>;

interface ConnectionOptions {
  url: string;
  /** Whose line it is. */
  user: Pick<BenchClient, "headers">;
  watch: readonly string[];
  /** The place up to which everything was heard before. */
  cursor?: string;
  /** Told of the socket before anything comes over it. */
  onSocket?: (socket: LiveSocket) => void;
}

/** Opens a line that does not come back by itself; resolves with it and its place once the portal has said what it follows. */
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
