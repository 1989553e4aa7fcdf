import { canSeePresence } from "../../shared/presence-paths.ts";
import { resources } from "../../shared/resources/index.ts";
import type { PermissionCache } from "../access/permission-cache.ts";
import type { CommitEvent, PendingCommit } from "../commits/commit-event.ts";
import { DerivedResources } from "../commits/derived-resources.ts";
import { readHistory } from "../commits/history.ts";
import type { Core } from "../core.ts";
import type { Log } from "../log.ts";
import { Broadcaster, type EnrichedCommit, type LiveQuery } from "./broadcaster.ts";
import { JoinRefresher } from "./join-refresher.ts";
import { Presence } from "./presence.ts";
import { PresenceStore } from "./presence-store.ts";
import { SerializationCache } from "./serialization-cache.ts";
import { dropSlowClients } from "./slow-clients.ts";
import { openSocketServer, type SocketServer } from "./socket-server.ts";
import { disconnectWhileStale } from "./stale-stream-guard.ts";
import { closeUnauthenticatedConnections } from "./unauthenticated-timeout.ts";

/** To tell so many changes takes longer than a moment. */
const largeCommitSize = 1_000;

interface RealtimeOptions {
  io: SocketServer;
  core: Core;
  access: PermissionCache;
  liveQueries: readonly LiveQuery[];
  log: Log;
  now: () => Date;
}

interface Realtime {
  /** Makes ready to tell a large transaction, which may still come to nothing. */
  preserialize: (own: PendingCommit) => void;
  /** Tells one transaction to whoever may hear of it. */
  broadcast: (told: CommitEvent) => Promise<void>;
  /** What was told before is worth nothing any more: everybody reads again. */
  resyncAll: () => void;
  /** No line is looked after any more. */
  stopGuards: () => void;
  /** Resolves when the other servers can see that nobody is here any more. */
  leavePresence: () => Promise<void>;
}

/** Lets clients follow what is written, and whoever else is there. */
export async function openRealtime({ io, core, access, liveQueries, log, now }: RealtimeOptions): Promise<Realtime> {
  const { connection, store, referenceCache, changeStream, presenters } = core;
  const onError = (err: unknown) => log.error({ err }, "telling failed");
  const broadcaster = new Broadcaster({
    io,
    resources,
    presenters,
    referenceCache,
    liveQueries,
    streamCursor: () => changeStream.cursor,
    onError,
  });
  broadcaster.reset();
  const dependents = new JoinRefresher({
    resources: resources.filter(({ derivedFrom }) => !derivedFrom),
    store,
    referenceCache,
  });
  const views = new DerivedResources(resources);
  const asNews = async (told: CommitEvent): Promise<EnrichedCommit> => {
    const more = await dependents.findAffected(told.changes);
    const resync = more.resync.flatMap((name) => [name, ...views.namesOf(name)]);
    const { cursor, transaction, at, by } = told;
    const changes = views.withDerivedChanges([...told.changes, ...more.changes]);
    return { cursor, transaction, at, by, changes, resync };
  };
  const places = new PresenceStore({ connection, log });
  await places.start();
  const stops = [
    dropSlowClients({ io, log }),
    disconnectWhileStale({ io, changeStream, log }),
    closeUnauthenticatedConnections({ io }),
  ];
  const { reauthorizeSockets } = openSocketServer({
    io,
    access,
    broadcaster,
    presence: new Presence({ io, access, store: places, canSeePresence }),
    log,
    now,
    readHistory: async (from) => Promise.all((await readHistory(connection, from)).map(asNews)),
  });
  /** Gone with what is to be told, whether it came to be or not. */
  const prepared = new WeakMap<PendingCommit["changes"], SerializationCache>();
  return {
    preserialize: ({ changes }) => {
      if (changes.length < largeCommitSize) return;
      const texts = new SerializationCache(referenceCache);
      prepared.set(changes, texts);
      broadcaster.preserialize(views.withDerivedChanges(changes), texts).catch(onError);
    },
    broadcast: async (told) => {
      access.onCommit(told);
      const news = await asNews(told);
      if (told.changes.some(({ resource }) => access.sourceResources.includes(resource))) reauthorizeSockets();
      broadcaster.enqueue(news, prepared.get(told.changes));
    },
    resyncAll: () => {
      reauthorizeSockets();
      broadcaster.resyncAll();
    },
    stopGuards: () => {
      for (const stop of stops) stop();
    },
    leavePresence: () => places.stop(),
  };
}
