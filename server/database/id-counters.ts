import type mongoose from "mongoose";
import type { AnyResource } from "../../shared/registry.ts";
import { notFound } from "../errors.ts";
import type { Session } from "./store.ts";

interface Counter {
  _id: string;
  last: number;
}

/** Gives out ids: positive, per resource, never reused. An id whose transaction fails is skipped. */
export class IdCounters {
  readonly #counters: mongoose.mongo.Collection<Counter>;

  constructor(connection: mongoose.Connection) {
    this.#counters = connection.collection<Counter>("counters");
  }

  /** The first of `count` ids in a row. Outside any transaction, so that writers never wait for each other here. */
  async allocate(resource: AnyResource, count: number): Promise<number> {
    const counter = await this.#counters.findOneAndUpdate(
      { _id: resource.name },
      { $inc: { last: count } },
      { upsert: true, returnDocument: "after" },
    );
    if (!counter) throw new Error(`No counter for ${resource.name}`);
    return counter.last - count + 1;
  }

  /** The last number given out of a series without gaps, as this transaction sees it; undefined before the first. */
  async readLastNumber(series: string, session: Session): Promise<number | undefined> {
    return (await this.#counters.findOne({ _id: series }, { session }))?.last;
  }

  /** Moves a series on, together with what carries its numbers. Of several who do so at once, all but one try again. */
  async advanceSeries(
    series: string,
    { from, to, session }: { from: number | undefined; to: number; session: Session },
  ): Promise<void> {
    if (from === undefined) await this.#counters.insertOne({ _id: series, last: to }, { session });
    else {
      const moved = await this.#counters.updateOne({ _id: series, last: from }, { $set: { last: to } }, { session });
      if (moved.matchedCount !== 1) throw new Error(`The series ${series} moved within a transaction`);
    }
  }
}

/** The ids of one unit of work: begun again, it is given those of before. */
export class ReusableIds {
  readonly #idCounters: IdCounters;
  readonly #allocated = new Map<string, { first: number; count: number }[]>();
  #available = new Map<string, { first: number; count: number }[]>();

  constructor(ids: IdCounters) {
    this.#idCounters = ids;
  }

  restart(): void {
    this.#available = new Map([...this.#allocated].map(([name, blocks]) => [name, [...blocks]]));
  }

  async allocate(resource: AnyResource, count: number): Promise<number> {
    const left = this.#available.get(resource.name) ?? [];
    const fitting = left.findIndex((block) => block.count === count);
    const [known] = fitting < 0 ? [] : left.splice(fitting, 1);
    if (known) return known.first;
    const first = await this.#idCounters.allocate(resource, count);
    this.#allocated.set(resource.name, [...(this.#allocated.get(resource.name) ?? []), { first, count }]);
    return first;
  }
}

/** The id that an address names; what can be none is refused like one that does not exist. */
export function parseId({ label }: { label: string }, text: string | string[] | undefined): number {
  if (typeof text !== "string" || !/^[1-9]\d{0,14}$/.test(text)) throw notFound(label);
  return Number(text);
}
