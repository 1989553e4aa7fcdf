import mongoose from "mongoose";

/** Connects to the database `name`, by default the one in the URI or `portal`. */
export function connect(uri: string, name = databaseNameIn(uri) ?? "portal"): Promise<mongoose.Connection> {
  return mongoose
    .createConnection(uri, {
      dbName: name,
      appName: appName(name),
      bufferCommands: false,
      serverSelectionTimeoutMS: 3_000,
      // Together these two detect a database that hangs, so that requests fail instead of waiting.
      connectTimeoutMS: 3_000,
      heartbeatFrequencyMS: 2_000,
      maxPoolSize: 50,
      autoIndex: false,
      autoCreate: false,
    })
    .asPromise();
}

/** The appName of the portal's connections, at most 128 bytes. */
export function appName(database: string): string {
  return `portal ${database}`.slice(0, 128);
}

function databaseNameIn(uri: string): string | undefined {
  return /^[^/]+\/\/[^/]+\/([^?]+)/.exec(uri)?.[1];
}

/** Is it an error with this code, reported by the database server? */
export function isDatabaseError(error: unknown, code: number): boolean {
  return error instanceof mongoose.mongo.MongoServerError && error.code === code;
}

/** Reads within one snapshot of the database and returns its time. */
export async function readAtSnapshot(
  connection: mongoose.Connection,
  read: (session: mongoose.ClientSession) => Promise<void>,
): Promise<mongoose.mongo.Timestamp> {
  const session = connection.getClient().startSession({ snapshot: true });
  try {
    await read(session);
    // A private property of the driver. Without it commits could be missed or counted twice.
    const snapshotTime: unknown = Reflect.get(session, "snapshotTime");
    if (!(snapshotTime instanceof mongoose.mongo.Timestamp)) throw new Error("The driver has no snapshotTime");
    return snapshotTime;
  } finally {
    await session.endSession();
  }
}
