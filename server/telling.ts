import { mayBeAt } from "../shared/places.ts";
import { resources } from "../shared/resources/index.ts";
import type { PortalAccess } from "./ground/access.ts";
import { hangUpWhileDeaf } from "./kernel/deafness.ts";
import { Dependents } from "./kernel/dependents.ts";
import { hangUpOnNobody } from "./kernel/empty-lines.ts";
import { readHistory } from "./kernel/history.ts";
import { type Board, Live, type News } from "./kernel/live.ts";
import type { Log } from "./kernel/log.ts";
import { Presence } from "./kernel/presence.ts";
import { RecordTexts } from "./kernel/record-texts.ts";
import { SharedPlaces } from "./kernel/shared-places.ts";
import { dropSlowClients } from "./kernel/slow-clients.ts";
import { openSockets, type Sockets } from "./kernel/sockets.ts";
import type { Own, Told } from "./kernel/told.ts";
import { Views } from "./kernel/views.ts";
import type { Office } from "./office.ts";

/** To tell so many changes takes longer than a moment. */
const large = 1_000;

interface TellingParts {
  io: Sockets;
  office: Office;
  access: PortalAccess;
  boards: readonly Board[];
  log: Log;
  now: () => Date;
}

interface Telling {
  /** Makes ready to tell a large transaction, which may still come to nothing. */
  prepare: (own: Own) => void;
  /** Tells one transaction to whoever may hear of it. */
  tell: (told: Told) => Promise<void>;
  /** What was told before is worth nothing any more: everybody reads again. */
  startAnew: () => void;
  /** No line is looked after any more. */
  stopLooking: () => void;
  /** Resolves when the other servers can see that nobody is here any more. */
  leave: () => Promise<void>;
}

/** Lets clients follow what is written, and whoever else is there. */
export async function openTelling({ io, office, access, boards, log, now }: TellingParts): Promise<Telling> {
  const { connection, store, mirror, feed, presenters } = office;
  const onError = (err: unknown) => log.error({ err }, "telling failed");
  const live = new Live({ io, resources, presenters, mirror, boards, restingCursor: () => feed.cursor, onError });
  live.begin();
  const dependents = new Dependents({ resources: resources.filter(({ viewOf }) => !viewOf), store, mirror });
  const views = new Views(resources);
  const asNews = async (told: Told): Promise<News> => {
    const more = await dependents.of(told.changes);
    const resync = more.resync.flatMap((name) => [name, ...views.namesOf(name)]);
    const { cursor, transaction, at, by } = told;
    const changes = views.followed([...told.changes, ...more.changes]);
    return { cursor, transaction, at, by, changes, resync };
  };
  const places = new SharedPlaces({ connection, log });
  await places.begin();
  const stops = [dropSlowClients({ io, log }), hangUpWhileDeaf({ io, feed, log }), hangUpOnNobody({ io })];
  const { reseat } = openSockets({
    io,
    access,
    live,
    presence: new Presence({ io, access, shared: places, mayBeAt }),
    log,
    now,
    readHistory: async (from) => Promise.all((await readHistory(connection, from)).map(asNews)),
  });
  /** Gone with what is to be told, whether it came to be or not. */
  const prepared = new WeakMap<Own["changes"], RecordTexts>();
  return {
    prepare: ({ changes }) => {
      if (changes.length < large) return;
      const texts = new RecordTexts(mirror);
      prepared.set(changes, texts);
      live.makeTexts(views.followed(changes), texts).catch(onError);
    },
    tell: async (told) => {
      access.heard(told);
      const news = await asNews(told);
      if (told.changes.some(({ resource }) => access.resources.includes(resource))) reseat();
      live.tell(news, prepared.get(told.changes));
    },
    startAnew: () => {
      reseat();
      live.startAnew();
    },
    stopLooking: () => {
      for (const stop of stops) stop();
    },
    leave: () => places.stop(),
  };
}
