/** No usable MongoDB. The message is one line for the person who starts the portal and never holds a password. */
export class MongoUnavailable extends Error {
  override name = "MongoUnavailable";
}

/** What went wrong, in one line and without the user and password of a connection string. */
export function describeError(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  const line = text.replace(/\s+/g, " ").trim().slice(0, 300);
  return line.replace(/\/\/[^@/\s]*@/g, "//");
}
