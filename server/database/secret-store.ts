import type mongoose from "mongoose";
import type { Session } from "./store.ts";

interface SecretDoc {
  _id: string;
  value: unknown;
  expires?: Date;
}

/** Sets the value of a key, or deletes the key if `entry` is undefined. */
export interface SecretChange {
  key: string;
  entry: { value: unknown; expires?: Date | undefined } | undefined;
}

/** Holds what must not appear in a record, commit or response, such as hashes of passwords and single-use links. */
export class SecretStore {
  readonly #entries: mongoose.mongo.Collection<SecretDoc>;

  constructor(connection: mongoose.Connection) {
    this.#entries = connection.collection<SecretDoc>("vault");
  }

  async ensureIndexes(): Promise<void> {
    await this.#entries.createIndex({ expires: 1 }, { expireAfterSeconds: 0 });
  }

  /** Undefined if the key does not exist. */
  async read(key: string, session?: Session): Promise<unknown> {
    return (await this.#entries.findOne({ _id: key }, { session }))?.value;
  }

  /** Writes the changes in the transaction of the session. */
  async apply(secrets: Iterable<SecretChange>, session: Session): Promise<void> {
    for (const { key, entry } of secrets)
      if (!entry) await this.#entries.deleteOne({ _id: key }, { session });
      else {
        const { value, expires } = entry;
        const doc = { value, ...(expires ? { expires } : {}) };
        await this.#entries.replaceOne({ _id: key }, doc, { upsert: true, session });
      }
  }
}
