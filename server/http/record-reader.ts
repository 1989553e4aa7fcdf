import type { Request, Response } from "express";
import { canSeeRow, type Viewer } from "../../shared/permissions.ts";
import type { AnyResource } from "../../shared/registry.ts";
import type { SuccessResponse } from "../../shared/wire.ts";
import type { ChangeStream } from "../commits/change-stream.ts";
import { sourceOf } from "../database/store.ts";
import type { ResourceVersions } from "../commits/resource-versions.ts";
import { idOf } from "../database/store.ts";
import type { ByteWriter } from "../database/bson.ts";
import { parseId } from "./request.ts";
import { joinedResourceNames, type Presenter } from "../database/present.ts";
import { RecordWriter } from "../database/record-writer.ts";
import type { ReferenceCache } from "../database/reference-cache.ts";
import type { Doc, RawRow, Store } from "../database/store.ts";
import { notFound } from "../errors.ts";
import { createEtag, isUnchanged } from "./etag.ts";
import { parseListQuery } from "./list-query.ts";
import { streamList } from "./list-stream.ts";
import type { ResourceHandlers } from "./resource-handlers.ts";

interface RecordReaderOptions {
  store: Store;
  changeStream: ChangeStream;
  referenceCache: ReferenceCache;
  resourceVersions: ResourceVersions;
  presenters: ReadonlyMap<string, Presenter>;
  /** Of the portal. */
  version: string;
}

/** Records as they are answered: read as of now, and presented. */
export class RecordReader {
  readonly #options: RecordReaderOptions;

  constructor(parts: RecordReaderOptions) {
    this.#options = parts;
  }

  /** Streams the list that the query asks for; what the caller holds already, and nothing has moved of, is not read again. */
  async sendList(
    { resource, listExtras }: ResourceHandlers,
    viewer: Viewer,
    { req, res }: { req: Request; res: Response },
  ) {
    const { store, changeStream, referenceCache, resourceVersions, version } = this.#options;
    const kept = sourceOf(resource);
    // What a list says beside its rows is made of the same.
    const resources = [kept.name, ...joinedResourceNames(resource)];
    const asksAgain = req.get("if-none-match") !== undefined;
    await changeStream.waitForCommit(asksAgain ? resources : joinedResourceNames(resource));
    // Named before it is read: what moves meanwhile is in the answer, and the next time under another name.
    const etag = createEtag(req, { resources, viewer, version, resourceVersions });
    if (isUnchanged(req, etag, changeStream)) return void res.status(304).set("ETag", etag).end();
    const { filter, sort, limit } = await parseListQuery(resource, {
      parameters: req.query,
      viewer,
      referenceCache,
      store,
    });
    const options = { sort, limit: limit === undefined ? undefined : limit + 1 };
    const extras = (await listExtras?.({ viewer, store, referenceCache })) ?? {};
    if (resource.derivedFrom) {
      const present = this.#presenterOf(resource);
      const write = (row: Doc, out: ByteWriter) => {
        out.writeText(JSON.stringify(present(row)));
        return idOf(kept, row);
      };
      return streamList(res, { rows: store.findBatches(kept, filter, options), limit, write, extras, etag });
    }
    const writer = new RecordWriter(resource, referenceCache);
    const write = (row: RawRow, out: ByteWriter) => writer.write(row, out);
    await streamList(res, { rows: store.findRawBatches(kept, filter, options), limit, write, extras, etag });
  }

  /** Refused as unknown when the viewer may not know of it. */
  async readOne(resource: AnyResource, viewer: Viewer, id: string | string[] | undefined): Promise<SuccessResponse> {
    await this.#waitForJoins(resource);
    const row = await this.#options.store.get(sourceOf(resource), parseId(resource, id));
    if (!row || !canSeeRow(viewer, resource, row)) throw notFound(resource.label);
    return { success: true, message: "", data: this.present(resource, row) };
  }

  /** A row that was just written. */
  async presentWritten(resource: AnyResource, row: Doc): Promise<Record<string, unknown>> {
    await this.#waitForJoins(resource);
    return this.present(resource, row);
  }

  present(resource: AnyResource, row: Doc): Record<string, unknown> {
    return this.#presenterOf(resource)(row);
  }

  /** Names that are shown beside references count as soon as they are written. */
  async #waitForJoins(resource: AnyResource): Promise<void> {
    await this.#options.changeStream.waitForCommit(joinedResourceNames(resource));
  }

  #presenterOf(resource: AnyResource): Presenter {
    const present = this.#options.presenters.get(resource.name);
    if (!present) throw new Error(`Nobody presents ${resource.name}`);
    return present;
  }
}
