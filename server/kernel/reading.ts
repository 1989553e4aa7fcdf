import type { Request, Response } from "express";
import { mayHold, type Viewer } from "../../shared/permissions.ts";
import type { AnyResource } from "../../shared/registry.ts";
import type { Answer } from "../../shared/wire.ts";
import type { Bytes } from "./bytes.ts";
import type { Feature } from "./feature.ts";
import type { Feed } from "./feed.ts";
import { idFrom } from "./ids.ts";
import { sendList } from "./list.ts";
import type { Mirror } from "./mirror.ts";
import type { Moves } from "./moves.ts";
import { joinTargets, type Present } from "./present.ts";
import { listQuery } from "./query.ts";
import { RecordWriter } from "./record-writer.ts";
import { notFound } from "./refusal.ts";
import type { Doc, RawRow, Store } from "./store.ts";
import { idOf } from "./transaction.ts";
import { isHeld, tagOf } from "./unchanged.ts";
import { keptAs } from "./views.ts";

interface ReaderParts {
  store: Store;
  feed: Feed;
  mirror: Mirror;
  moves: Moves;
  presenters: ReadonlyMap<string, Present>;
  /** Of the portal. */
  version: string;
}

/** Records as they are answered: read as of now, and presented. */
export class Reader {
  readonly #parts: ReaderParts;

  constructor(parts: ReaderParts) {
    this.#parts = parts;
  }

  /** Streams the list that the query asks for; what the caller holds already, and nothing has moved of, is not read again. */
  async list({ resource, besideList }: Feature, viewer: Viewer, { req, res }: { req: Request; res: Response }) {
    const { store, feed, mirror, moves, version } = this.#parts;
    const kept = keptAs(resource);
    // What a list says beside its rows is made of the same.
    const from = [kept.name, ...joinTargets(resource)];
    const asksAgain = req.get("if-none-match") !== undefined;
    await feed.seen(asksAgain ? from : joinTargets(resource));
    // Named before it is read: what moves meanwhile is in the answer, and the next time under another name.
    const tag = tagOf(req, { from, viewer, version, moves });
    if (isHeld(req, tag, feed)) return void res.status(304).set("ETag", tag).end();
    const { filter, sort, limit } = await listQuery(resource, { parameters: req.query, viewer, mirror, store });
    const options = { sort, limit: limit === undefined ? undefined : limit + 1 };
    const beside = (await besideList?.({ viewer, store, mirror })) ?? {};
    if (resource.viewOf) {
      const present = this.#presenterOf(resource);
      const write = (row: Doc, out: Bytes) => {
        out.text(JSON.stringify(present(row)));
        return idOf(kept, row);
      };
      return sendList(res, { rows: store.batches(kept, filter, options), limit, write, beside, tag });
    }
    const writer = new RecordWriter(resource, mirror);
    const write = (row: RawRow, out: Bytes) => writer.write(row, out);
    await sendList(res, { rows: store.rawBatches(kept, filter, options), limit, write, beside, tag });
  }

  /** Refused as unknown when the viewer may not know of it. */
  async one(resource: AnyResource, viewer: Viewer, id: string | string[] | undefined): Promise<Answer> {
    await this.#upToDate(resource);
    const row = await this.#parts.store.get(keptAs(resource), idFrom(resource, id));
    if (!row || !mayHold(viewer, resource, row)) throw notFound(resource.label);
    return { success: true, message: "", data: this.present(resource, row) };
  }

  /** A row that was just written. */
  async written(resource: AnyResource, row: Doc): Promise<Record<string, unknown>> {
    await this.#upToDate(resource);
    return this.present(resource, row);
  }

  present(resource: AnyResource, row: Doc): Record<string, unknown> {
    return this.#presenterOf(resource)(row);
  }

  /** Names that are shown beside references count as soon as they are written. */
  async #upToDate(resource: AnyResource): Promise<void> {
    await this.#parts.feed.seen(joinTargets(resource));
  }

  #presenterOf(resource: AnyResource): Present {
    const present = this.#parts.presenters.get(resource.name);
    if (!present) throw new Error(`Nobody presents ${resource.name}`);
    return present;
  }
}
