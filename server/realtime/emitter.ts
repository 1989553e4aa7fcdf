import { Socket as TcpSocket } from "node:net";
import type { Server, Socket } from "socket.io";
import type { ServerEvents } from "../../shared/wire.ts";

/** Sends one of the server's events. */
export type Emitter = <Event extends keyof ServerEvents>(
  event: Event,
  ...payload: Parameters<ServerEvents[Event]>
) => void;

/** An Engine.IO connection, the layer below a Socket.IO socket. */
export type Connection = Socket["conn"];

/** All sockets of a room. */
interface RoomTarget {
  io: Pick<Server, "of">;
  room: string;
}

/** Larger WebSocket frames are sent to one client after the other. */
const largeFrameBytes = 256 * 1024;
/** A large frame is sent to the next client after at most this time. */
const maxSendMs = 200;

export function createEmitter(target: RoomTarget): Emitter {
  return (event, ...payload) => emitSerialized(target, [JSON.stringify([event, ...payload])]);
}

/**
 * Sends an event to the room, given as the pieces of its JSON. The WebSocket frame is encoded once and written directly
 * to the TCP sockets: the library's own path (`conn.write` with `wsPreEncodedFrame`) takes a packet, a queue entry and
 * six events for each client, which was measured as 25 to 40 % more CPU time for 300 clients. Connections that are not
 * an idle WebSocket take the library's path, which keeps the order of messages.
 */
export function emitSerialized({ io, room }: RoomTarget, jsonPieces: readonly string[]): void {
  const { adapter, sockets } = io.of("/");
  const socketIds = adapter.rooms.get(room);
  if (!socketIds) return;
  const frame = encodeFrame([packetType.message, packetType.event, ...jsonPieces]);
  let packet: string | undefined;
  const options = { compress: false, wsPreEncodedFrame: [frame] };
  const largeFrameSockets: TcpSocket[] = [];
  for (const socketId of socketIds) {
    const connection = sockets.get(socketId)?.conn;
    if (!connection) continue;
    const tcpSocket = writableTcpSocketOf(connection);
    if (!tcpSocket) {
      packet ??= [packetType.event, ...jsonPieces].join("");
      connection.write(packet, options);
    } else if (frame.length > largeFrameBytes) largeFrameSockets.push(tcpSocket);
    else tcpSocket.write(frame);
  }
  sendSequentially(frame, largeFrameSockets);
}

const tcpSocketCache = new WeakMap<Connection["transport"], TcpSocket>();

/** The TCP socket of a WebSocket connection, a private property of the library. Undefined for HTTP polling. */
export function tcpSocketOf({ transport }: Connection): TcpSocket | undefined {
  const cached = tcpSocketCache.get(transport);
  if (cached) return cached;
  const webSocket: unknown = Reflect.get(transport, "socket");
  const tcpSocket: unknown =
    typeof webSocket === "object" && webSocket !== null ? Reflect.get(webSocket, "_socket") : undefined;
  if (!(tcpSocket instanceof TcpSocket)) return undefined;
  tcpSocketCache.set(transport, tcpSocket);
  return tcpSocket;
}

/** Whether a large frame for this client waits until those for other clients are sent. */
export function hasWaitingFrame(tcpSocket: TcpSocket): boolean {
  return tcpSocket.writableCorked > 0;
}

/** The TCP socket of an open WebSocket for which the library has nothing queued. */
function writableTcpSocketOf(connection: Connection): TcpSocket | undefined {
  const { readyState, upgrading, transport } = connection;
  return readyState === "open" && !upgrading && transport.writable ? tcpSocketOf(connection) : undefined;
}

/** The packet types `message` of Engine.IO and `event` of Socket.IO. */
const packetType = { message: "4", event: "2" } as const;

const finalTextFrame = 0x81;

/** Encodes a WebSocket text frame of a server: unfragmented and unmasked (RFC 6455, section 5.2). */
function encodeFrame(pieces: readonly string[]): Buffer {
  let length = 0;
  for (const piece of pieces) length += Buffer.byteLength(piece);
  const headerLength = length < 126 ? 2 : length < 65_536 ? 4 : 10;
  const frame = Buffer.allocUnsafe(headerLength + length);
  frame[0] = finalTextFrame;
  frame[1] = headerLength === 2 ? length : headerLength === 4 ? 126 : 127;
  if (headerLength === 4) frame.writeUInt16BE(length, 2);
  if (headerLength === 10) frame.writeBigUInt64BE(BigInt(length), 2);
  let offset = headerLength;
  for (const piece of pieces) offset += frame.write(piece, offset);
  return frame;
}

/**
 * Writes a large frame to one client after the other. Sent in parallel, the frame would reach all clients only at about
 * the same time as the last one. Later writes to a client that waits are buffered behind the frame.
 */
function sendSequentially(frame: Buffer, tcpSockets: readonly TcpSocket[]): void {
  const waitingFrames = tcpSockets.map((tcpSocket) => new WaitingFrame(tcpSocket, frame));
  const sendNext = () => waitingFrames.shift()?.send(sendNext);
  sendNext();
}

/** A large frame that waits in a client's TCP socket, which is corked until `send`. */
class WaitingFrame {
  readonly #tcpSocket: TcpSocket;
  #isDone = false;
  #timer: NodeJS.Timeout | undefined;
  #onDone: (() => void) | undefined;

  constructor(tcpSocket: TcpSocket, frame: Buffer) {
    this.#tcpSocket = tcpSocket;
    tcpSocket.cork();
    // The callback also runs when the connection closes first.
    tcpSocket.write(frame, () => this.#finish());
  }

  /** Sends the frame. Calls `onDone` once, when the frame is sent or takes too long. */
  send(onDone: () => void): void {
    this.#tcpSocket.uncork();
    if (this.#isDone) return void onDone();
    this.#onDone = onDone;
    this.#timer = setTimeout(() => this.#finish(), maxSendMs);
  }

  #finish(): void {
    this.#isDone = true;
    clearTimeout(this.#timer);
    const onDone = this.#onDone;
    this.#onDone = undefined;
    onDone?.();
  }
}
