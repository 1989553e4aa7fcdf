import type mongoose from "mongoose";
import { createMessage } from "../../shared/messages.ts";
import type { AnyResource } from "../../shared/registry.ts";
import { conflict } from "../errors.ts";
import type { Session } from "./store.ts";

/** Above it begin the item ids of charges, see `firstChargeItemId`. */
const maxId = 999_999_999;

interface Counter {
  _id: string;
  last: number;
}

/**
 * Allocates the ids of each resource, ascending from 1. Ids are never reused; those of failed transactions are skipped.
 * Also stores the last number of each number series.
 */
export class IdCounters {
  readonly #counters: mongoose.mongo.Collection<Counter>;

  constructor(connection: mongoose.Connection) {
    this.#counters = connection.collection<Counter>("counters");
  }

  /** Allocates `count` consecutive ids and returns the first. Runs outside transactions, so it never conflicts. */
  async allocate(resource: AnyResource, count: number): Promise<number> {
    const counter = await this.#counters.findOneAndUpdate(
      { _id: resource.name },
      { $inc: { last: count } },
      { upsert: true, returnDocument: "after" },
    );
    if (!counter) throw new Error(`No counter for ${resource.name}`);
    // Internal rows are not in lists of charges. The ids of sessions begin at the time in seconds after a restore.
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
    { from, to, session }: { from: number | undefined; to: number; session: Session },
  ): Promise<void> {
    if (from === undefined) await this.#counters.insertOne({ _id: seriesName, last: to }, { session });
    else {
      const result = await this.#counters.updateOne(
        { _id: seriesName, last: from },
        { $set: { last: to } },
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

/** Allocates the ids of one unit of work, which gets the same ids when it runs again. */
export class ReusableIds {
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
