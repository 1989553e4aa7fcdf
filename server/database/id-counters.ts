import type mongoose from "mongoose";
import { createMessage } from "../../shared/messages.ts";
import type { AnyResource } from "../../shared/registry.ts";
import { conflict } from "../errors.ts";
import type { Session } from "./store.ts";

/** The highest id. The item ids of charges begin above it: see `chargeItemIdOffset`. */
const maxId = 999_999_999;

export const countersCollection = "counters";

export interface Counter {
  /** Name of a resource or of a number series. */
  _id: string;
  /** The id or number that was assigned last. */
  last: number;
}

/**
 * Allocates the ids of each resource, ascending from 1. Ids are never reused; those of failed transactions are skipped.
 * Also stores the last number of each number series, such as receipt numbers, which have no gaps.
 */
export class IdCounters {
  readonly #counters: mongoose.mongo.Collection<Counter>;

  constructor(connection: mongoose.Connection) {
    this.#counters = connection.collection<Counter>(countersCollection);
  }

  /**
   * Allocates `count` consecutive ids and returns the first. Runs outside transactions, so it never conflicts. Throws 409
   * when the ids of the resource are used up.
   */
  async allocate(resource: AnyResource, count: number): Promise<number> {
    const counter = await this.#counters.findOneAndUpdate(
      { _id: resource.name },
      { $inc: { last: count } },
      { upsert: true, returnDocument: "after" },
    );
    if (!counter) throw new Error(`No counter for ${resource.name}`);
    // Internal resources have no limit: their ids are never item ids, and after a restore the ids of sessions continue
    // from the current Unix time in seconds, which is above the limit.
    if (!resource.internal && counter.last > maxId)
      throw conflict(createMessage("too-many-records", { label: resource.label }));
    return counter.last - count + 1;
  }

  /** The last number of a number series in this session's snapshot; undefined before the first. */
  async readLastNumber(seriesName: string, session: Session): Promise<number | undefined> {
    return (await this.#counters.findOne({ _id: seriesName }, { session }))?.last;
  }

  /**
   * Writes the last number of a number series in the transaction that uses it. Concurrent writers get a write conflict.
   */
  async advanceSeries(
    seriesName: string,
    { lastStored, last, session }: { lastStored: number | undefined; last: number; session: Session },
  ): Promise<void> {
    if (lastStored === undefined) await this.#counters.insertOne({ _id: seriesName, last }, { session });
    else {
      const result = await this.#counters.updateOne(
        { _id: seriesName, last: lastStored },
        { $set: { last } },
        { session },
      );
      if (result.matchedCount !== 1) throw new Error(`The series ${seriesName} changed within a transaction`);
    }
  }
}

/** Consecutive ids. */
interface IdBlock {
  first: number;
  count: number;
}

/** Allocates the ids of one unit of work. When the work runs again, it gets the same ids. */
export class IdAllocator {
  readonly #idCounters: IdCounters;
  /** All allocated ids by resource. */
  readonly #allocated = new Map<string, IdBlock[]>();
  /** The allocated ids that the current run has not used yet. */
  #available = new Map<string, IdBlock[]>();

  constructor(idCounters: IdCounters) {
    this.#idCounters = idCounters;
  }

  /** Makes all ids available again. Called before each run of the work. */
  restart(): void {
    this.#available = new Map([...this.#allocated].map(([name, blocks]) => [name, [...blocks]]));
  }

  /** Like `IdCounters.allocate`. Prefers ids that an earlier run has allocated. */
  async allocate(resource: AnyResource, count: number): Promise<number> {
    const blocks = this.#available.get(resource.name) ?? [];
    const index = blocks.findIndex((block) => block.count === count);
    const [reusableBlock] = index < 0 ? [] : blocks.splice(index, 1);
    if (reusableBlock) return reusableBlock.first;
    const first = await this.#idCounters.allocate(resource, count);
    this.#allocated.set(resource.name, [...(this.#allocated.get(resource.name) ?? []), { first, count }]);
    return first;
  }
}
