import { randomUUID } from "node:crypto";
import type mongoose from "mongoose";
import type { Whereabouts } from "../../shared/wire.ts";
import type { Log } from "./log.ts";

/** Where one socket is. Who that is and what they may see, each server finds out for itself. */
export interface Place extends Whereabouts {
  session: number;
}

interface ServerDoc {
  _id: string;
  /** By the database's clock, which all servers share. */
  beat: Date;
  places: Place[];
}

const lookEveryMs = 500;
const beatEveryMs = 1_000;
/** A server that was not heard of for so long has died. */
const aliveMs = 3_500;
const forgottenAfterSeconds = 60;

/**
 * Who is where at the other servers. Each server writes all of its own places in one small document when they change, says
 * every now and then that it still lives, and reads those of the others; a server where nobody is does neither.
 */
export class SharedPlaces {
  readonly #docs: mongoose.mongo.Collection<ServerDoc>;
  readonly #log: Log;
  readonly #server = randomUUID();
  #own: readonly Place[] = [];
  #written: string | undefined;
  #beatAt = 0;
  #elsewhere: readonly Place[] = [];
  #onChange: () => void = () => undefined;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #failing = false;

  constructor({ connection, log }: { connection: mongoose.Connection; log: Log }) {
    // Lost with the server anyway, so that no write need wait for others than the first member.
    this.#docs = connection.collection<ServerDoc>("presence", { writeConcern: { w: 1 } });
    this.#log = log;
  }

  /** As last read; empty while nobody is here who could ask. */
  get elsewhere(): readonly Place[] {
    return this.#elsewhere;
  }

  /** Whom to tell when something is different elsewhere. */
  follow(onChange: () => void): void {
    this.#onChange = onChange;
  }

  async begin(): Promise<void> {
    await this.#docs.createIndex({ beat: 1 }, { expireAfterSeconds: forgottenAfterSeconds });
    this.#timer = setInterval(() => this.#look(), lookEveryMs).unref();
  }

  /** All places of this server, in the place of those before. */
  share(own: readonly Place[]): void {
    this.#own = own;
    this.#look();
  }

  /** Resolves when the other servers can see that nobody is here any more. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#timer = undefined;
    await this.#running;
    this.#own = [];
    await this.#exchange().catch(() => undefined);
  }

  /** One exchange at a time; what changes meanwhile is seen by the next. */
  #look(): void {
    if (this.#running || !this.#timer) return;
    this.#running = this.#exchange()
      .then(
        () => {
          this.#failing = false;
        },
        (err: unknown) => {
          if (!this.#failing) this.#log.warn({ err }, "Cannot see who is at the other servers");
          this.#failing = true;
        },
      )
      .finally(() => {
        this.#running = undefined;
      });
  }

  async #exchange(): Promise<void> {
    if (this.#own.length === 0) {
      if (this.#written !== undefined) await this.#docs.deleteOne({ _id: this.#server });
      this.#written = undefined;
      this.#elsewhere = [];
      return;
    }
    await this.#write();
    const living = await this.#docs
      .find({
        _id: { $ne: this.#server },
        $expr: { $gt: ["$beat", { $subtract: ["$$NOW", aliveMs] }] },
      })
      .sort({ _id: 1 })
      .toArray();
    const elsewhere = living.flatMap(({ places }) => places);
    const isNews = JSON.stringify(elsewhere) !== JSON.stringify(this.#elsewhere);
    this.#elsewhere = elsewhere;
    if (isNews) this.#onChange();
  }

  async #write(): Promise<void> {
    const places = [...this.#own];
    const text = JSON.stringify(places);
    if (text === this.#written && performance.now() - this.#beatAt < beatEveryMs) return;
    await this.#docs.updateOne(
      { _id: this.#server },
      { $set: { places }, $currentDate: { beat: true } },
      { upsert: true, ignoreUndefined: true },
    );
    this.#written = text;
    this.#beatAt = performance.now();
  }
}
