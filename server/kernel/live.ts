import { setImmediate } from "node:timers/promises";
import type { Server } from "socket.io";
import { canDo } from "../../shared/can-do.ts";
import { isListed } from "../../shared/listed.ts";
import { mayHold, type Viewer } from "../../shared/permissions.ts";
import type { AnyResource } from "../../shared/registry.ts";
import type { Change, ClientEvents, ServerEvents } from "../../shared/wire.ts";
import { type Teller, tellerTo, tellText } from "./broadcast.ts";
import { actorFor, type RowChange } from "./commit.ts";
import type { Mirror } from "./mirror.ts";
import { joinTargets, type Present } from "./present.ts";
import { type Presented, RecordTexts } from "./record-texts.ts";
import type { Doc } from "./store.ts";
import type { Told } from "./told.ts";

const gatherMs = 5;
const mostRemembered = 20_000;
/** So many texts are made in one go while there is something else to be done. */
const madeAtOnce = 100;

/** Told with what follows from it: the rows that show a name which it changed. */
export interface News extends Told {
  resync: string[];
}

/** News that are still to be told, and the texts that this takes. */
interface Pending {
  news: News;
  texts: RecordTexts;
}

/** A live figure that is not rows: told as its own event to those who watch it. */
export interface Board {
  name: string;
  moves(changes: readonly RowChange[], viewer: Viewer): boolean;
  mayWatch(viewer: Pick<Viewer, "permissions">): boolean;
  /** Displays may watch it, whatever else they may not. */
  forDisplays?: true;
  /** Tells one group of viewers; all of a group see the same. */
  tell(viewer: Viewer, emit: Teller): Promise<void>;
}

/** Everybody who hears exactly the same: same resources, same rows. What is told to them is made and encoded once. */
export interface Audience {
  room: string;
  viewer: Viewer;
  watching: ReadonlySet<string>;
}

interface LiveParts {
  io: Server<ClientEvents, ServerEvents>;
  resources: readonly AnyResource[];
  presenters: ReadonlyMap<string, Present>;
  mirror: Pick<Mirror, "versionOf">;
  boards: readonly Board[];
  /** Place in history of the feed when nothing waits to be told. */
  restingCursor: () => string;
  onError: (error: unknown) => void;
}

/** Tells commits to those who may hear them, each group in its own view, whole transactions in the order of the commits. */
export class Live {
  readonly #parts: LiveParts;
  readonly #presented: ReadonlyMap<string, Presented>;
  readonly #audiences = new Map<string, Audience>();
  readonly #recent: News[] = [];
  #recentChanges = 0;
  /** The place before the oldest commit that is still remembered. */
  #floor = "";
  /** Board and room of every telling under way, and whether the figures have moved since it began. */
  readonly #telling = new Map<string, "once" | "again">();
  #pending: Pending[] = [];
  #lastTold: string | undefined;
  #timer: NodeJS.Timeout | undefined;
  #quietUntil = 0;

  constructor(parts: LiveParts) {
    this.#parts = parts;
    this.#presented = new Map(
      parts.resources.flatMap((resource) => {
        const present = parts.presenters.get(resource.name);
        return present ? [[resource.name, { resource, present, shows: joinTargets(resource) }] as const] : [];
      }),
    );
  }

  /** Everything up to here has been told. */
  get cursor(): string {
    return this.#pending.length > 0 ? (this.#lastTold ?? this.#floor) : this.#parts.restingCursor();
  }

  /** History begins here: at the start, and anew after a gap. */
  begin(): void {
    this.#recent.length = 0;
    this.#recentChanges = 0;
    this.#pending = [];
    this.#lastTold = undefined;
    this.#floor = this.#parts.restingCursor();
  }

  /** Takes news in; the first goes out at once, what follows within a few milliseconds goes out together. */
  tell(news: News, texts = new RecordTexts(this.#parts.mirror)): void {
    this.#pending.push({ news, texts });
    this.#remember(news);
    if (this.#timer) return;
    const wait = this.#quietUntil - performance.now();
    if (wait <= 0) this.flush();
    else this.#timer = setTimeout(() => this.flush(), wait);
  }

  /** Sends what has been gathered. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#pending.length === 0) return;
    const pending = this.#pending;
    this.#pending = [];
    this.#lastTold = pending.at(-1)?.news.cursor;
    this.#quietUntil = performance.now() + gatherMs;
    for (const audience of this.#audiences.values()) {
      try {
        this.#tellAudience(audience, pending);
      } catch (error) {
        // What goes wrong with one audience must cost the others nothing.
        this.#parts.onError(error);
      }
    }
  }

  /** Which of the resources this viewer may follow. */
  allowed(viewer: Viewer, names: readonly string[]): Set<string> {
    return new Set(names.filter((name) => this.#mayWatch(viewer, name)));
  }

  /** The audience of those who see what this viewer sees. */
  audience(viewer: Viewer, watching: ReadonlySet<string>): Audience {
    const rows = viewer.scope === "all" ? "all" : `own:${[...viewer.plots].sort((a, b) => a - b).join(",")}`;
    const room = `${rows}|${[...watching].sort().join(",")}`;
    const known = this.#audiences.get(room);
    if (known) return known;
    const audience = { room, viewer, watching };
    this.#audiences.set(room, audience);
    return audience;
  }

  /** Forgets an audience that nobody is left of. */
  left(room: string): void {
    if (!this.#parts.io.of("/").adapter.rooms.has(room)) this.#audiences.delete(room);
  }

  /** Is `cursor` a place that this server has not told up to: told by another a moment earlier, invented, or of other books? */
  isAhead(cursor: string): boolean {
    return cursor > this.cursor;
  }

  /** What was told after `cursor`, if that is still remembered. */
  since(cursor: string): readonly News[] | undefined {
    if (cursor < this.#floor) return undefined;
    const until = this.#lastTold ?? this.#floor;
    return this.#recent.filter((news) => news.cursor > cursor && news.cursor <= until);
  }

  /** Tells what one of an audience has missed, as the others were told it; everybody has a room to themselves. */
  tellMissed(audience: Audience, { room, news }: { room: string; news: readonly News[] }): void {
    const texts = new RecordTexts(this.#parts.mirror);
    this.#tellNews(
      { ...audience, room },
      news.map((item) => ({ news: item, texts })),
    );
  }

  /** Makes the texts of what will be told, a few at a time, while the database is still writing it. */
  async makeTexts(changes: readonly RowChange[], texts: RecordTexts): Promise<void> {
    for (let first = 0; first < changes.length; first += madeAtOnce) {
      await setImmediate();
      const watched = new Set([...this.#audiences.values()].flatMap(({ watching }) => [...watching]));
      for (const { resource, after } of changes.slice(first, first + madeAtOnce)) {
        const presented = watched.has(resource) && this.#presented.get(resource);
        if (presented && after) texts.textOf(presented, after);
      }
    }
  }

  /** After a gap in history: nothing remembered is worth anything, everybody reads again. */
  startAnew(): void {
    this.begin();
    for (const audience of this.#audiences.values())
      this.#teller(audience)("resync", { resources: [...audience.watching] });
  }

  #tellAudience(audience: Audience, pending: readonly Pending[]): void {
    this.#tellNews(audience, pending);
    const moved = pending.flatMap(({ news }) => news.changes);
    for (const board of this.#parts.boards)
      if (audience.watching.has(board.name) && board.moves(moved, audience.viewer)) this.#tellBoard(board, audience);
  }

  #tellNews(audience: Audience, pending: readonly Pending[]): void {
    const last = pending.at(-1);
    if (!last) return;
    const changes = this.#textsOf(audience, pending);
    if (changes.length > 0) this.#tellChanges(audience, last.news.cursor, changes);
    const again = new Set(pending.flatMap(({ news }) => news.resync).filter((name) => audience.watching.has(name)));
    if (again.size > 0) this.#teller(audience)("resync", { resources: [...again] });
  }

  #tellChanges({ room }: Audience, cursor: string, changes: readonly string[]): void {
    const begin = `["changes",{"cursor":${JSON.stringify(cursor)},"changes":[`;
    tellText({ io: this.#parts.io, room }, [begin, ...changes, "]}]"]);
  }

  /** One telling of a board to an audience at a time, so that an older figure never comes after a newer one. */
  #tellBoard(board: Board, audience: Audience): void {
    // Several boards may be told of one resource.
    const key = `${this.#parts.boards.indexOf(board)} ${audience.room}`;
    if (this.#telling.has(key)) return void this.#telling.set(key, "again");
    this.#telling.set(key, "once");
    board
      .tell(audience.viewer, this.#teller(audience))
      .catch(this.#parts.onError)
      .finally(() => {
        const again = this.#telling.get(key) === "again";
        this.#telling.delete(key);
        if (again) this.#tellBoard(board, audience);
      });
  }

  #teller({ room }: Audience): Teller {
    return tellerTo({ io: this.#parts.io, room });
  }

  /** The changes as this audience may hear them: each a `Change` as JSON, with commas between them, in pieces. */
  #textsOf(audience: Audience, pending: readonly Pending[]): string[] {
    const pieces: string[] = [];
    for (const { news, texts } of pending) {
      const end = `,"by":${JSON.stringify(actorFor(audience.viewer, news.by).name)},"at":${JSON.stringify(news.at)}}`;
      for (const change of news.changes) {
        const heard = this.#heard(audience, change);
        if (!heard) continue;
        const comma = pieces.length > 0 ? "," : "";
        pieces.push(`${comma}{"resource":"${change.resource}","type":"${heard.type}","id":${change.id}`);
        if (heard.row) pieces.push(',"record":', texts.textOf(heard.presented, heard.row));
        pieces.push(end);
      }
    }
    return pieces;
  }

  /** What the audience may hear of a change; the row where it may hear what is in it. */
  #heard(
    { viewer, watching }: Audience,
    { resource: name, before, after }: RowChange,
  ): { presented: Presented; type: Change["type"]; row?: Doc } | undefined {
    const presented = watching.has(name) ? this.#presented.get(name) : undefined;
    if (!presented) return undefined;
    const { resource } = presented;
    if (after && mayHold(viewer, resource, after))
      return { presented, type: isListed(resource, after) ? "upsert" : "delete", row: after };
    if (before && mayHold(viewer, resource, before)) return { presented, type: "delete" };
    return undefined;
  }

  #mayWatch(viewer: Viewer, name: string): boolean {
    const presented = this.#presented.get(name);
    if (presented) return canDo(viewer, { resource: presented.resource, verb: "list" });
    const board = this.#parts.boards.find((each) => each.name === name);
    if (!board) return false;
    return viewer.isDisplay ? board.forDisplays === true : board.mayWatch(viewer);
  }

  #remember(news: News): void {
    this.#recent.push(news);
    this.#recentChanges += news.changes.length;
    while (this.#recentChanges > mostRemembered && this.#recent.length > 1) {
      const oldest = this.#recent.shift();
      if (!oldest) return;
      this.#recentChanges -= oldest.changes.length;
      this.#floor = oldest.cursor;
    }
  }
}
