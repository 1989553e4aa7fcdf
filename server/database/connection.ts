import { createRequire } from "node:module";
import type { Socket } from "node:net";
import mongoose from "mongoose";

failOperationsOfClosedSockets();

/**
 * Connects to the database `name`, by default the one in the URI or `portal`. Rejects if no server answers within three
 * seconds.
 */
export function connect(uri: string, name = databaseNameIn(uri) ?? "portal"): Promise<mongoose.Connection> {
  return mongoose
    .createConnection(uri, {
      dbName: name,
      appName: createAppName(name),
      bufferCommands: false,
      serverSelectionTimeoutMS: 3_000,
      // These two settings detect a database that does not answer, so that requests fail instead of waiting.
      connectTimeoutMS: 3_000,
      heartbeatFrequencyMS: 2_000,
      maxPoolSize: 50,
      autoIndex: false,
      autoCreate: false,
    })
    .asPromise();
}

/**
 * The name by which MongoDB lists the portal's connections to this database. It is never too long: MongoDB allows 128
 * bytes here, and 63 for the name of a database.
 */
export function createAppName(databaseName: string): string {
  return `portal ${databaseName}`;
}

function databaseNameIn(uri: string): string | undefined {
  return /^[^/]+\/\/[^/]+\/([^?]+)/.exec(uri)?.[1];
}

/**
 * Corrects the driver, which waits for the `drain` event of a socket when a command does not fit into its buffer. If the
 * socket closes meanwhile, or is closing already, there is no such event: the operation would never end, and with it the
 * group commit and all later writes. Emits the event when the connection is marked as closed, so that the operation
 * fails.
 */
function failOperationsOfClosedSockets(): void {
  const { resolve } = createRequire(import.meta.url);
  // The driver that Mongoose uses. It does not export its class of connections.
  const requireDriver = createRequire(resolve("mongoose"));
  const { Connection }: { Connection: { prototype: DriverConnection } } = requireDriver(
    "mongodb/lib/cmap/connection.js",
  );
  const { onClose } = Connection.prototype;
  Connection.prototype.onClose = function () {
    onClose.call(this);
    this.socket.emit("drain");
  };
}

interface DriverConnection {
  socket: Socket;
  onClose(): void;
}

/** The database's error code when a unique index is violated. */
export const duplicateKeyCode = 11_000;

/** Whether the database server reported an error with this code. */
export function isDatabaseError(error: unknown, code: number): boolean {
  return error instanceof mongoose.mongo.MongoServerError && error.code === code;
}

/** The bytes of a document that was read with the option `raw`, which the driver's types do not know. */
export function toRawBytes(document: unknown): Buffer {
  if (!(document instanceof Uint8Array)) throw new Error("The driver did not return a raw document");
  return Buffer.from(document.buffer, document.byteOffset, document.byteLength);
}

/**
 * Runs `read` with a session that sees one snapshot of the database. `snapshotTime` is the cluster time of the snapshot:
 * a change stream from there on contains exactly the later commits.
 */
export async function readAtSnapshot<Result>(
  connection: mongoose.Connection,
  read: (session: mongoose.ClientSession) => Promise<Result>,
): Promise<{ result: Result; snapshotTime: mongoose.mongo.Timestamp }> {
  const session = connection.getClient().startSession({ snapshot: true });
  try {
    const result = await read(session);
    // A private property, because the driver has no public one. With an approximate time, commits near the snapshot
    // would be missed or counted twice.
    const snapshotTime: unknown = Reflect.get(session, "snapshotTime");
    if (!(snapshotTime instanceof mongoose.mongo.Timestamp)) throw new Error("The driver has no snapshotTime");
    return { result, snapshotTime };
  } finally {
    await session.endSession();
  }
}
