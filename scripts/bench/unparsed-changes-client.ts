import { EventEmitter } from "node:events";
import { io, type Socket } from "socket.io-client";
import type { ApiClient } from "../lib/api-client.ts";

export type UnparsedChangesSocket = Socket<
  { changes: (text: string) => void },
  { watch: (resources: string[], ack: () => void) => void }
>;

/**
 * Opens a live connection that subscribes to the schedule. `onChanges` gets each `changes` event as text, because
 * parsing it would cost more than all that the server does.
 */
export function openUnparsedChangesSocket(
  client: ApiClient,
  onChanges: (text: string) => void,
): Promise<UnparsedChangesSocket> {
  const socket: UnparsedChangesSocket = io(client.url, {
    auth: { token: client.token, protocol: 2 },
    transports: ["websocket"],
    reconnection: false,
    forceNew: true,
    parser: { Encoder, Decoder },
  });
  socket.on("changes", onChanges);
  socket.on("disconnect", (reason) => {
    if (reason !== "io client disconnect") throw new Error(`The server closed a measured connection: ${reason}`);
  });
  return new Promise((resolve, reject) => {
    socket.once("connect_error", reject);
    socket.once("connect", () => socket.emit("watch", ["payment-schedule"], () => resolve(socket)));
  });
}

/** The ids in the text of a `changes` event: each follows `"id":` or, in columns, is the first value of a row. */
export function scanIds(text: string): number[] {
  const pattern = text.includes('"rows":[[') ? /\[(\d+),/g : /"id":(\d+)/g;
  return Array.from(text.matchAll(pattern), ([, id]) => Number(id));
}

/** The `changes` event of this text, parsed. */
export function parseChanges(text: string): unknown {
  const [, batch]: unknown[] = JSON.parse(text.slice(1));
  return batch;
}

interface Packet {
  type: number;
  nsp: string;
  id?: number;
  data?: unknown;
}

/** Encodes packets like Socket.IO's default parser, without binary data. */
class Encoder {
  encode({ type, id, data }: Packet): string[] {
    return [`${type}${id ?? ""}${data === undefined ? "" : JSON.stringify(data)}`];
  }
}

/** Decodes packets like Socket.IO's default parser, but leaves `changes` events as text. */
class Decoder extends EventEmitter {
  add(text: string): void {
    this.emit("decoded", text.startsWith('2["changes",') ? toPacket(2, ["changes", text]) : decode(text));
  }

  destroy(): void {
    this.removeAllListeners();
  }
}

function decode(text: string): Packet {
  const [head = "", type, id] = /^(\d)(\d*)/.exec(text) ?? [];
  const json = text.slice(head.length);
  return toPacket(Number(type), json === "" ? undefined : JSON.parse(json), id === "" ? undefined : Number(id));
}

function toPacket(type: number, data: unknown, id?: number): Packet {
  return { type, nsp: "/", id, data };
}
