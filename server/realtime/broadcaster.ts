import type { Server } from "socket.io";
import { canAccess } from "../../shared/domain/resource-access.ts";
import type { Viewer } from "../../shared/permissions.ts";
import type { ClientEvents, Protocol, ServerEvents } from "../../shared/wire.ts";
import type { RowChange } from "../database/store.ts";
import type { ChangeSerializer, QueuedCommit, SubscriberGroup } from "./change-serializer.ts";
import type { EnrichedCommit } from "./commit-enricher.ts";
import { createEmitter, type Emitter, emitSerialized } from "./emitter.ts";
import type { SerializationCache } from "./serialization-cache.ts";

/** Commits within this time of the last send are sent together. */
const batchWindowMs = 5;
/** The latest commits are retained for clients that reconnect, up to this many changes. */
const maxRetainedChanges = 20_000;

/** Figures with an event of their own, sent as a whole after each commit that changes them. */
export interface LiveQuery {
  /** The name that clients subscribe to. With the name of a resource, the query is sent to the resource's subscribers. */
  name: string;
  /** Whether these changes alter the figures that the viewer sees. */
  isAffectedBy(changes: readonly RowChange[], viewer: Viewer): boolean;
  /** Whether a user may subscribe; if missing, no user may. Not used for a query with the name of a resource. */
  canSubscribe?(viewer: Pick<Viewer, "permissions">): boolean;
  /** The figures depend on today's date, so they are sent at the start of each society day too. */
  dependsOnDay?: true;
  /** Displays may subscribe as well. */
  isForDisplays?: true;
  /** Sends the figures to one subscriber group, whose viewers all see the same. */
  send(viewer: Viewer, emit: Emitter): Promise<void>;
}

interface Subscriptions {
  /** The names of resources and live queries. */
  subscribed: ReadonlySet<string>;
  protocol: Protocol;
}

interface BroadcasterOptions {
  io: Server<ClientEvents, ServerEvents>;
  serializer: ChangeSerializer;
  liveQueries: readonly LiveQuery[];
  /** The cursor of the change stream. */
  readStreamCursor: () => string;
  onError: (error: unknown) => void;
}

/** Sends commits to the subscriber groups that may see them, whole transactions in order. */
export class Broadcaster {
  readonly #options: BroadcasterOptions;
  readonly #groups = new Map<string, SubscriberGroup>();
  readonly #retainedCommits: EnrichedCommit[] = [];
  #retainedChangeCount = 0;
  #oldestCursor = "";
  /** Live queries that are being sent, by query and room. The value is true if the query must be sent again. */
  readonly #runningQueries = new Map<string, boolean>();
  #queue: QueuedCommit[] = [];
  #lastSentCursor: string | undefined;
  #timer: NodeJS.Timeout | undefined;
  /** In ms of the monotonic clock, like `performance.now()`. */
  #nextFlushAt = 0;

  constructor(options: BroadcasterOptions) {
    this.#options = options;
  }

  /** All commits up to this cursor have been sent. */
  get cursor(): string {
    return this.#queue.length > 0 ? (this.#lastSentCursor ?? this.#oldestCursor) : this.#options.readStreamCursor();
  }

  /** The cursor before the oldest retained commit. */
  get oldestCursor(): string {
    return this.#oldestCursor;
  }

  /** Forgets all queued and retained commits, at the start and after a gap in the history. */
  reset(): void {
    this.#retainedCommits.length = 0;
    this.#retainedChangeCount = 0;
    this.#queue = [];
    this.#lastSentCursor = undefined;
    this.#oldestCursor = this.#options.readStreamCursor();
  }

  /** Sends the commit at once, or together with others if one was sent within the last few milliseconds. */
  enqueue(commit: EnrichedCommit, cache = this.#options.serializer.createCache()): void {
    this.#queue.push({ commit, cache });
    this.#retain(commit);
    if (this.#timer) return;
    const waitMs = this.#nextFlushAt - performance.now();
    if (waitMs <= 0) this.flush();
    else this.#timer = setTimeout(() => this.flush(), waitMs);
  }

  /** Sends the queued commits. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#queue.length === 0) return;
    const queued = this.#queue;
    this.#queue = [];
    this.#lastSentCursor = queued.at(-1)?.commit.cursor;
    this.#nextFlushAt = performance.now() + batchWindowMs;
    for (const group of this.#groups.values()) {
      try {
        this.#sendToGroup(group, queued);
      } catch (error) {
        // A failure of one group must not affect the others.
        this.#options.onError(error);
      }
    }
  }

  /** Whether the viewer may subscribe to the resource or live query of this name. */
  canSubscribe(viewer: Viewer, name: string): boolean {
    const resource = this.#options.serializer.findResource(name);
    if (resource) return canAccess(viewer, { resource, verb: "list" });
    const liveQuery = this.#options.liveQueries.find((query) => query.name === name);
    if (!liveQuery) return false;
    return viewer.isDisplay ? liveQuery.isForDisplays === true : liveQuery.canSubscribe?.(viewer) === true;
  }

  /**
   * The group of clients of this protocol whose viewers see the same rows and that subscribe to these resources and
   * live queries.
   */
  getOrCreateGroup(viewer: Viewer, { subscribed, protocol }: Subscriptions): SubscriberGroup {
    const visibilityKey = this.#options.serializer.visibilityKey(viewer);
    const room = `${protocol}|${visibilityKey}|${[...subscribed].sort().join(",")}`;
    const existing = this.#groups.get(room);
    if (existing) return existing;
    const group = { room, viewer, subscribed, protocol };
    this.#groups.set(room, group);
    return group;
  }

  /** Removes the group of a room that has no sockets any more. */
  removeGroupIfEmpty(room: string): void {
    if (!this.#options.io.of("/").adapter.rooms.has(room)) this.#groups.delete(room);
  }

  /**
   * Whether the cursor is later than the last commit that this server has sent: the client's previous server was
   * faster, or the cursor is invalid.
   */
  isAhead(cursor: string): boolean {
    return cursor > this.cursor;
  }

  /** The commits sent after `cursor`; undefined if not all of them are retained. */
  commitsSince(cursor: string): readonly EnrichedCommit[] | undefined {
    if (cursor < this.#oldestCursor) return undefined;
    const lastSentCursor = this.#lastSentCursor ?? this.#oldestCursor;
    return this.#retainedCommits.filter((commit) => commit.cursor > cursor && commit.cursor <= lastSentCursor);
  }

  /**
   * Sends missed commits to the room of one socket, as its group received them. Returns whether the group sees any of
   * their changes.
   */
  sendMissed(group: SubscriberGroup, { room, commits }: { room: string; commits: readonly EnrichedCommit[] }): boolean {
    return this.#sendCommits(
      { ...group, room },
      commits.map((commit) => ({ commit, cache: this.#options.serializer.createCache() })),
    );
  }

  /**
   * Sends the live queries that these commits affect to one socket (`room` has no other), because it was not yet in the
   * room of its group when they were sent.
   */
  sendMissedLiveQueries(
    group: SubscriberGroup,
    { room, commits }: { room: string; commits: readonly EnrichedCommit[] },
  ): void {
    this.#runAffectedLiveQueries({ ...group, room }, commits);
  }

  /** Serializes the changes of a commit in advance, while the database writes it. */
  preserialize(changes: readonly RowChange[], cache: SerializationCache): Promise<void> {
    return this.#options.serializer.preserialize(changes, { cache, listGroups: () => [...this.#groups.values()] });
  }

  /** Sends all clients the instruction to read their data again, after a gap in the history. */
  resyncAll(): void {
    this.reset();
    for (const group of this.#groups.values()) this.#emitterFor(group)("resync", { resources: [...group.subscribed] });
  }

  /** Sends the figures that depend on today's date. */
  sendDailyLiveQueries(): void {
    for (const group of this.#groups.values())
      for (const liveQuery of this.#options.liveQueries)
        if (liveQuery.dependsOnDay && group.subscribed.has(liveQuery.name)) this.#runLiveQuery(liveQuery, group);
  }

  #sendToGroup(group: SubscriberGroup, queued: readonly QueuedCommit[]): void {
    this.#sendCommits(group, queued);
    this.#runAffectedLiveQueries(
      group,
      queued.map(({ commit }) => commit),
    );
  }

  #runAffectedLiveQueries(group: SubscriberGroup, commits: readonly EnrichedCommit[]): void {
    const changes = commits.flatMap((commit) => commit.changes);
    for (const liveQuery of this.#options.liveQueries)
      if (group.subscribed.has(liveQuery.name) && liveQuery.isAffectedBy(changes, group.viewer))
        this.#runLiveQuery(liveQuery, group);
  }

  #sendCommits(group: SubscriberGroup, queued: readonly QueuedCommit[]): boolean {
    const event = this.#options.serializer.serializeEvent(group, queued);
    if (event) emitSerialized({ io: this.#options.io, room: group.room }, event);
    const toResync = queued
      .flatMap(({ commit }) => commit.resyncResources)
      .filter((name) => group.subscribed.has(name));
    if (toResync.length > 0) this.#emitterFor(group)("resync", { resources: [...new Set(toResync)] });
    return event !== undefined;
  }

  /** Sends the figures of a live query to a group: never twice at a time, so that older data cannot overtake newer. */
  #runLiveQuery(liveQuery: LiveQuery, group: SubscriberGroup): void {
    // Several live queries may have the same name.
    const key = `${this.#options.liveQueries.indexOf(liveQuery)} ${group.room}`;
    if (this.#runningQueries.has(key)) return void this.#runningQueries.set(key, true);
    this.#runningQueries.set(key, false);
    liveQuery
      .send(group.viewer, this.#emitterFor(group))
      .catch(this.#options.onError)
      .finally(() => {
        const mustRepeat = this.#runningQueries.get(key);
        this.#runningQueries.delete(key);
        if (mustRepeat) this.#runLiveQuery(liveQuery, group);
      });
  }

  #emitterFor({ room }: SubscriberGroup): Emitter {
    return createEmitter({ io: this.#options.io, room });
  }

  #retain(commit: EnrichedCommit): void {
    this.#retainedCommits.push(commit);
    this.#retainedChangeCount += commit.changes.length;
    while (this.#retainedChangeCount > maxRetainedChanges && this.#retainedCommits.length > 1) {
      const oldest = this.#retainedCommits.shift();
      if (!oldest) return;
      this.#retainedChangeCount -= oldest.changes.length;
      this.#oldestCursor = oldest.cursor;
    }
  }
}
