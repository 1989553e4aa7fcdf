import type mongoose from "mongoose";
import { hashDocument } from "../../server/commits/commit-chain.ts";

type Stored = mongoose.mongo.BSON.Document;

/** Changes documents directly in the database, not through the portal, and undoes the changes. */
export class Tamperer {
  readonly #connection: mongoose.Connection;
  readonly #undo: (() => Promise<unknown>)[] = [];

  constructor(connection: mongoose.Connection) {
    this.#connection = connection;
  }

  async update(collection: string, filter: object, update: object): Promise<void> {
    const original = await this.read(collection, filter);
    await this.#collection(collection).updateOne({ _id: original._id }, update);
    this.#undo.push(() => this.#collection(collection).replaceOne({ _id: original._id }, original));
  }

  /** Changes fields of a commit or anchor and gives it the hash of the changed document. */
  async forge(collection: string, filter: object, changes: object): Promise<void> {
    const original = await this.read(collection, filter);
    const { hash: _hash, ...fields } = { ...original, ...changes };
    await this.#collection(collection).deleteOne({ _id: original._id });
    await this.#collection(collection).insertOne({ ...fields, hash: hashDocument(fields) });
    this.#undo.push(async () => {
      await this.#collection(collection).deleteOne({ _id: fields._id });
      await this.#collection(collection).insertOne(original);
    });
  }

  async remove(collection: string, filter: object): Promise<void> {
    const original = await this.read(collection, filter);
    await this.#collection(collection).deleteOne({ _id: original._id });
    this.#undo.push(() => this.#collection(collection).insertOne(original));
  }

  async insert(collection: string, doc: Stored): Promise<void> {
    await this.#collection(collection).insertOne(doc);
    this.#undo.push(() => this.#collection(collection).deleteOne({ _id: doc._id }));
  }

  /** Undoes all changes, the last one first. */
  async undo(): Promise<void> {
    for (let undo = this.#undo.pop(); undo; undo = this.#undo.pop()) await undo();
  }

  /**
   * Reads a document that matches. Numbers keep their BSON types, so that writing the document again restores the same
   * bytes.
   */
  async read(collection: string, filter: object): Promise<Stored> {
    const doc = await this.#collection(collection).findOne(filter, { promoteValues: false });
    if (!doc) throw new Error(`No document of ${collection} matches`);
    return doc;
  }

  #collection(name: string): mongoose.mongo.Collection<Stored> {
    return this.#connection.collection<Stored>(name);
  }
}
