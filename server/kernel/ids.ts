import type mongoose from "mongoose";
import type { AnyResource } from "../../shared/registry.ts";
import { notFound } from "./refusal.ts";
import type { Session } from "./store.ts";

interface Counter {
  _id: string;
  last: number;
}

/** Gives out ids: positive, per resource, never reused. An id whose transaction fails is skipped. */
export class Ids {
  readonly #counters: mongoose.mongo.Collection<Counter>;

  constructor(connection: mongoose.Connection) {
    this.#counters = connection.collection<Counter>("counters");
  }

  /** The first of `count` ids in a row. Outside any transaction, so that writers never wait for each other here. */
  async take(resource: AnyResource, count: number): Promise<number> {
    const counter = await this.#counters.findOneAndUpdate(
      { _id: resource.name },
      { $inc: { last: count } },
      { upsert: true, returnDocument: "after" },
    );
    if (!counter) throw new Error(`No counter for ${resource.name}`);
    return counter.last - count + 1;
  }

  /** The first of `count` numbers of a series without gaps: given back when the transaction fails, so its takers collide. */
  async takeWithoutGap(series: string, { count, session }: { count: number; session: Session }): Promise<number> {
    const counter = await this.#counters.findOneAndUpdate(
      { _id: series },
      { $inc: { last: count } },
      { upsert: true, returnDocument: "after", session },
    );
    if (!counter) throw new Error(`No counter for ${series}`);
    return counter.last - count + 1;
  }
}

/** The id that an address names; what can be none is refused like one that does not exist. */
export function idFrom({ label }: { label: string }, text: string | string[] | undefined): number {
  if (typeof text !== "string" || !/^[1-9]\d{0,14}$/.test(text)) throw notFound(label);
  return Number(text);
}
