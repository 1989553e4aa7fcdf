import { io, type Socket } from "socket.io-client";
import { isListed } from "../../shared/listed.ts";
import type { AnyResource } from "../../shared/registry.ts";
import type { Change, Changes, ClientEvents, ServerEvents, Watching } from "../../shared/wire.ts";

type Row = Readonly<Record<string, unknown>>;
type Table = Map<number, Row>;

interface Way {
  url: string;
  token: string;
  resources: readonly AnyResource[];
}

interface Kept {
  resource: AnyResource;
  rows: Table;
  /** Changes that came while the list was being read. */
  buffer: Change[] | undefined;
  reading: AbortController | undefined;
  ready: boolean;
}

const againMs = 200;

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
  readonly #way: Way;
  readonly #tables: ReadonlyMap<string, Kept>;
  readonly #seen = new Set<string>();
  readonly #socket: Socket<ServerEvents, ClientEvents>;
  #cursor: string | undefined;
  #following: Promise<Watching | undefined> = Promise.resolve(undefined);
  #closed = false;

  /** Comes in, follows and reads; resolves when everything has been read. */
  static async open(way: Way): Promise<ModelClient> {
    const client = new ModelClient(way);
    await client.#until(() => client.connects > 0);
    await Promise.all([...client.#tables.values()].map((kept) => client.#read(kept)));
    return client;
  }

  private constructor(way: Way) {
    this.#way = way;
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
      this.#following = this.#ask(this.#cursor !== undefined);
    });
    this.#socket.on("connect_error", () => this.#comeAgain());
    this.#socket.on("disconnect", (reason) => {
      if (reason === "io server disconnect") this.#comeAgain();
    });
    this.#socket.on("changes", (event) => this.#take(event));
    this.#socket.on("resync", ({ resources }) => {
      this.resyncs++;
      for (const name of resources) {
        const kept = this.#tables.get(name);
        if (kept) void this.#read(kept);
      }
    });
  }

  get connected(): boolean {
    return this.#socket.connected;
  }

  get token(): string {
    return this.#way.token;
  }

  get cursor(): string | undefined {
    return this.#cursor;
  }

  /** Everything it knows, by resource, in the order of the ids. */
  get state(): Record<string, readonly Row[]> {
    return Object.fromEntries([...this.#tables].map(([name, { rows }]) => [name, sorted(rows)]));
  }

  close(): void {
    this.#closed = true;
    this.#socket.close();
    for (const { reading } of this.#tables.values()) reading?.abort();
  }

  async #ask(resumes: boolean): Promise<Watching | undefined> {
    try {
      const watching = await this.#socket.timeout(5_000).emitWithAck("watch", [...this.#tables.keys()]);
      if (!resumes && (this.#cursor === undefined || watching.cursor > this.#cursor)) this.#cursor = watching.cursor;
      return watching;
    } catch {
      return undefined;
    }
  }

  #take({ cursor, changes }: Changes): void {
    if (this.#cursor !== undefined && cursor <= this.#cursor)
      this.faults.push(`${cursor} after ${this.#cursor}: ${JSON.stringify(changes[0])}`);
    this.#cursor = cursor;
    for (const change of changes) this.#look(change);
    for (const kept of this.#tables.values()) {
      const own = changes.filter(({ resource }) => resource === kept.resource.name);
      if (own.length === 0) continue;
      kept.buffer?.push(...own);
      if (kept.ready) apply(kept, own);
    }
  }

  /** A record that shows a house's names is rightly told again when those change. */
  #look({ resource: name, id, record, type }: Change): void {
    const resource = this.#tables.get(name)?.resource;
    if (!resource || Object.values(resource.joined).some(({ target }) => target.name === "plot")) return;
    const key = `${name} ${id} ${record ? String(record.Version) : type}`;
    if (this.#seen.has(key)) this.faults.push(`${key} twice`);
    this.#seen.add(key);
  }

  /** Follow first, then read, then apply what came in between; again until it succeeds. */
  async #read(kept: Kept): Promise<void> {
    kept.reading?.abort();
    const reading = new AbortController();
    kept.reading = reading;
    kept.buffer ??= [];
    const gone = () => reading.signal.aborted || this.#closed;
    for (;;) {
      await this.#following;
      if (gone()) return;
      const rows = await this.#get(kept.resource, reading.signal);
      if (gone()) return;
      if (rows) {
        const missed = kept.buffer;
        kept.buffer = undefined;
        kept.rows = rows;
        kept.ready = true;
        apply(kept, missed);
        return;
      }
      await new Promise((resolve) => setTimeout(resolve, againMs));
    }
  }

  async #get(resource: AnyResource, signal: AbortSignal): Promise<Table | undefined> {
    try {
      return await readTable({ ...this.#way, resource, signal });
    } catch {
      return undefined;
    }
  }

  #comeAgain(): void {
    if (this.#socket.active) return;
    setTimeout(() => {
      if (!this.#closed && !this.#socket.active) this.#socket.connect();
    }, againMs);
  }

  #until(isSo: () => boolean): Promise<void> {
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
}: Omit<Way, "resources"> & { resource: AnyResource; signal?: AbortSignal }): Promise<Table> {
  const answer = await fetch(`${url}/api/${resource.name}`, {
    headers: { authorization: `Bearer ${token}` },
    ...(signal ? { signal } : {}),
  });
  const { data }: { data?: Row[] } = await answer.json();
  if (!answer.ok || !data) throw new Error(`${answer.status} for ${resource.name}`);
  return new Map(data.map((row) => [Number(row[resource.id]), row]));
}

/** Everything as somebody reads it now, in the form of `state`. */
export async function readState({ resources, ...way }: Way): Promise<Record<string, readonly Row[]>> {
  const tables = await Promise.all(
    resources.map(async (resource) => [resource.name, sorted(await readTable({ ...way, resource }))] as const),
  );
  return Object.fromEntries(tables);
}

/** Merges by Version: what is older than what is known is dropped. */
function apply({ resource, rows }: Kept, changes: readonly Change[]): void {
  for (const { id, record } of changes) {
    const known = rows.get(id);
    if (!record || !isListed(resource, record)) rows.delete(id);
    else if (!known || Number(known.Version) <= Number(record.Version)) rows.set(id, record);
  }
}

function sorted(rows: Table): Row[] {
  return [...rows].sort(([a], [b]) => a - b).map(([, row]) => row);
}
