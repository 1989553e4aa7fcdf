import type { Resource, StoredRow } from "../../shared/registry.ts";
import { type Deferred, deferred } from "./deferred.ts";
import type { Ids } from "./ids.ts";
import type { Session, Store } from "./store.ts";

/** Where one unit of work stands among those that share a session. */
export interface Line {
  /** Lower comes first. */
  readonly turn: number;
  /** Set when the others went on without it: whatever it asks for now is refused. */
  left: boolean;
}

/** Refuses what a unit of work asks for after the others have gone on without it. */
export class LeftBehind extends Error {}

interface Parts {
  store: Store;
  ids: Ids;
  session: Session;
}

/** One operation that waits until the session is free. */
interface Waiting {
  line: Line;
  run: () => Promise<void>;
  refuse: (reason: unknown) => void;
}

interface Wanted {
  id: number;
  found: Deferred<StoredRow | undefined>;
}

/** Reads for several units at once are nobody's alone. */
const everybody: Line = { turn: -1, left: false };

interface Series {
  stored: number | undefined;
  taken: { line: Line; first: number; count: number }[];
}

/**
 * One database session for several units of work. It does one thing at a time, what belongs to earlier units first;
 * single rows that several ask for while it is busy are read together.
 */
export class SharedSession {
  readonly #parts: Parts;
  readonly #series = new Map<string, Promise<Series>>();
  readonly #wanted = new Map<string, Wanted[]>();
  #waiting: Waiting[] = [];
  #running: Promise<void> | undefined;
  #broken: { error: unknown } | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** The first operation that failed, and with it the transaction. */
  get broken(): { error: unknown } | undefined {
    return this.#broken;
  }

  /** Runs an operation when its turn comes. */
  run<Result>(line: Line, operation: (session: Session) => Promise<Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      const run = () => operation(this.#parts.session).then(resolve, (error: unknown) => this.#break(error, reject));
      this.#waiting.push({ line, run, refuse: reject });
      this.#running ??= this.#drain();
    });
  }

  /** The row with this id as it was when the transaction began. */
  row<Row extends StoredRow>(resource: Resource<Row>, id: number): Promise<StoredRow | undefined> {
    const wanted: Wanted = { id, found: deferred() };
    const others = this.#wanted.get(resource.name);
    if (others) others.push(wanted);
    else {
      this.#wanted.set(resource.name, [wanted]);
      void this.#readRows(resource);
    }
    return wanted.found.promise;
  }

  /** The first of `count` numbers of a series without gaps. */
  async number(line: Line, series: string, count: number): Promise<number> {
    const known = this.#series.get(series);
    const loading =
      known ??
      this.run(line, async (session) => ({ stored: await this.#parts.ids.lastOf(series, session), taken: [] }));
    this.#series.set(series, loading);
    const { stored = 0, taken } = await loading;
    const last = taken.at(-1);
    const first = last ? last.first + last.count : stored + 1;
    taken.push({ line, first, count });
    return first;
  }

  /** Nothing more is done for those who are not ready; resolves when the session is free. */
  async close(late: readonly Line[]): Promise<void> {
    for (const line of late) line.left = true;
    await this.#running;
  }

  /** Those of the given lines that took a number after one who is not among them: theirs would follow a gap. */
  async behindGap(lines: ReadonlySet<Line>): Promise<Line[]> {
    const series = await Promise.all(this.#series.values());
    return series.flatMap(({ taken }) => {
      const gap = taken.findIndex(({ line }) => !lines.has(line));
      return gap < 0 ? [] : taken.slice(gap).flatMap(({ line }) => (lines.has(line) ? [line] : []));
    });
  }

  /** Writes how far each series has come. */
  async writeSeries(lines: ReadonlySet<Line>): Promise<void> {
    for (const [name, loading] of this.#series) {
      const { stored, taken } = await loading;
      const last = taken.filter(({ line }) => lines.has(line)).at(-1);
      if (!last) continue;
      const now = last.first + last.count - 1;
      await this.#parts.ids.moveOn(name, { from: stored, to: now, session: this.#parts.session });
    }
  }

  async #readRows<Row extends StoredRow>(resource: Resource<Row>): Promise<void> {
    let wanted: readonly Wanted[] = [];
    try {
      const rows = await this.run(everybody, (session) => {
        wanted = this.#wanted.get(resource.name) ?? [];
        this.#wanted.delete(resource.name);
        return this.#parts.store.byIds(
          resource,
          wanted.map(({ id }) => id),
          session,
        );
      });
      const byId = new Map<unknown, StoredRow>(rows.map((row) => [Reflect.get(row, resource.id), row]));
      for (const { id, found } of wanted) found.resolve(byId.get(id));
    } catch (error) {
      const refused = wanted.length > 0 ? wanted : (this.#wanted.get(resource.name) ?? []);
      this.#wanted.delete(resource.name);
      for (const { found } of refused) found.reject(error);
    }
  }

  async #drain(): Promise<void> {
    // What is asked for in the same breath is gathered first.
    await Promise.resolve();
    for (let next = this.#next(); next; next = this.#next()) {
      if (next.line.left) next.refuse(new LeftBehind());
      else if (this.#broken) next.refuse(this.#broken.error);
      else await next.run();
    }
    this.#running = undefined;
  }

  #next(): Waiting | undefined {
    const [first, ...others] = this.#waiting;
    if (!first) return undefined;
    const next = others.reduce((best, each) => (each.line.turn < best.line.turn ? each : best), first);
    this.#waiting = this.#waiting.filter((each) => each !== next);
    return next;
  }

  #break(error: unknown, reject: (reason: unknown) => void): void {
    this.#broken ??= { error };
    reject(error);
  }
}
