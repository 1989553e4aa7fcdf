import { resources } from "../shared/resources/index.ts";
import { ChangeStream } from "./commits/change-stream.ts";
import { systemActor } from "./commits/commit.ts";
import type { CommitEvent, PendingCommit } from "./commits/commit-event.ts";
import { Database, RequestContext } from "./commits/request-context.ts";
import { ResourceVersions } from "./commits/resource-versions.ts";
import { finishRestore } from "./database/backup/restore.ts";
import { connect, readAtSnapshot } from "./database/connection.ts";
import { DiskSpaceGuard, minFreeDiskBytes } from "./database/disk-space-guard.ts";
import { assertSupportedDatabase, migrate } from "./database/migrations/migrate.ts";
import { watchOrphanedTransactions } from "./database/orphaned-transactions.ts";
import { createPresenter } from "./database/present.ts";
import { ReferenceCache } from "./database/reference-cache.ts";
import { Store } from "./database/store.ts";
import type { Log } from "./log.ts";
import { LastPayments, OutstandingBalances } from "./services/outstanding-balances.ts";
import { RunningTotals } from "./services/running-totals.ts";

interface CoreOptions {
  uri: string;
  /** The database, where the address does not name it. */
  name?: string;
  now: () => Date;
  log: Log;
  /** Bytes that must be free on the database's disk for anything to be written. */
  minFreeBytes?: () => number;
}

/** Whom to tell. */
interface CommitSubscriber {
  /** Of commits, after memory has taken them in. */
  onCommit: (news: CommitEvent) => Promise<void>;
  /** Of what is about to be written here. */
  onPendingCommit: (own: PendingCommit) => void;
  /** That the history has a gap. */
  onHistoryLost: () => void;
}

/** The portal without its doors: the books and all that is kept from them. Scripts work with this, servers add HTTP and sockets. */
export type Core = Awaited<ReturnType<typeof openCore>>;

/** Connects, makes indexes, brings the records of an earlier release up to date, loads what is kept in memory and follows the commits. */
export async function openCore({ uri, name, now, log, minFreeBytes = () => minFreeDiskBytes }: CoreOptions) {
  const connection = await connect(uri, name);
  await finishRestore(connection);
  await assertSupportedDatabase({ connection }).catch(async (error: unknown) => {
    await connection.close();
    throw error;
  });
  const store = new Store(connection, resources);
  const mirror = new ReferenceCache(store, resources);
  const moves = new ResourceVersions();
  const totals = new RunningTotals();
  const open = new OutstandingBalances();
  const lastPayments = new LastPayments();
  let taken = "";
  const listeners: CommitSubscriber = { onCommit: async () => {}, onPendingCommit: () => {}, onHistoryLost: () => {} };
  const feed = new ChangeStream({
    connection,
    log,
    loadState: async () => {
      // What ended the stream may be a restore, whose records are all in place only now.
      await finishRestore(connection);
      await migrate({ store, ctx: atWork("upgrade"), log });
      const moment = await readAtSnapshot(connection, async (session) => {
        await mirror.load(session);
        await totals.load(store, session);
        await open.load(store, session);
        lastPayments.clear();
      });
      moves.reset(moment);
      return moment;
    },
    onCommit: async (told) => {
      // What could not be told is heard again, and must not be counted again.
      if (told.cursor !== taken) {
        taken = told.cursor;
        mirror.apply(told.changes);
        moves.apply(told);
        totals.apply(told.changes);
        open.apply(told.changes);
        lastPayments.apply(told.changes);
      }
      await listeners.onCommit(told);
    },
    onPendingCommit: (own) => listeners.onPendingCommit(own),
    onHistoryLost: () => listeners.onHistoryLost(),
  });
  const room = new DiskSpaceGuard({ connection, log, minFreeBytes });
  const books = new Database({ store, changeStream: feed, diskSpace: room, now });
  /** The portal itself at work: seed, import, jobs. May see everything. */
  const atWork = (what: string) =>
    new RequestContext(books, {
      viewer: { UserID: 0, permissions: {}, scope: "all", plots: new Set() },
      by: systemActor,
      requestId: what,
    });
  await room.start();
  const stopClearing = await watchOrphanedTransactions({ connection, log });
  await books.ensureIndexes();
  await feed.start();
  const presenters = new Map(resources.map((resource) => [resource.name, createPresenter(resource, mirror)]));
  return {
    connection,
    store,
    referenceCache: mirror,
    resourceVersions: moves,
    totals,
    outstandingBalances: open,
    lastPayments,
    changeStream: feed,
    database: books,
    presenters,
    subscribe: (followers: Partial<CommitSubscriber>) => Object.assign(listeners, followers),
    systemContext: atWork,
    close: async () => {
      room.stop();
      stopClearing();
      const silent = feed.close();
      await connection.close();
      await silent;
    },
  };
}
