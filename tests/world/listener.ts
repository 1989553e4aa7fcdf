import { io, type Socket } from "socket.io-client";
import type {
  Change,
  Changes,
  ClientEvents,
  DashboardBoard,
  ImportProgress,
  MailProgress,
  Presence,
  ServerEvents,
  Session,
  WallBoard,
  Watching,
  Whereabouts,
} from "../../shared/wire.ts";

interface Heard {
  /** All changes, one by one, in the order in which they came. */
  changes: Change[];
  /** The same as they came: one entry for each event. */
  events: Changes[];
  sessions: Session[];
  dashboard: DashboardBoard[];
  wall: WallBoard[];
  /** How often it was told that something was done. */
  activity: true[];
  mail: MailProgress[];
  imports: ImportProgress[];
  presence: Presence[];
  /** The resources of each `resync`. */
  resyncs: string[][];
}

interface Entrance {
  url: string;
  token: string;
  /** The place up to which everything was heard before. */
  cursor?: string;
  /** Brings about something that this socket is told after all that came before. */
  mark: (listener: Listener) => Promise<void>;
}

const deadlineMs = 8_000;

/** A live connection that remembers what it heard. */
export class Listener {
  readonly heard: Heard = {
    changes: [],
    events: [],
    sessions: [],
    dashboard: [],
    wall: [],
    activity: [],
    mail: [],
    imports: [],
    presence: [],
    resyncs: [],
  };
  readonly #socket: Socket<ServerEvents, ClientEvents>;
  readonly #mark: Entrance["mark"];
  readonly #waiting = new Set<() => void>();
  #cursor: string | undefined;
  #following: readonly string[] = [];

  /** Comes in; resolves when the portal has said who is there. Throws what the portal says instead. */
  static async enter(entrance: Entrance): Promise<Listener> {
    const listener = new Listener(entrance);
    const refused = new Promise<never>((_, reject) => listener.#socket.once("connect_error", reject));
    await Promise.race([listener.until(({ sessions }) => sessions.length > 0), refused]);
    return listener;
  }

  private constructor({ url, token, cursor, mark }: Entrance) {
    this.#mark = mark;
    this.#cursor = cursor;
    const auth = cursor === undefined ? { token } : { token, cursor };
    this.#socket = io(url, { auth, transports: ["websocket"], reconnection: false, forceNew: true });
    this.#socket.on("changes", (event) => {
      this.#cursor = event.cursor;
      this.heard.events.push(event);
      this.#keep(this.heard.changes, event.changes);
    });
    this.#socket.on("session", (session) => this.#keep(this.heard.sessions, [session]));
    this.#socket.on("dashboard", (board) => this.#keep(this.heard.dashboard, [board]));
    this.#socket.on("wall", (wall) => this.#keep(this.heard.wall, [wall]));
    this.#socket.on("activity", () => this.#keep(this.heard.activity, [true]));
    this.#socket.on("mail", (progress) => this.#keep(this.heard.mail, [progress]));
    this.#socket.on("import", (progress) => this.#keep(this.heard.imports, [progress]));
    this.#socket.on("presence", (presence) => this.#keep(this.heard.presence, [presence]));
    this.#socket.on("resync", ({ resources }) => this.#keep(this.heard.resyncs, [resources]));
    this.#socket.on("disconnect", () => this.#look());
  }

  get connected(): boolean {
    return this.#socket.connected;
  }

  /** What a client keeps for its next connection. */
  get cursor(): string {
    if (this.#cursor === undefined) throw new Error("Nothing was watched yet");
    return this.#cursor;
  }

  follows(resource: string): boolean {
    return this.#following.includes(resource);
  }

  async watch(resources: readonly string[]): Promise<Watching> {
    const watching = await this.#socket.timeout(deadlineMs).emitWithAck("watch", [...resources]);
    this.#cursor = watching.cursor;
    this.#following = watching.watching;
    return watching;
  }

  /** Says where it is. */
  stand(path: string, editing?: Whereabouts["editing"]): void {
    this.#socket.emit("presence", { path, ...(editing ? { editing } : {}) });
  }

  /** Resolves as soon as that is so; looks after each event. Throws with all that was heard when it never is. */
  until(isSo: (heard: Heard, listener: Listener) => boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.delete(look);
        reject(new Error(`Waited in vain for ${isSo}; heard ${this.#summary()}`));
      }, deadlineMs);
      const look = () => {
        if (!isSo(this.heard, this)) return;
        clearTimeout(timer);
        this.#waiting.delete(look);
        resolve();
      };
      this.#waiting.add(look);
      look();
    });
  }

  /** Resolves when everything that was committed before has been told here, so that silence can be seen. */
  quiet(): Promise<void> {
    return this.#mark(this);
  }

  /** Forgets what was heard so far. */
  forget(): void {
    for (const list of Object.values(this.heard)) list.length = 0;
  }

  close(): void {
    this.#socket.close();
  }

  #keep<News>(list: News[], news: readonly News[]): void {
    list.push(...news);
    this.#look();
  }

  #summary(): string {
    const { changes, sessions, dashboard, presence, resyncs } = this.heard;
    return JSON.stringify({
      changes,
      sessions: sessions.map(({ user }) => user.fullName),
      dashboard: dashboard.length,
      presence,
      resyncs,
    });
  }

  #look(): void {
    for (const look of [...this.#waiting]) look();
  }
}
