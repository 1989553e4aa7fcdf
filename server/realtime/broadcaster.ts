import { setImmediate } from "node:timers/promises";
import type { Server } from "socket.io";
import { matchesFilters } from "../../shared/domain/list-filters.ts";
import { canAccess } from "../../shared/domain/resource-access.ts";
import { canSeeRow, type Viewer } from "../../shared/permissions.ts";
import type { AnyResource } from "../../shared/registry.ts";
import type { Change, ClientEvents, ServerEvents } from "../../shared/wire.ts";
import { actorFor, type RowChange } from "../commits/commit.ts";
import type { CommitEvent } from "../commits/commit-event.ts";
import { joinedResourceNames, type Presenter } from "../database/present.ts";
import type { ReferenceCache } from "../database/reference-cache.ts";
import type { Doc } from "../database/store.ts";
import { createEmitter, type Emitter, emitSerialized } from "./emitter.ts";
import { type SerializableResource, SerializationCache } from "./serialization-cache.ts";

const batchWindowMs = 5;
const maxRetainedChanges = 20_000;
/** So many texts are made in one go while there is something else to be done. */
const serializeBatchSize = 100;

/** Told with what follows from it: the rows that show a name which it changed. */
export interface EnrichedCommit extends CommitEvent {
  resync: string[];
}

/** News that are still to be told, and the texts that this takes. */
interface QueuedCommit {
  commit: EnrichedCommit;
  cache: SerializationCache;
}

/** A live figure that is not rows: told as its own event to those who watch it. */
export interface LiveQuery {
  name: string;
  isAffectedBy(changes: readonly RowChange[], viewer: Viewer): boolean;
  canSubscribe(viewer: Pick<Viewer, "permissions">): boolean;
  /** Displays may watch it, whatever else they may not. */
  forDisplays?: true;
  /** Tells one group of viewers; all of a group see the same. */
  emit(viewer: Viewer, emit: Emitter): Promise<void>;
}

/** Everybody who hears exactly the same: same resources, same rows. What is told to them is made and encoded once. */
export interface SubscriberGroup {
  room: string;
  viewer: Viewer;
  resources: ReadonlySet<string>;
}

interface BroadcasterOptions {
  io: Server<ClientEvents, ServerEvents>;
  resources: readonly AnyResource[];
  presenters: ReadonlyMap<string, Presenter>;
  referenceCache: Pick<ReferenceCache, "versionOf">;
  liveQueries: readonly LiveQuery[];
  /** Place in history of the feed when nothing waits to be told. */
  streamCursor: () => string;
  onError: (error: unknown) => void;
}

/** Tells commits to those who may hear them, each group in its own view, whole transactions in the order of the commits. */
export class Broadcaster {
  readonly #options: BroadcasterOptions;
  readonly #serializable: ReadonlyMap<string, SerializableResource>;
  readonly #groups = new Map<string, SubscriberGroup>();
  readonly #retained: EnrichedCommit[] = [];
  #retainedChanges = 0;
  /** The place before the oldest commit that is still remembered. */
  #oldestCursor = "";
  /** Board and room of every telling under way, and whether the figures have moved since it began. */
  readonly #runningQueries = new Map<string, "once" | "again">();
  #queue: QueuedCommit[] = [];
  #lastSentCursor: string | undefined;
  #timer: NodeJS.Timeout | undefined;
  #nextFlushAt = 0;

  constructor(parts: BroadcasterOptions) {
    this.#options = parts;
    this.#serializable = new Map(
      parts.resources.flatMap((resource) => {
        const present = parts.presenters.get(resource.name);
        return present
          ? [[resource.name, { resource, present, joinedNames: joinedResourceNames(resource) }] as const]
          : [];
      }),
    );
  }

  /** Everything up to here has been told. */
  get cursor(): string {
    return this.#queue.length > 0 ? (this.#lastSentCursor ?? this.#oldestCursor) : this.#options.streamCursor();
  }

  /** History begins here: at the start, and anew after a gap. */
  reset(): void {
    this.#retained.length = 0;
    this.#retainedChanges = 0;
    this.#queue = [];
    this.#lastSentCursor = undefined;
    this.#oldestCursor = this.#options.streamCursor();
  }

  /** Takes news in; the first goes out at once, what follows within a few milliseconds goes out together. */
  enqueue(commit: EnrichedCommit, cache = new SerializationCache(this.#options.referenceCache)): void {
    this.#queue.push({ commit, cache });
    this.#retain(commit);
    if (this.#timer) return;
    const wait = this.#nextFlushAt - performance.now();
    if (wait <= 0) this.flush();
    else this.#timer = setTimeout(() => this.flush(), wait);
  }

  /** Sends what has been gathered. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#queue.length === 0) return;
    const pending = this.#queue;
    this.#queue = [];
    this.#lastSentCursor = pending.at(-1)?.commit.cursor;
    this.#nextFlushAt = performance.now() + batchWindowMs;
    for (const audience of this.#groups.values()) {
      try {
        this.#sendToGroup(audience, pending);
      } catch (error) {
        // What goes wrong with one audience must cost the others nothing.
        this.#options.onError(error);
      }
    }
  }

  /** Which of the resources this viewer may follow. */
  allowedResources(viewer: Viewer, names: readonly string[]): Set<string> {
    return new Set(names.filter((name) => this.#canSubscribe(viewer, name)));
  }

  /** The audience of those who see what this viewer sees. */
  groupFor(viewer: Viewer, watching: ReadonlySet<string>): SubscriberGroup {
    const rows = viewer.scope === "all" ? "all" : `own:${[...viewer.plots].sort((a, b) => a - b).join(",")}`;
    const room = `${rows}|${[...watching].sort().join(",")}`;
    const known = this.#groups.get(room);
    if (known) return known;
    const audience = { room, viewer, resources: watching };
    this.#groups.set(room, audience);
    return audience;
  }

  /** Forgets an audience that nobody is left of. */
  removeIfEmpty(room: string): void {
    if (!this.#options.io.of("/").adapter.rooms.has(room)) this.#groups.delete(room);
  }

  /** Is `cursor` a place that this server has not told up to: told by another a moment earlier, invented, or of other books? */
  isAhead(cursor: string): boolean {
    return cursor > this.cursor;
  }

  /** What was told after `cursor`, if that is still remembered. */
  commitsSince(cursor: string): readonly EnrichedCommit[] | undefined {
    if (cursor < this.#oldestCursor) return undefined;
    const until = this.#lastSentCursor ?? this.#oldestCursor;
    return this.#retained.filter((news) => news.cursor > cursor && news.cursor <= until);
  }

  /** Tells what one of an audience has missed, as the others were told it; everybody has a room to themselves. */
  sendMissed(audience: SubscriberGroup, { room, commits }: { room: string; commits: readonly EnrichedCommit[] }): void {
    const texts = new SerializationCache(this.#options.referenceCache);
    this.#sendCommits(
      { ...audience, room },
      commits.map((item) => ({ commit: item, cache: texts })),
    );
  }

  /** Makes the texts of what will be told, a few at a time, while the database is still writing it. */
  async preserialize(changes: readonly RowChange[], texts: SerializationCache): Promise<void> {
    for (let first = 0; first < changes.length; first += serializeBatchSize) {
      await setImmediate();
      const watched = new Set([...this.#groups.values()].flatMap(({ resources }) => [...resources]));
      for (const { resource, after } of changes.slice(first, first + serializeBatchSize)) {
        const presented = watched.has(resource) && this.#serializable.get(resource);
        if (presented && after) texts.serialize(presented, after);
      }
    }
  }

  /** After a gap in history: nothing remembered is worth anything, everybody reads again. */
  resyncAll(): void {
    this.reset();
    for (const audience of this.#groups.values())
      this.#emitterFor(audience)("resync", { resources: [...audience.resources] });
  }

  #sendToGroup(audience: SubscriberGroup, pending: readonly QueuedCommit[]): void {
    this.#sendCommits(audience, pending);
    const moved = pending.flatMap(({ commit }) => commit.changes);
    for (const board of this.#options.liveQueries)
      if (audience.resources.has(board.name) && board.isAffectedBy(moved, audience.viewer))
        this.#runLiveQuery(board, audience);
  }

  #sendCommits(audience: SubscriberGroup, pending: readonly QueuedCommit[]): void {
    const last = pending.at(-1);
    if (!last) return;
    const changes = this.#serializeChanges(audience, pending);
    if (changes.length > 0) this.#sendChanges(audience, last.commit.cursor, changes);
    const again = new Set(
      pending.flatMap(({ commit }) => commit.resync).filter((name) => audience.resources.has(name)),
    );
    if (again.size > 0) this.#emitterFor(audience)("resync", { resources: [...again] });
  }

  #sendChanges({ room }: SubscriberGroup, cursor: string, changes: readonly string[]): void {
    const begin = `["changes",{"cursor":${JSON.stringify(cursor)},"changes":[`;
    emitSerialized({ io: this.#options.io, room }, [begin, ...changes, "]}]"]);
  }

  /** One telling of a board to an audience at a time, so that an older figure never comes after a newer one. */
  #runLiveQuery(board: LiveQuery, audience: SubscriberGroup): void {
    // Several boards may be told of one resource.
    const key = `${this.#options.liveQueries.indexOf(board)} ${audience.room}`;
    if (this.#runningQueries.has(key)) return void this.#runningQueries.set(key, "again");
    this.#runningQueries.set(key, "once");
    board
      .emit(audience.viewer, this.#emitterFor(audience))
      .catch(this.#options.onError)
      .finally(() => {
        const again = this.#runningQueries.get(key) === "again";
        this.#runningQueries.delete(key);
        if (again) this.#runLiveQuery(board, audience);
      });
  }

  #emitterFor({ room }: SubscriberGroup): Emitter {
    return createEmitter({ io: this.#options.io, room });
  }

  /** The changes as this audience may hear them: each a `Change` as JSON, with commas between them, in pieces. */
  #serializeChanges(audience: SubscriberGroup, pending: readonly QueuedCommit[]): string[] {
    const pieces: string[] = [];
    for (const { commit, cache } of pending) {
      const end = `,"by":${JSON.stringify(actorFor(audience.viewer, commit.by).name)},"at":${JSON.stringify(commit.at)}}`;
      for (const change of commit.changes) {
        const heard = this.#visibleChange(audience, change);
        if (!heard) continue;
        const comma = pieces.length > 0 ? "," : "";
        pieces.push(`${comma}{"resource":"${change.resource}","type":"${heard.type}","id":${change.id}`);
        if (heard.row) pieces.push(',"record":', cache.serialize(heard.serializable, heard.row));
        pieces.push(end);
      }
    }
    return pieces;
  }

  /** What the audience may hear of a change; the row where it may hear what is in it. */
  #visibleChange(
    { viewer, resources }: SubscriberGroup,
    { resource: name, before, after }: RowChange,
  ): { serializable: SerializableResource; type: Change["type"]; row?: Doc } | undefined {
    const serializable = resources.has(name) ? this.#serializable.get(name) : undefined;
    if (!serializable) return undefined;
    const { resource } = serializable;
    if (after && canSeeRow(viewer, resource, after))
      return { serializable, type: matchesFilters(resource, after) ? "upsert" : "delete", row: after };
    if (before && canSeeRow(viewer, resource, before)) return { serializable, type: "delete" };
    return undefined;
  }

  #canSubscribe(viewer: Viewer, name: string): boolean {
    const presented = this.#serializable.get(name);
    if (presented) return canAccess(viewer, { resource: presented.resource, verb: "list" });
    const board = this.#options.liveQueries.find((each) => each.name === name);
    if (!board) return false;
    return viewer.isDisplay ? board.forDisplays === true : board.canSubscribe(viewer);
  }

  #retain(news: EnrichedCommit): void {
    this.#retained.push(news);
    this.#retainedChanges += news.changes.length;
    while (this.#retainedChanges > maxRetainedChanges && this.#retained.length > 1) {
      const oldest = this.#retained.shift();
      if (!oldest) return;
      this.#retainedChanges -= oldest.changes.length;
      this.#oldestCursor = oldest.cursor;
    }
  }
}
