import { io, type Socket } from "socket.io-client";
import { matchesFilters } from "../../shared/domain/list-filters.ts";
import type { AnyResource } from "../../shared/registry.ts";
import type { Change, ChangeBatch, ClientEvents, ServerEvents, SubscribeAck } from "../../shared/wire.ts";

type Row = Readonly<Record<string, unknown>>;
type RowsById = Map<number, Row>;

interface ModelClientOptions {
  url: string;
  token: string;
  resources: readonly AnyResource[];
}

interface ModelTable {
  resource: AnyResource;
  rows: RowsById;
  /** Changes that came while the list was being read. */
  buffer: Change[] | undefined;
  reading: AbortController | undefined;
  ready: boolean;
}

const retryMs = 200;

/**
 * A client that knows only what it read when it came, what it was told since and what it read when asked to, and merges as
 * the portal's own screens do. It comes again by itself, and writes down whatever it was told wrongly.
 */
export class ModelClient {
  /** What must never happen: a place that goes back, the same change twice. */
  readonly faults: string[] = [];
  /** How often it was asked to read again. */
  resyncs = 0;
  /** How often its line came about. */
  connects = 0;
  readonly #options: ModelClientOptions;
  readonly #tables: ReadonlyMap<string, ModelTable>;
  readonly #seen = new Set<string>();
  readonly #socket: Socket<ServerEvents, ClientEvents>;
  #cursor: string | undefined;
  #watching: Promise<SubscribeAck | undefined> = Promise.resolve(undefined);
  #closed = false;

  /** Comes in, follows and reads; resolves when everything has been read. */
  static async open(way: ModelClientOptions): Promise<ModelClient> {
    const client = new ModelClient(way);
    await client.#waitFor(() => client.connects > 0);
    await Promise.all([...client.#tables.values()].map((kept) => client.#load(kept)));
    return client;
  }

  private constructor(way: ModelClientOptions) {
    this.#options = way;
    this.#tables = new Map(
      way.resources.map((resource) => [
        resource.name,
        { resource, rows: new Map(), buffer: undefined, reading: undefined, ready: false },
      ]),
    );
    this.#socket = io(way.url, {
      auth: (give) => give({ token: way.token, ...(this.#cursor ? { cursor: this.#cursor } : {}) }),
      transports: ["websocket"],
      forceNew: true,
      reconnectionDelay: 300,
      reconnectionDelayMax: 2_000,
    });
    this.#socket.on("connect", () => {
      this.connects++;
      this.#watching = this.#watch(this.#cursor !== undefined);
    });
    this.#socket.on("connect_error", () => this.#reconnect());
    this.#socket.on("disconnect", (reason) => {
      if (reason === "io server disconnect") this.#reconnect();
    });
    this.#socket.on("changes", (event) => this.#applyEvent(event));
    this.#socket.on("resync", ({ resources }) => {
      this.resyncs++;
      for (const name of resources) {
        const kept = this.#tables.get(name);
        if (kept) void this.#load(kept);
      }
    });
  }

  get connected(): boolean {
    return this.#socket.connected;
  }

  get token(): string {
    return this.#options.token;
  }

  get cursor(): string | undefined {
    return this.#cursor;
  }

  /** Everything it knows, by resource, in the order of the ids. */
  get state(): Record<string, readonly Row[]> {
    return Object.fromEntries([...this.#tables].map(([name, { rows }]) => [name, sortById(rows)]));
  }

  close(): void {
    this.#closed = true;
    this.#socket.close();
    for (const { reading } of this.#tables.values()) reading?.abort();
  }

  async #watch(resumes: boolean): Promise<SubscribeAck | undefined> {
    try {
      const watching = await this.#socket.timeout(5_000).emitWithAck("watch", [...this.#tables.keys()]);
      if (!resumes && (this.#cursor === undefined || watching.cursor > this.#cursor)) this.#cursor = watching.cursor;
      return watching;
    } catch {
      return undefined;
    }
  }

  #applyEvent({ cursor, changes }: ChangeBatch): void {
    if (this.#cursor !== undefined && cursor <= this.#cursor)
      this.faults.push(`${cursor} after ${this.#cursor}: ${JSON.stringify(changes[0])}`);
    this.#cursor = cursor;
    for (const change of changes) this.#recordDuplicates(change);
    for (const kept of this.#tables.values()) {
      const own = changes.filter(({ resource }) => resource === kept.resource.name);
      if (own.length === 0) continue;
      kept.buffer?.push(...own);
      if (kept.ready) applyChanges(kept, own);
    }
  }

  /** A record that shows a house's names is rightly told again when those change. */
  #recordDuplicates({ resource: name, id, record, type }: Change): void {
    const resource = this.#tables.get(name)?.resource;
    if (!resource || Object.values(resource.joins).some(({ target }) => target.name === "plot")) return;
    const key = `${name} ${id} ${record ? String(record.Version) : type}`;
    if (this.#seen.has(key)) this.faults.push(`${key} twice`);
    this.#seen.add(key);
  }

  /** Follow first, then read, then apply what came in between; again until it succeeds. */
  async #load(kept: ModelTable): Promise<void> {
    kept.reading?.abort();
    const reading = new AbortController();
    kept.reading = reading;
    kept.buffer ??= [];
    const gone = () => reading.signal.aborted || this.#closed;
    for (;;) {
      await this.#watching;
      if (gone()) return;
      const rows = await this.#fetchTable(kept.resource, reading.signal);
      if (gone()) return;
      if (rows) {
        const missed = kept.buffer;
        kept.buffer = undefined;
        kept.rows = rows;
        kept.ready = true;
        applyChanges(kept, missed);
        return;
      }
      await new Promise((resolve) => setTimeout(resolve, retryMs));
    }
  }

  async #fetchTable(resource: AnyResource, signal: AbortSignal): Promise<RowsById | undefined> {
    try {
      return await readTable({ ...this.#options, resource, signal });
    } catch {
      return undefined;
    }
  }

  #reconnect(): void {
    if (this.#socket.active) return;
    setTimeout(() => {
      if (!this.#closed && !this.#socket.active) this.#socket.connect();
    }, retryMs);
  }

  #waitFor(isSo: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      const look = () => (isSo() ? resolve() : setTimeout(look, 5));
      look();
    });
  }
}

/** The whole list as somebody reads it now. */
export async function readTable({
  url,
  token,
  resource,
  signal,
}: Omit<ModelClientOptions, "resources"> & { resource: AnyResource; signal?: AbortSignal }): Promise<RowsById> {
  const answer = await fetch(`${url}/api/${resource.name}`, {
    headers: { authorization: `Bearer ${token}` },
    ...(signal ? { signal } : {}),
  });
  const { data }: { data?: Row[] } = await answer.json();
  if (!answer.ok || !data) throw new Error(`${answer.status} for ${resource.name}`);
  return new Map(data.map((row) => [Number(row[resource.idField]), row]));
}

/** Everything as somebody reads it now, in the form of `state`. */
export async function readState({ resources, ...way }: ModelClientOptions): Promise<Record<string, readonly Row[]>> {
  const tables = await Promise.all(
    resources.map(async (resource) => [resource.name, sortById(await readTable({ ...way, resource }))] as const),
  );
  return Object.fromEntries(tables);
}

/** Merges by Version: what is older than what is known is dropped. */
function applyChanges({ resource, rows }: ModelTable, changes: readonly Change[]): void {
  for (const { id, record } of changes) {
    const known = rows.get(id);
    if (!record || !matchesFilters(resource, record)) rows.delete(id);
    else if (!known || Number(known.Version) <= Number(record.Version)) rows.set(id, record);
  }
}

function sortById(rows: RowsById): Row[] {
  return [...rows].sort(([a], [b]) => a - b).map(([, row]) => row);
}
