import { Socket as Pipe } from "node:net";
import type { Socket } from "socket.io";

/** One client's connection as the library below Socket.IO knows it. */
export type Connection = Socket["conn"];

/** Looking it up each time makes telling a tenth dearer. */
const tcpSockets = new WeakMap<Connection["transport"], Pipe>();

/** The connection under a line's web socket, which the library's types keep to themselves; undefined for a line that is none. */
export function tcpSocketOf({ transport }: Connection): Pipe | undefined {
  const known = tcpSockets.get(transport);
  if (known) return known;
  const socket: unknown = Reflect.get(transport, "socket");
  const pipe: unknown = typeof socket === "object" && socket !== null ? Reflect.get(socket, "_socket") : undefined;
  if (!(pipe instanceof Pipe)) return undefined;
  tcpSockets.set(transport, pipe);
  return pipe;
}
