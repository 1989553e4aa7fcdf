import mongoose from "mongoose";

/** Whoever builds filters from a request must build them from parsed values; what slips through is refused or defused here. */
mongoose.set("sanitizeFilter", true);
mongoose.set("strictQuery", "throw");

/** Connects to the portal's database: `name`, else the one in the address, else `portal`. */
export function connect(uri: string, name = databaseNameIn(uri) ?? "portal"): Promise<mongoose.Connection> {
  return mongoose
    .createConnection(uri, {
      dbName: name,
      appName: appName(name),
      bufferCommands: false,
      serverSelectionTimeoutMS: 3_000,
      // A database that stands still is noticed by these two together, and whoever waits for it is answered.
      connectTimeoutMS: 3_000,
      heartbeatFrequencyMS: 2_000,
      maxPoolSize: 50,
      autoIndex: false,
      autoCreate: false,
    })
    .asPromise();
}

/** What a portal's connections to this database are called by MongoDB, which takes 128 bytes. */
export function appName(database: string): string {
  return `portal ${database}`.slice(0, 128);
}

function databaseNameIn(uri: string): string | undefined {
  return /^[^/]+\/\/[^/]+\/([^?]+)/.exec(uri)?.[1];
}

/** Is it an error of the database itself, with this code? */
export function isDatabaseError(error: unknown, code: number): boolean {
  return error instanceof mongoose.mongo.MongoServerError && error.code === code;
}

/** Reads within one snapshot of the whole database and returns the moment of that snapshot. */
export async function readAtSnapshot(
  connection: mongoose.Connection,
  read: (session: mongoose.ClientSession) => Promise<void>,
): Promise<mongoose.mongo.Timestamp> {
  const session = connection.getClient().startSession({ snapshot: true });
  try {
    await read(session);
    // The driver keeps the moment to itself; without it commits could be missed or counted twice.
    const time: unknown = Reflect.get(session, "snapshotTime");
    if (!(time instanceof mongoose.mongo.Timestamp))
      throw new Error("The driver does not tell the time of its snapshot");
    return time;
  } finally {
    await session.endSession();
  }
}
