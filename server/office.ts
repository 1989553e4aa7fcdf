import { resources } from "../shared/resources/index.ts";
import { finishRestore } from "./backup/swap.ts";
import { atSnapshot, connect } from "./database.ts";
import { LastPayments } from "./ground/last-payments.ts";
import { RunningOpenAmounts } from "./ground/open-amounts.ts";
import { RunningTotals } from "./ground/totals.ts";
import { endAbandoned } from "./kernel/abandoned.ts";
import { office } from "./kernel/commit.ts";
import { Books, Context } from "./kernel/context.ts";
import { DiskRoom, leastRoom } from "./kernel/disk-room.ts";
import { Feed } from "./kernel/feed.ts";
import type { Log } from "./kernel/log.ts";
import { Mirror } from "./kernel/mirror.ts";
import { Moves } from "./kernel/moves.ts";
import { presenterOf } from "./kernel/present.ts";
import { Store } from "./kernel/store.ts";
import type { Own, Told } from "./kernel/told.ts";
import { refuseNewer } from "./upgrades/schema.ts";
import { upgrade } from "./upgrades/upgrade.ts";

interface OfficeParts {
  uri: string;
  /** The database, where the address does not name it. */
  name?: string;
  now: () => Date;
  log: Log;
  /** Bytes that must be free on the database's disk for anything to be written. */
  least?: () => number;
}

/** Whom to tell. */
interface Followers {
  /** Of commits, after memory has taken them in. */
  told: (news: Told) => Promise<void>;
  /** Of what is about to be written here. */
  kept: (own: Own) => void;
  /** That the history has a gap. */
  gap: () => void;
}

/** The portal without its doors: the books and all that is kept from them. Scripts work with this, servers add HTTP and sockets. */
export type Office = Awaited<ReturnType<typeof openOffice>>;

/** Connects, makes indexes, brings the records of an earlier release up to date, loads what is kept in memory and follows the commits. */
export async function openOffice({ uri, name, now, log, least = () => leastRoom }: OfficeParts) {
  const connection = await connect(uri, name);
  await finishRestore(connection);
  await refuseNewer({ connection }).catch(async (error: unknown) => {
    await connection.close();
    throw error;
  });
  const store = new Store(connection, resources);
  const mirror = new Mirror(store, resources);
  const moves = new Moves();
  const totals = new RunningTotals();
  const open = new RunningOpenAmounts();
  const lastPayments = new LastPayments();
  let taken = "";
  const listeners: Followers = { told: async () => {}, kept: () => {}, gap: () => {} };
  const feed = new Feed({
    connection,
    log,
    load: async () => {
      // What ended the stream may be a restore, whose records are all in place only now.
      await finishRestore(connection);
      await upgrade({ store, ctx: atWork("upgrade"), log });
      const moment = await atSnapshot(connection, async (session) => {
        await mirror.load(session);
        await totals.load(store, session);
        await open.load(store, session);
        lastPayments.forget();
      });
      moves.begin(moment);
      return moment;
    },
    onTold: async (told) => {
      // What could not be told is heard again, and must not be counted again.
      if (told.cursor !== taken) {
        taken = told.cursor;
        mirror.apply(told.changes);
        moves.apply(told);
        totals.apply(told.changes);
        open.apply(told.changes);
        lastPayments.apply(told.changes);
      }
      await listeners.told(told);
    },
    onKept: (own) => listeners.kept(own),
    onGap: () => listeners.gap(),
  });
  const room = new DiskRoom({ connection, log, least });
  const books = new Books({ store, feed, room, now });
  /** The portal itself at work: seed, import, jobs. May see everything. */
  const atWork = (what: string) =>
    new Context(books, {
      viewer: { UserID: 0, permissions: {}, scope: "all", plots: new Set() },
      by: office,
      requestId: what,
    });
  await room.begin();
  const stopClearing = await endAbandoned({ connection, log });
  await books.prepare();
  await feed.start();
  const presenters = new Map(resources.map((resource) => [resource.name, presenterOf(resource, mirror)]));
  return {
    connection,
    store,
    mirror,
    moves,
    totals,
    open,
    lastPayments,
    feed,
    books,
    presenters,
    follow: (followers: Partial<Followers>) => Object.assign(listeners, followers),
    atWork,
    close: async () => {
      room.stop();
      stopClearing();
      const silent = feed.close();
      await connection.close();
      await silent;
    },
  };
}
