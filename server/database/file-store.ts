import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import mongoose from "mongoose";
import type { Store } from "./store.ts";

const bucketName = "files";

/**
 * Files in GridFS. A file never changes, and a record refers to it by id. A file is stored before the transaction that
 * writes its id. If that transaction fails, no record refers to the file, and `deleteUnused` deletes it.
 */
export class FileStore {
  readonly #bucket: mongoose.mongo.GridFSBucket;

  constructor({ db }: Pick<Store, "db">) {
    this.#bucket = new mongoose.mongo.GridFSBucket(db, { bucketName });
  }

  /** Stores the file and returns its id, 24 hexadecimal digits. */
  async save(name: string, content: Uint8Array): Promise<string> {
    const upload = this.#bucket.openUploadStream(name);
    await pipeline(Readable.from([content]), upload);
    return upload.id.toHexString();
  }

  /** Undefined if no file has this id. */
  async read(id: string): Promise<Uint8Array | undefined> {
    const _id = new mongoose.mongo.ObjectId(id);
    const [file] = await this.#bucket.find({ _id }).toArray();
    return file && buffer(this.#bucket.openDownloadStream(_id));
  }

  /** Deletes the files that were stored before this time and are not used. */
  async deleteUnused({ before, isUsed }: { before: Date; isUsed: (id: string) => Promise<boolean> }): Promise<void> {
    for await (const { _id } of this.#bucket.find({ uploadDate: { $lt: before } }))
      if (!(await isUsed(_id.toHexString()))) await this.#bucket.delete(_id);
  }
}
