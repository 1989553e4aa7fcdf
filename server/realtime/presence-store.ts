import { randomUUID } from "node:crypto";
import type mongoose from "mongoose";
import type { PresenceLocation } from "../../shared/wire.ts";
import type { Log } from "../log.ts";

/** Where one socket is. Who that is and what they may see, each server finds out for itself. */
export interface SocketLocation extends PresenceLocation {
  session: number;
}

interface ServerDoc {
  _id: string;
  /** By the database's clock, which all servers share. */
  beat: Date;
  places: SocketLocation[];
}

const pollIntervalMs = 500;
const heartbeatIntervalMs = 1_000;
/** A server that was not heard of for so long has died. */
const leaseMs = 3_500;
const retentionSeconds = 60;

/**
 * Who is where at the other servers. Each server writes all of its own places in one small document when they change, says
 * every now and then that it still lives, and reads those of the others; a server where nobody is does neither.
 */
export class PresenceStore {
  readonly #docs: mongoose.mongo.Collection<ServerDoc>;
  readonly #log: Log;
  readonly #serverId = randomUUID();
  #local: readonly SocketLocation[] = [];
  #lastWritten: string | undefined;
  #lastHeartbeatAt = 0;
  #remote: readonly SocketLocation[] = [];
  #onChange: () => void = () => undefined;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #isFailing = false;

  constructor({ connection, log }: { connection: mongoose.Connection; log: Log }) {
    // Lost with the server anyway, so that no write need wait for others than the first member.
    this.#docs = connection.collection<ServerDoc>("presence", { writeConcern: { w: 1 } });
    this.#log = log;
  }

  /** As last read; empty while nobody is here who could ask. */
  get remote(): readonly SocketLocation[] {
    return this.#remote;
  }

  /** Whom to tell when something is different elsewhere. */
  subscribe(onChange: () => void): void {
    this.#onChange = onChange;
  }

  async start(): Promise<void> {
    await this.#docs.createIndex({ beat: 1 }, { expireAfterSeconds: retentionSeconds });
    this.#timer = setInterval(() => this.#sync(), pollIntervalMs).unref();
  }

  /** All places of this server, in the place of those before. */
  publish(own: readonly SocketLocation[]): void {
    this.#local = own;
    this.#sync();
  }

  /** Resolves when the other servers can see that nobody is here any more. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#timer = undefined;
    await this.#running;
    this.#local = [];
    await this.#exchange().catch(() => undefined);
  }

  /** One exchange at a time; what changes meanwhile is seen by the next. */
  #sync(): void {
    if (this.#running || !this.#timer) return;
    this.#running = this.#exchange()
      .then(
        () => {
          this.#isFailing = false;
        },
        (err: unknown) => {
          if (!this.#isFailing) this.#log.warn({ err }, "Cannot see who is at the other servers");
          this.#isFailing = true;
        },
      )
      .finally(() => {
        this.#running = undefined;
      });
  }

  async #exchange(): Promise<void> {
    if (this.#local.length === 0) {
      if (this.#lastWritten !== undefined) await this.#docs.deleteOne({ _id: this.#serverId });
      this.#lastWritten = undefined;
      this.#remote = [];
      return;
    }
    await this.#write();
    const living = await this.#docs
      .find({
        _id: { $ne: this.#serverId },
        $expr: { $gt: ["$beat", { $subtract: ["$$NOW", leaseMs] }] },
      })
      .sort({ _id: 1 })
      .toArray();
    const elsewhere = living.flatMap(({ places }) => places);
    const isNews = JSON.stringify(elsewhere) !== JSON.stringify(this.#remote);
    this.#remote = elsewhere;
    if (isNews) this.#onChange();
  }

  async #write(): Promise<void> {
    const places = [...this.#local];
    const text = JSON.stringify(places);
    if (text === this.#lastWritten && performance.now() - this.#lastHeartbeatAt < heartbeatIntervalMs) return;
    await this.#docs.updateOne(
      { _id: this.#serverId },
      { $set: { places }, $currentDate: { beat: true } },
      { upsert: true, ignoreUndefined: true },
    );
    this.#lastWritten = text;
    this.#lastHeartbeatAt = performance.now();
  }
}
