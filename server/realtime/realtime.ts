import type mongoose from "mongoose";
import { societyDayAt } from "../../shared/dates.ts";
import { canSeePresence } from "../../shared/pages.ts";
import { resources } from "../../shared/resources/index.ts";
import type { PermissionCache } from "../access/permission-cache.ts";
import type { ChangeStream } from "../commits/change-stream.ts";
import type { CommitEvent, PendingCommit } from "../commits/commit.ts";
import { readHistory } from "../commits/history.ts";
import type { Present } from "../database/present.ts";
import type { ReferenceCache } from "../database/reference-cache.ts";
import type { Store } from "../database/store.ts";
import type { Log } from "../log.ts";
import { Broadcaster, type LiveQuery } from "./broadcaster.ts";
import { ChangeSerializer } from "./change-serializer.ts";
import { CommitEnricher } from "./commit-enricher.ts";
import { closeUnauthenticatedConnections, disconnectWhileStreamIsStale, dropSlowClients } from "./connection-guards.ts";
import { HistoryReader } from "./history-reader.ts";
import { Presence } from "./presence.ts";
import type { PresenceStore } from "./presence-store.ts";
import type { SerializationCache } from "./serialization-cache.ts";
import { attachSocketHandlers, type SocketServer } from "./socket-server.ts";

/** Commits with at least this many changes are serialized while the database still writes them. */
const minPreserializedChanges = 1_000;
const dayCheckIntervalMs = 1_000;

interface RealtimeOptions {
  io: SocketServer;
  connection: mongoose.Connection;
  store: Store;
  referenceCache: ReferenceCache;
  changeStream: ChangeStream;
  present: Present;
  permissionCache: PermissionCache;
  liveQueries: readonly LiveQuery[];
  /** Started by the caller. */
  presenceStore: PresenceStore;
  log: Log;
  now: () => Date;
}

export interface Realtime {
  /** Applies changed permissions to all sockets. */
  reauthorizeSockets: () => void;
  /** Serializes a large commit while the database writes it. The commit may still fail. */
  preserialize: (commit: PendingCommit) => void;
  /** Sends a commit to the sockets that may see it. */
  broadcast: (commit: CommitEvent) => Promise<void>;
  /** Sends all clients the instruction to read their data again. */
  resyncAll: () => void;
  /** Stops the timer for new days and the checks for slow clients, a stale stream and unauthenticated connections. */
  stopTimers: () => void;
  /** Removes the users of this server from the presence that other servers show. */
  leavePresence: () => Promise<void>;
}

/**
 * Sends commits, live queries and presence to the sockets. The caller subscribes `broadcast` to the change stream in
 * the same turn of the event loop: a commit delivered in between would reach no client, not even one that catches up
 * later.
 */
export function createRealtime(options: RealtimeOptions): Realtime {
  const { io, connection, store, referenceCache, changeStream, present, permissionCache, liveQueries } = options;
  const { presenceStore, log, now } = options;
  const serializer = new ChangeSerializer({ resources, present, referenceCache });
  const broadcaster = new Broadcaster({
    io,
    serializer,
    liveQueries,
    readStreamCursor: () => changeStream.cursor,
    onError: (err) => log.error({ err }, "Could not broadcast a commit"),
  });
  // Commits before this moment are not retained: clients with an older cursor catch up from the database.
  broadcaster.reset();
  const enricher = new CommitEnricher({ resources, store, referenceCache });
  const stopFunctions = [
    onNewDay({ now, handle: () => broadcaster.sendDailyLiveQueries() }),
    dropSlowClients({ io, log }),
    disconnectWhileStreamIsStale({ io, changeStream, log }),
    closeUnauthenticatedConnections({ io }),
  ];
  const { reauthorizeSockets } = attachSocketHandlers({
    io,
    permissionCache,
    changeStream,
    broadcaster,
    serializer,
    presence: new Presence({ io, permissionCache, store: presenceStore, canSeePresence }),
    log,
    now,
    historyReader: new HistoryReader({
      read: async (range) =>
        Promise.all((await readHistory(connection, range)).map((commit) => enricher.enrich(commit))),
    }),
  });
  /** Keyed by the `changes` array: `broadcast` receives the same array object as `preserialize` did. */
  const preserialized = new WeakMap<PendingCommit["changes"], SerializationCache>();
  return {
    reauthorizeSockets,
    preserialize: ({ changes }) => {
      if (changes.length < minPreserializedChanges) return;
      const cache = serializer.createCache();
      preserialized.set(changes, cache);
      broadcaster
        .preserialize(changes, cache)
        .catch((err: unknown) => log.error({ err }, "Could not serialize a commit in advance"));
    },
    broadcast: async (commit) => broadcaster.enqueue(await enricher.enrich(commit), preserialized.get(commit.changes)),
    resyncAll: () => broadcaster.resyncAll(),
    stopTimers: () => {
      for (const stop of stopFunctions) stop();
    },
    leavePresence: () => presenceStore.stop(),
  };
}

/**
 * Calls back within a second after a society day has begun. Compares days instead of waiting until midnight, so that it
 * also notices a new day after the machine has slept or its clock was set. Returns a function that stops the checks.
 */
function onNewDay({ now, handle }: { now: () => Date; handle: () => void }): () => void {
  let today = societyDayAt(now());
  const timer = setInterval(() => {
    const day = societyDayAt(now());
    if (day === today) return;
    today = day;
    handle();
  }, dayCheckIntervalMs).unref();
  return () => clearInterval(timer);
}
