import type { Socket as Pipe } from "node:net";
import type { Server } from "socket.io";
import type { ServerEvents } from "../../shared/wire.ts";
import { type Connection, tcpSocketOf } from "./connections.ts";
import { sendSequentially } from "./send-queue.ts";

/** Sends one of the server's events. */
export type Emitter = <Event extends keyof ServerEvents>(
  event: Event,
  ...what: Parameters<ServerEvents[Event]>
) => void;

/** Everybody who is in this room at the moment. */
interface RoomTarget {
  io: Pick<Server, "of">;
  room: string;
}

/** So many bytes are on their way long enough for lines to get in each other's. */
const largeFrameBytes = 256 * 1024;

/** What tells everybody in a room. */
export function createEmitter(hearers: RoomTarget): Emitter {
  return (event, ...what) => emitSerialized(hearers, [JSON.stringify([event, ...what])]);
}

/**
 * Tells everybody in a room an event that is JSON already, in pieces, its name first, in the order of what else they are sent. It is made into
 * bytes once, and each line is given the same ones at once: with hundreds of lines, what is done for each is what telling costs.
 */
export function emitSerialized({ io, room }: RoomTarget, event: readonly string[]): void {
  const { adapter, sockets } = io.of("/");
  const ids = adapter.rooms.get(room);
  if (!ids) return;
  const frame = encodeFrame([packetType.message, packetType.event, ...event]);
  let text: string | undefined;
  const options = { compress: false, wsPreEncodedFrame: [frame] };
  const inTurns: Pipe[] = [];
  for (const id of ids) {
    const line = sockets.get(id)?.conn;
    if (!line) continue;
    const pipe = writableSocketOf(line);
    if (!pipe) {
      text ??= [packetType.event, ...event].join("");
      line.write(text, options);
    } else if (frame.length > largeFrameBytes) inTurns.push(pipe);
    else pipe.write(frame);
  }
  sendSequentially(frame, inTurns);
}

/**
 * Where a frame can be put straight on its way: an open web socket for which the library keeps nothing back that would have to
 * go first. Its own way there (a packet, a queue and six events a line) costs more than the writing itself.
 */
function writableSocketOf(line: Connection): Pipe | undefined {
  const { readyState, upgrading, transport } = line;
  return readyState === "open" && !upgrading && transport.writable ? tcpSocketOf(line) : undefined;
}

/** Of Engine.IO and, inside, of Socket.IO. */
const packetType = { message: "4", event: "2" } as const;

const finalTextFrame = 0x81;

/** A web socket frame as a server sends it: whole, not masked (RFC 6455, 5.2). Of a large event the pieces are never put together before. */
function encodeFrame(pieces: readonly string[]): Buffer {
  let length = 0;
  for (const piece of pieces) length += Buffer.byteLength(piece);
  const header = length < 126 ? 2 : length < 65_536 ? 4 : 10;
  const frame = Buffer.allocUnsafe(header + length);
  frame[0] = finalTextFrame;
  frame[1] = header === 2 ? length : header === 4 ? 126 : 127;
  if (header === 4) frame.writeUInt16BE(length, 2);
  if (header === 10) frame.writeBigUInt64BE(BigInt(length), 2);
  let at = header;
  for (const piece of pieces) at += frame.write(piece, at);
  return frame;
}
