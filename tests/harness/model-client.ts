import { io, type Socket } from "socket.io-client";
import { matchesFilters } from "../../shared/domain/list-filters.ts";
import type { AnyResource } from "../../shared/registry.ts";
import {
  type Change,
  type ChangeBatch,
  type ClientEvents,
  type DashboardData,
  type DisplayData,
  type ServerEvents,
  toChangeBatch,
  type WatchAck,
} from "../../shared/wire.ts";

type Row = Readonly<Record<string, unknown>>;
type RowsById = Map<number, Row>;

interface ModelClientOptions {
  url: string;
  token: string;
  resources: readonly AnyResource[];
  /** Live queries to watch too. */
  liveQueries?: readonly string[];
}

interface ModelTable {
  resource: AnyResource;
  rows: RowsById;
  /** Changes received while the list is being read. */
  buffer: Change[] | undefined;
  readController: AbortController | undefined;
  isReady: boolean;
}

const retryMs = 200;

/**
 * A minimal model of the web client: it reads each list once, merges changes by Version, reads again after a `resync`
 * and reconnects by itself. It records protocol violations.
 */
export class ModelClient {
  /** Descriptions of cursors that went back and of changes that were delivered twice. */
  readonly violations: string[] = [];
  /** Number of `resync` events. */
  resyncCount = 0;
  /** Number of connections so far. */
  connectionCount = 0;
  /** The figures of the last `dashboard` and `wall` event of this connection. */
  dashboard: DashboardData | undefined;
  wall: DisplayData | undefined;
  readonly #options: ModelClientOptions;
  readonly #tables: ReadonlyMap<string, ModelTable>;
  readonly #seenChanges = new Set<string>();
  readonly #socket: Socket<ServerEvents, ClientEvents>;
  #cursor: string | undefined;
  #watching: Promise<WatchAck | undefined> = Promise.resolve(undefined);
  #isClosed = false;
  #token: string;

  /** Connects, watches and reads all lists. */
  static async open(options: ModelClientOptions): Promise<ModelClient> {
    const client = new ModelClient(options);
    await client.#waitFor(() => client.connectionCount > 0);
    await Promise.all([...client.#tables.values()].map((table) => client.#load(table)));
    return client;
  }

  private constructor(options: ModelClientOptions) {
    this.#options = options;
    this.#token = options.token;
    this.#tables = new Map(
      options.resources.map((resource) => [
        resource.name,
        { resource, rows: new Map(), buffer: undefined, readController: undefined, isReady: false },
      ]),
    );
    this.#socket = io(options.url, {
      auth: (sendAuth) =>
        sendAuth({ token: this.#token, protocol: 2, ...(this.#cursor ? { cursor: this.#cursor } : {}) }),
      transports: ["websocket"],
      forceNew: true,
      reconnectionDelay: 300,
      reconnectionDelayMax: 2_000,
    });
    this.#socket.on("connect", () => {
      this.connectionCount++;
      this.#watching = this.#watch(this.#cursor !== undefined);
    });
    this.#socket.on("connect_error", () => this.#reconnect());
    this.#socket.on("disconnect", (reason) => {
      if (reason === "io server disconnect") this.#reconnect();
    });
    this.#socket.on("changes", (batch) => this.#applyEvent(toChangeBatch(batch)));
    this.#socket.on("dashboard", (dashboard) => {
      this.dashboard = dashboard;
    });
    this.#socket.on("wall", (wall) => {
      this.wall = wall;
    });
    this.#socket.on("resync", ({ resources }) => {
      this.resyncCount++;
      for (const name of resources) {
        const table = this.#tables.get(name);
        if (table) void this.#load(table);
      }
    });
  }

  get connected(): boolean {
    return this.#socket.connected;
  }

  get token(): string {
    return this.#token;
  }

  /** Connects again with the token of a new session, from the cursor. */
  async renew(token: string): Promise<void> {
    const connections = this.connectionCount;
    this.#token = token;
    this.dashboard = undefined;
    this.wall = undefined;
    this.#socket.disconnect().connect();
    await this.#waitFor(() => this.connectionCount > connections);
    await this.#watching;
  }

  /** All records by resource, sorted by id. */
  get state(): Record<string, readonly Row[]> {
    return Object.fromEntries([...this.#tables].map(([name, { rows }]) => [name, sortById(rows)]));
  }

  close(): void {
    this.#isClosed = true;
    this.#socket.close();
    for (const { readController } of this.#tables.values()) readController?.abort();
  }

  /** Subscribes; the first subscription sets the cursor, later ones resume from it. */
  async #watch(isResumed: boolean): Promise<WatchAck | undefined> {
    try {
      const watching = await this.#socket
        .timeout(5_000)
        .emitWithAck("watch", [...this.#tables.keys(), ...(this.#options.liveQueries ?? [])]);
      if (!isResumed && (this.#cursor === undefined || watching.cursor > this.#cursor)) this.#cursor = watching.cursor;
      return watching;
    } catch {
      return undefined;
    }
  }

  #applyEvent({ cursor, changes }: ChangeBatch): void {
    if (this.#cursor !== undefined && cursor <= this.#cursor)
      this.violations.push(`${cursor} after ${this.#cursor}: ${JSON.stringify(changes[0])}`);
    this.#cursor = cursor;
    for (const change of changes) this.#recordDuplicates(change);
    for (const table of this.#tables.values()) {
      const tableChanges = changes.filter(({ resource }) => resource === table.resource.name);
      if (tableChanges.length === 0) continue;
      table.buffer?.push(...tableChanges);
      if (table.isReady) applyChanges(table, tableChanges);
    }
  }

  /**
   * Records a violation if the change was delivered before. Skips resources that join fields of a plot, because their
   * records are sent again when the plot changes.
   */
  #recordDuplicates({ resource: name, id, record, type }: Change): void {
    const resource = this.#tables.get(name)?.resource;
    if (!resource || Object.values(resource.joins).some(({ target }) => target.name === "plot")) return;
    const key = `${name} ${id} ${record ? String(record.Version) : type}`;
    if (this.#seenChanges.has(key)) this.violations.push(`${key} delivered twice`);
    this.#seenChanges.add(key);
  }

  /** Watches, reads the list, then applies the changes received meanwhile; repeats until it succeeds. */
  async #load(table: ModelTable): Promise<void> {
    table.readController?.abort();
    const readController = new AbortController();
    table.readController = readController;
    table.buffer ??= [];
    const isCancelled = () => readController.signal.aborted || this.#isClosed;
    for (;;) {
      await this.#watching;
      if (isCancelled()) return;
      const rows = await this.#fetchTable(table.resource, readController.signal);
      if (isCancelled()) return;
      if (rows) {
        const missed = table.buffer;
        table.buffer = undefined;
        table.rows = rows;
        table.isReady = true;
        applyChanges(table, missed);
        return;
      }
      await new Promise((resolve) => setTimeout(resolve, retryMs));
    }
  }

  async #fetchTable(resource: AnyResource, signal: AbortSignal): Promise<RowsById | undefined> {
    try {
      return await readTable({ ...this.#options, token: this.#token, resource, signal });
    } catch {
      return undefined;
    }
  }

  #reconnect(): void {
    if (this.#socket.active) return;
    setTimeout(() => {
      if (!this.#isClosed && !this.#socket.active) this.#socket.connect();
    }, retryMs);
  }

  #waitFor(condition: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      const check = () => (condition() ? resolve() : setTimeout(check, 5));
      check();
    });
  }
}

/** Requests the list of a resource; returns its records by id. */
async function readTable({
  url,
  token,
  resource,
  signal,
}: Omit<ModelClientOptions, "resources"> & { resource: AnyResource; signal?: AbortSignal }): Promise<RowsById> {
  const response = await fetch(`${url}/api/${resource.name}`, {
    headers: { authorization: `Bearer ${token}` },
    ...(signal ? { signal } : {}),
  });
  const { data }: { data?: Row[] } = await response.json();
  if (!response.ok || !data) throw new Error(`${response.status} for ${resource.name}`);
  return new Map(data.map((row) => [Number(row[resource.idField]), row]));
}

/** Requests the lists of the resources; returns them in the form of `ModelClient.state`. */
export async function readState({
  resources,
  ...options
}: ModelClientOptions): Promise<Record<string, readonly Row[]>> {
  const tables = await Promise.all(
    resources.map(async (resource) => [resource.name, sortById(await readTable({ ...options, resource }))] as const),
  );
  return Object.fromEntries(tables);
}

/** Merges by Version: older records are dropped. */
function applyChanges({ resource, rows }: ModelTable, changes: readonly Change[]): void {
  for (const { id, record } of changes) {
    const current = rows.get(id);
    if (!record || !matchesFilters(resource, record)) rows.delete(id);
    else if (!current || Number(current.Version) <= Number(record.Version)) rows.set(id, record);
  }
}

function sortById(rows: RowsById): Row[] {
  return [...rows].sort(([a], [b]) => a - b).map(([, row]) => row);
}
