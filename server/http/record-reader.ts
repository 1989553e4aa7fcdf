import type { Request, Response } from "express";
import { columnsMediaType } from "../../shared/columns.ts";
import { canSeeRow, hasMaskedField, type Viewer } from "../../shared/permissions.ts";
import type { AnyResource } from "../../shared/registry.ts";
import type { SuccessResponse } from "../../shared/wire.ts";
import type { ChangeStream } from "../commits/change-stream.ts";
import type { ResourceVersions } from "../commits/resource-versions.ts";
import { derivationOf, deriveRow, sourcesOf } from "../database/derived-rows.ts";
import { listJoinedResourceNames, type Present } from "../database/present.ts";
import { BsonRecordWriter, PresentedRecordWriter, type RecordWriter } from "../database/record-writer.ts";
import type { ReferenceCache } from "../database/reference-cache.ts";
import { type Doc, type Filter, type FindOptions, idOf, type Store } from "../database/store.ts";
import { notFound } from "../errors.ts";
import { createEtag, isUnchanged } from "./etag.ts";
import { ColumnsEncoder, type ListEncoder, RecordsEncoder } from "./list-encoders.ts";
import { compareValues, type ListPart, type ListQuery, parseListQuery } from "./list-query.ts";
import { mergeBatches, streamList } from "./list-stream.ts";
import { parseId } from "./request.ts";
import type { ResourceHandlers } from "./resource-handlers.ts";

interface RecordReaderOptions {
  store: Store;
  changeStream: ChangeStream;
  referenceCache: ReferenceCache;
  resourceVersions: ResourceVersions;
  present: Present;
  /** Version of the portal; part of the ETags. */
  version: string;
}

/** Reads lists, with paging and ETags, and single records of a resource for a viewer. */
export class RecordReader {
  readonly #options: RecordReaderOptions;

  constructor(options: RecordReaderOptions) {
    this.#options = options;
  }

  /** Streams a list, as records or as columns, or answers 304 if the client has the current one. */
  async sendList(
    { resource, listExtras }: ResourceHandlers,
    viewer: Viewer,
    { req, res }: { req: Request; res: Response },
  ) {
    const { store, changeStream, referenceCache, resourceVersions, version } = this.#options;
    // The ETag depends on these resources only, so `listExtras` must not depend on others.
    const resources = [...sourcesOf(resource).map(({ name }) => name), ...listJoinedResourceNames(resource)];
    const isConditional = req.get("if-none-match") !== undefined;
    // Searches of a cached resource read the cache, which must contain the commits of this server.
    await changeStream.waitForOwnCommits(
      isConditional || resource.cached ? resources : listJoinedResourceNames(resource),
    );
    const mediaType = req.accepts(["application/json", columnsMediaType]) || "application/json";
    res.vary("Accept");
    // Computed before the read: after a change during the read, the ETag is outdated and the list is sent again.
    const etag = createEtag(req, { resources, viewer, version, resourceVersions, mediaType });
    if (isUnchanged(req, etag, changeStream)) return void res.status(304).set("ETag", etag).end();
    const query = await parseListQuery(resource, { parameters: req.query, viewer, referenceCache, store });
    const { limit } = query;
    const extras = (await listExtras?.({ viewer, store, referenceCache })) ?? {};
    const createEncoder = <Row>(writer: RecordWriter<Row>): ListEncoder<Row> =>
      mediaType === columnsMediaType ? new ColumnsEncoder(writer) : new RecordsEncoder(writer);
    // Rows that are derived or have masked fields are presented one by one; others are written directly from BSON.
    if (resource.derivedFrom || hasMaskedField(resource, viewer)) {
      const encoder = createEncoder(new PresentedRecordWriter(resource, (row) => this.present(resource, row, viewer)));
      return streamList(res, { rows: readRows(store, resource, query), limit, encoder, extras, mediaType, etag });
    }
    const encoder = createEncoder(new BsonRecordWriter(resource, referenceCache));
    // Only a derived resource has several parts.
    const [part] = query.parts;
    if (!part) throw new Error(`The list of ${resource.name} has no query`);
    const rows = readInOrder(part, query, (filter, options) => store.findRawBatches(part.source, filter, options));
    await streamList(res, { rows, limit, encoder, extras, mediaType, etag });
  }

  /** Throws 404 if the record does not exist or the viewer may not see it. */
  async readOne(resource: AnyResource, viewer: Viewer, id: string | string[] | undefined): Promise<SuccessResponse> {
    await this.#waitForJoins(resource);
    const row = await readRow(this.#options.store, resource, parseId(resource, id));
    if (!row || !canSeeRow(viewer, resource, row)) throw notFound(resource.label);
    return { success: true, message: "", data: this.present(resource, row, viewer) };
  }

  /** The record of a row that was just written. */
  async presentWritten(resource: AnyResource, row: Doc): Promise<Record<string, unknown>> {
    await this.#waitForJoins(resource);
    return this.present(resource, row);
  }

  /** The record of a row. The reference cache must already contain the rows that it joins. */
  present(resource: AnyResource, row: Doc, viewer?: Viewer): Record<string, unknown> {
    return this.#options.present(resource, row, viewer);
  }

  /** Waits until the reference cache contains this server's commits of joined resources. */
  async #waitForJoins(resource: AnyResource): Promise<void> {
    await this.#options.changeStream.waitForOwnCommits(listJoinedResourceNames(resource));
  }
}

/** The row, or the derived row, with this id. */
async function readRow(store: Store, resource: AnyResource, id: number): Promise<Doc | null | undefined> {
  if (!resource.derivedFrom) return store.get(resource, id);
  const derivation = derivationOf(resource.derivedFrom, id);
  const row = derivation && (await store.get(derivation.source, id - derivation.idOffset));
  return row && deriveRow(derivation, row);
}

/** The rows in the order of the list. The rows of a derived resource are merged from its sources. */
function readRows(store: Store, resource: AnyResource, query: ListQuery): AsyncGenerator<Doc[]> {
  const { field, direction } = query.sort;
  const compareRows = (a: Doc, b: Doc) =>
    (compareValues(a[field], b[field]) || idOf(resource, a) - idOf(resource, b)) * direction;
  return mergeBatches(
    query.parts.map((part) => readPart(store, part, query)),
    compareRows,
  );
}

async function* readPart(store: Store, part: ListPart, query: ListQuery): AsyncGenerator<Doc[]> {
  const { source, derivation } = part;
  for await (const rows of readInOrder(part, query, (filter, options) => store.findBatches(source, filter, options)))
    yield rows.map((row) => (derivation ? deriveRow(derivation, row) : row)).filter((row) => row !== null);
}

/** Reads the filters one after the other, with one row more than the page has, to know whether there is a next page. */
async function* readInOrder<Row>(
  { filters, sort }: ListPart,
  { limit }: ListQuery,
  find: (filter: Filter, options: FindOptions) => AsyncGenerator<Row[]>,
): AsyncGenerator<Row[]> {
  let remaining = limit === undefined ? undefined : limit + 1;
  for (const filter of filters) {
    if (remaining === 0) return;
    for await (const rows of find(filter, { sort, limit: remaining })) {
      if (remaining !== undefined) remaining -= rows.length;
      yield rows;
    }
  }
}
