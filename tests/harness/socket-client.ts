import { io, type Socket } from "socket.io-client";
import type {
  Change,
  ChangeBatch,
  ClientEvents,
  DashboardData,
  ImportProgress,
  MailProgress,
  Presence,
  PresenceLocation,
  ServerEvents,
  Session,
  SubscribeAck,
  WallData,
} from "../../shared/wire.ts";

interface ReceivedEvents {
  /** All changes, one by one, in the order in which they came. */
  changes: Change[];
  /** The same as they came: one entry for each event. */
  events: ChangeBatch[];
  sessions: Session[];
  dashboard: DashboardData[];
  wall: WallData[];
  /** How often it was told that something was done. */
  activity: true[];
  mail: MailProgress[];
  imports: ImportProgress[];
  presence: Presence[];
  /** The resources of each `resync`. */
  resyncs: string[][];
}

interface SocketClientOptions {
  url: string;
  token: string;
  /** The place up to which everything was heard before. */
  cursor?: string;
  /** Brings about something that this socket is told after all that came before. */
  sendMarker: (listener: SocketClient) => Promise<void>;
}

const timeoutMs = 8_000;

/** A live connection that remembers what it heard. */
export class SocketClient {
  readonly received: ReceivedEvents = {
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
  readonly #sendMarker: SocketClientOptions["sendMarker"];
  readonly #waiters = new Set<() => void>();
  #cursor: string | undefined;
  #watching: readonly string[] = [];

  /** Comes in; resolves when the portal has said who is there. Throws what the portal says instead. */
  static async connect(entrance: SocketClientOptions): Promise<SocketClient> {
    const listener = new SocketClient(entrance);
    const refused = new Promise<never>((_, reject) => listener.#socket.once("connect_error", reject));
    await Promise.race([listener.waitFor(({ sessions }) => sessions.length > 0), refused]);
    return listener;
  }

  private constructor({ url, token, cursor, sendMarker }: SocketClientOptions) {
    this.#sendMarker = sendMarker;
    this.#cursor = cursor;
    const auth = cursor === undefined ? { token } : { token, cursor };
    this.#socket = io(url, { auth, transports: ["websocket"], reconnection: false, forceNew: true });
    this.#socket.on("changes", (event) => {
      this.#cursor = event.cursor;
      this.received.events.push(event);
      this.#record(this.received.changes, event.changes);
    });
    this.#socket.on("session", (session) => this.#record(this.received.sessions, [session]));
    this.#socket.on("dashboard", (board) => this.#record(this.received.dashboard, [board]));
    this.#socket.on("wall", (wall) => this.#record(this.received.wall, [wall]));
    this.#socket.on("activity", () => this.#record(this.received.activity, [true]));
    this.#socket.on("mail", (progress) => this.#record(this.received.mail, [progress]));
    this.#socket.on("import", (progress) => this.#record(this.received.imports, [progress]));
    this.#socket.on("presence", (presence) => this.#record(this.received.presence, [presence]));
    this.#socket.on("resync", ({ resources }) => this.#record(this.received.resyncs, [resources]));
    this.#socket.on("disconnect", () => this.#checkWaiters());
  }

  get connected(): boolean {
    return this.#socket.connected;
  }

  /** What a client keeps for its next connection. */
  get cursor(): string {
    if (this.#cursor === undefined) throw new Error("Nothing was watched yet");
    return this.#cursor;
  }

  isWatching(resource: string): boolean {
    return this.#watching.includes(resource);
  }

  async watch(resources: readonly string[]): Promise<SubscribeAck> {
    const watching = await this.#socket.timeout(timeoutMs).emitWithAck("watch", [...resources]);
    this.#cursor = watching.cursor;
    this.#watching = watching.watching;
    return watching;
  }

  /** Says where it is. */
  setLocation(path: string, editing?: PresenceLocation["editing"]): void {
    this.#socket.emit("presence", { path, ...(editing ? { editing } : {}) });
  }

  /** Resolves as soon as that is so; looks after each event. Throws with all that was heard when it never is. */
  waitFor(isSo: (heard: ReceivedEvents, listener: SocketClient) => boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiters.delete(look);
        reject(new Error(`Waited in vain for ${isSo}; heard ${this.#summary()}`));
      }, timeoutMs);
      const look = () => {
        if (!isSo(this.received, this)) return;
        clearTimeout(timer);
        this.#waiters.delete(look);
        resolve();
      };
      this.#waiters.add(look);
      look();
    });
  }

  /** Resolves when everything that was committed before has been told here, so that silence can be seen. */
  waitForMarker(): Promise<void> {
    return this.#sendMarker(this);
  }

  /** Forgets what was heard so far. */
  clearReceived(): void {
    for (const list of Object.values(this.received)) list.length = 0;
  }

  close(): void {
    this.#socket.close();
  }

  #record<News>(list: News[], news: readonly News[]): void {
    list.push(...news);
    this.#checkWaiters();
  }

  #summary(): string {
    const { changes, sessions, dashboard, presence, resyncs } = this.received;
    return JSON.stringify({
      changes,
      sessions: sessions.map(({ user }) => user.fullName),
      dashboard: dashboard.length,
      presence,
      resyncs,
    });
  }

  #checkWaiters(): void {
    for (const look of [...this.#waiters]) look();
  }
}
