import type mongoose from "mongoose";
import type { Session } from "./store.ts";

interface SecretDoc {
  _id: string;
  value: unknown;
  expires?: Date;
}

/**
 * Sets the value of a key, or deletes the key if `entry` is undefined. MongoDB deletes a key some time after `expires`,
 * up to a minute; until then it can still be read.
 */
export interface SecretChange {
  key: string;
  entry: { value: unknown; expires?: Date | undefined } | undefined;
}

/**
 * Stores values that do not belong in a record or commit: secrets such as the hashes of passwords and single-use links,
 * the reports of locked months, which would make commits large, times such as that of the last request to mail
 * receipts, and keys that only make concurrent transactions conflict.
 */
export class SecretStore {
  readonly #docs: mongoose.mongo.Collection<SecretDoc>;

  constructor(connection: mongoose.Connection) {
    // The name that the collection has had since the first release.
    this.#docs = connection.collection<SecretDoc>("vault");
  }

  async ensureIndexes(): Promise<void> {
    await this.#docs.createIndex({ expires: 1 }, { expireAfterSeconds: 0 });
  }

  /** The value of the key; undefined if the key does not exist. */
  async read(key: string, session?: Session): Promise<unknown> {
    return (await this.#docs.findOne({ _id: key }, { session }))?.value;
  }

  /** Writes the changes in the transaction of the session. */
  async apply(changes: Iterable<SecretChange>, session: Session): Promise<void> {
    const operations = Array.from(changes, ({ key, entry }) => {
      const filter = { _id: key };
      if (!entry) return { deleteOne: { filter } };
      const { value, expires } = entry;
      return { replaceOne: { filter, replacement: { value, ...(expires ? { expires } : {}) }, upsert: true } };
    });
    if (operations.length > 0) await this.#docs.bulkWrite(operations, { session });
  }
}
