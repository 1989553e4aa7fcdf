import type mongoose from "mongoose";
import type { Session } from "./store.ts";

interface Entry {
  _id: string;
  value: unknown;
  expires?: Date;
}

/** What must never stand in a record, a commit or an answer: password hashes, hashes of single-use links. */
export class Vault {
  readonly #entries: mongoose.mongo.Collection<Entry>;

  constructor(connection: mongoose.Connection) {
    this.#entries = connection.collection<Entry>("vault");
  }

  async prepare(): Promise<void> {
    await this.#entries.createIndex({ expires: 1 }, { expireAfterSeconds: 0 });
  }

  async read(key: string, session?: Session): Promise<unknown> {
    return (await this.#entries.findOne({ _id: key }, { session }))?.value;
  }

  async remove(key: string, session: Session): Promise<void> {
    await this.#entries.deleteOne({ _id: key }, { session });
  }

  async write({
    key,
    value,
    expires,
    session,
  }: {
    key: string;
    value: unknown;
    expires?: Date;
    session: Session;
  }): Promise<void> {
    await this.#entries.replaceOne({ _id: key }, { value, ...(expires ? { expires } : {}) }, { upsert: true, session });
  }
}
