import type { Request, Response } from "express";
import { canSeeRow, type Viewer } from "../../shared/permissions.ts";
import type { AnyResource } from "../../shared/registry.ts";
import type { SuccessResponse } from "../../shared/wire.ts";
import type { ChangeStream } from "../commits/change-stream.ts";
import type { ResourceVersions } from "../commits/resource-versions.ts";
import type { ByteWriter } from "../database/bson.ts";
import { joinedResourceNames, type Presenter } from "../database/present.ts";
import { RecordWriter } from "../database/record-writer.ts";
import type { ReferenceCache } from "../database/reference-cache.ts";
import { type Doc, idOf, type RawRow, type Store, sourceOf } from "../database/store.ts";
import { notFound } from "../errors.ts";
import { createEtag, isUnchanged } from "./etag.ts";
import { parseListQuery } from "./list-query.ts";
import { streamList } from "./list-stream.ts";
import { parseId } from "./request.ts";
import type { ResourceHandlers } from "./resource-handlers.ts";

interface RecordReaderOptions {
  store: Store;
  changeStream: ChangeStream;
  referenceCache: ReferenceCache;
  resourceVersions: ResourceVersions;
  presenters: ReadonlyMap<string, Presenter>;
  /** Version of the portal; part of the ETags. */
  version: string;
}

/** Reads lists, with paging and ETags, and single records of a resource for a viewer. */
export class RecordReader {
  readonly #options: RecordReaderOptions;

  constructor(options: RecordReaderOptions) {
    this.#options = options;
  }

  /** Streams a list, or answers 304 if the client has the current one. */
  async sendList(
    { resource, listExtras }: ResourceHandlers,
    viewer: Viewer,
    { req, res }: { req: Request; res: Response },
  ) {
    const { store, changeStream, referenceCache, resourceVersions, version } = this.#options;
    const source = sourceOf(resource);
    // The ETag depends on these resources only, so `listExtras` must not depend on others.
    const resources = [source.name, ...joinedResourceNames(resource)];
    const isConditional = req.get("if-none-match") !== undefined;
    await changeStream.waitForCommit(isConditional ? resources : joinedResourceNames(resource));
    // Computed before the read: after a change during the read, the ETag is outdated and the list is sent again.
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
        return idOf(source, row);
      };
      return streamList(res, { rows: store.findBatches(source, filter, options), limit, write, extras, etag });
    }
    const writer = new RecordWriter(resource, referenceCache);
    const write = (row: RawRow, out: ByteWriter) => writer.write(row, out);
    await streamList(res, { rows: store.findRawBatches(source, filter, options), limit, write, extras, etag });
  }

  /** Throws 404 if the record does not exist or the viewer may not see it. */
  async readOne(resource: AnyResource, viewer: Viewer, id: string | string[] | undefined): Promise<SuccessResponse> {
    await this.#waitForJoins(resource);
    const row = await this.#options.store.get(sourceOf(resource), parseId(resource, id));
    if (!row || !canSeeRow(viewer, resource, row)) throw notFound(resource.label);
    return { success: true, message: "", data: this.present(resource, row) };
  }

  /** The record of a row that was just written. */
  async presentWritten(resource: AnyResource, row: Doc): Promise<Record<string, unknown>> {
    await this.#waitForJoins(resource);
    return this.present(resource, row);
  }

  /** The record of a row. The reference cache must already contain its joined names. */
  present(resource: AnyResource, row: Doc): Record<string, unknown> {
    return this.#presenterOf(resource)(row);
  }

  /** Waits until the reference cache contains the joined names that this server has committed. */
  async #waitForJoins(resource: AnyResource): Promise<void> {
    await this.#options.changeStream.waitForCommit(joinedResourceNames(resource));
  }

  #presenterOf(resource: AnyResource): Presenter {
    const present = this.#options.presenters.get(resource.name);
    if (!present) throw new Error(`${resource.name} has no presenter`);
    return present;
  }
}
