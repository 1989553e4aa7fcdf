import { io, type Socket } from "socket.io-client";
import {
  type Change,
  type ChangeBatch,
  type ClientEvents,
  type CommitBatch,
  type DashboardData,
  type DisplayData,
  type MailProgress,
  type Presence,
  type PresenceLocation,
  type Protocol,
  type RunProgress,
  type ServerEvents,
  type Session,
  toChangeBatch,
  type WatchAck,
} from "../../shared/wire.ts";

interface ReceivedEvents {
  /** All changes in the order of their arrival. */
  changes: Change[];
  /** The same changes by `changes` event. */
  batches: ChangeBatch[];
  sessions: Session[];
  dashboard: DashboardData[];
  wall: DisplayData[];
  /** One entry for each `activity` event, after which a client reads the activity again. */
  activity: true[];
  mail: MailProgress[];
  imports: RunProgress[];
  presence: Presence[];
  /** The resources of each `resync`. */
  resyncs: string[][];
}

interface SocketClientOptions {
  url: string;
  token: string;
  /** Cursor of an earlier connection, to catch up from there. */
  cursor?: string;
  /** 2 by default, as in the web client. */
  protocol?: Protocol;
  /** Resolves when the events of all earlier commits have arrived at the client. */
  waitForEarlierEvents: (client: SocketClient) => Promise<void>;
}

interface EventsOfBothProtocols extends Omit<ServerEvents, "changes"> {
  changes: (batch: ChangeBatch | CommitBatch) => void;
}

/** Longer than any event takes on a busy machine. */
const timeoutMs = 30_000;

/** A live connection that records the events it receives. */
export class SocketClient {
  readonly received: ReceivedEvents = {
    changes: [],
    batches: [],
    sessions: [],
    dashboard: [],
    wall: [],
    activity: [],
    mail: [],
    imports: [],
    presence: [],
    resyncs: [],
  };
  readonly #socket: Socket<EventsOfBothProtocols, ClientEvents>;
  readonly #waitForEarlierEvents: SocketClientOptions["waitForEarlierEvents"];
  readonly #waiters = new Set<() => void>();
  #cursor: string | undefined;
  #watching: readonly string[] = [];

  /** Connects and waits for the session. Throws the error of the portal if it refuses the connection. */
  static async connect(options: SocketClientOptions): Promise<SocketClient> {
    const client = new SocketClient(options);
    const refused = new Promise<never>((_, reject) => client.#socket.once("connect_error", reject));
    await Promise.race([client.waitFor(({ sessions }) => sessions.length > 0), refused]);
    return client;
  }

  private constructor({ url, token, cursor, protocol = 2, waitForEarlierEvents }: SocketClientOptions) {
    this.#waitForEarlierEvents = waitForEarlierEvents;
    this.#cursor = cursor;
    const auth = { token, ...(cursor === undefined ? {} : { cursor }), ...(protocol === 1 ? {} : { protocol }) };
    this.#socket = io(url, { auth, transports: ["websocket"], reconnection: false, forceNew: true });
    this.#socket.on("changes", (event) => {
      const batch = isChangeBatch(event) ? event : toChangeBatch(event);
      this.#cursor = batch.cursor;
      this.received.batches.push(batch);
      this.#record(this.received.changes, batch.changes);
    });
    this.#socket.on("session", (session) => this.#record(this.received.sessions, [session]));
    this.#socket.on("dashboard", (dashboard) => this.#record(this.received.dashboard, [dashboard]));
    this.#socket.on("wall", (displayData) => this.#record(this.received.wall, [displayData]));
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

  /** The cursor for the next connection. */
  get cursor(): string {
    if (this.#cursor === undefined) throw new Error("Nothing was watched yet");
    return this.#cursor;
  }

  isWatching(resource: string): boolean {
    return this.#watching.includes(resource);
  }

  /** Replaces the subscriptions of the connection, and stores the cursor of the reply. */
  async watch(resources: readonly string[]): Promise<WatchAck> {
    const ack = await this.#socket.timeout(timeoutMs).emitWithAck("watch", [...resources]);
    this.#cursor = ack.cursor;
    this.#watching = ack.watching;
    return ack;
  }

  /** Announces the page and the record that the user has open in a window of the browser. */
  setLocation(path: string, editing?: PresenceLocation["editing"], windowId?: string): void {
    this.#socket.emit("presence", { path, ...(editing ? { editing } : {}), ...(windowId ? { window: windowId } : {}) });
  }

  /**
   * Resolves when the condition is met; checks it after each event. Throws with the received events after a timeout.
   */
  waitFor(condition: (received: ReceivedEvents, client: SocketClient) => boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiters.delete(check);
        reject(new Error(`Timeout waiting for ${condition}; received ${this.#summary()}`));
      }, timeoutMs);
      const check = () => {
        if (!condition(this.received, this)) return;
        clearTimeout(timer);
        this.#waiters.delete(check);
        resolve();
      };
      this.#waiters.add(check);
      check();
    });
  }

  /** Resolves when the events of all earlier commits have arrived. After it a test can assert that there was none. */
  waitForEarlierEvents(): Promise<void> {
    return this.#waitForEarlierEvents(this);
  }

  /** Removes all recorded events. */
  clearReceived(): void {
    for (const list of Object.values(this.received)) list.length = 0;
  }

  close(): void {
    this.#socket.close();
  }

  #record<Event>(list: Event[], events: readonly Event[]): void {
    list.push(...events);
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
    for (const check of [...this.#waiters]) check();
  }
}

function isChangeBatch(batch: ChangeBatch | CommitBatch): batch is ChangeBatch {
  // In protocol 2 a batch consists of commits, each with its changed records in `sets`.
  return batch.changes.every((change) => !("sets" in change));
}
