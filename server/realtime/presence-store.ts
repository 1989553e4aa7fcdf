import { randomUUID } from "node:crypto";
import type mongoose from "mongoose";
import type { PresenceLocation } from "../../shared/wire.ts";
import type { Log } from "../log.ts";

/** The location of one socket. Each server looks up the user and their permissions by the session. */
export interface SocketLocation extends PresenceLocation {
  session: number;
}

/** The document of one server. */
interface ServerDoc {
  _id: string;
  /** Time of the last heartbeat by the database's clock, as the clocks of servers may differ. */
  beat: Date;
  /** The locations of the server's sockets. */
  places: SocketLocation[];
}

const pollIntervalMs = 500;
const heartbeatIntervalMs = 1_000;
/** A server without a heartbeat for this time counts as stopped. */
const leaseMs = 3_500;
/** MongoDB deletes documents of stopped servers after this time. */
const retentionSeconds = 60;

/**
 * Shares the locations of sockets between servers. Each server writes its locations to one document when they change,
 * renews it as a heartbeat and reads the documents of the others. A server without sockets does neither.
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
    // Presence may be lost in a failover, so writes do not wait for a majority of the replica set.
    this.#docs = connection.collection<ServerDoc>("presence", { writeConcern: { w: 1 } });
    this.#log = log;
  }

  /** Locations on the other servers, as last read; empty while this server has no sockets. */
  get remote(): readonly SocketLocation[] {
    return this.#remote;
  }

  /** `onChange` is called when locations on other servers have changed. */
  subscribe(onChange: () => void): void {
    this.#onChange = onChange;
  }

  async start(): Promise<void> {
    await this.#docs.createIndex({ beat: 1 }, { expireAfterSeconds: retentionSeconds });
    this.#timer = setInterval(() => this.#sync(), pollIntervalMs).unref();
  }

  /** Replaces the locations of this server. */
  publish(local: readonly SocketLocation[]): void {
    this.#local = local;
    this.#sync();
  }

  /** Removes the locations of this server. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#timer = undefined;
    await this.#running;
    this.#local = [];
    await this.#exchange().catch(() => undefined);
  }

  /** Starts an exchange unless one is running; changes during an exchange are part of the next one. */
  #sync(): void {
    if (this.#running || !this.#timer) return;
    this.#running = this.#exchange()
      .then(
        () => {
          this.#isFailing = false;
        },
        (err: unknown) => {
          if (!this.#isFailing) this.#log.warn({ err }, "Cannot exchange presence with the other servers");
          this.#isFailing = true;
        },
      )
      .finally(() => {
        this.#running = undefined;
      });
  }

  /** Writes the locations of this server and reads those of the others. */
  async #exchange(): Promise<void> {
    if (this.#local.length === 0) {
      if (this.#lastWritten !== undefined) await this.#docs.deleteOne({ _id: this.#serverId });
      this.#lastWritten = undefined;
      this.#remote = [];
      return;
    }
    await this.#write();
    const otherServers = await this.#docs
      .find({
        _id: { $ne: this.#serverId },
        $expr: { $gt: ["$beat", { $subtract: ["$$NOW", leaseMs] }] },
      })
      .sort({ _id: 1 })
      .toArray();
    const remote = otherServers.flatMap(({ places }) => places);
    const isChanged = JSON.stringify(remote) !== JSON.stringify(this.#remote);
    this.#remote = remote;
    if (isChanged) this.#onChange();
  }

  /** Writes the locations if they have changed or the heartbeat is due. */
  async #write(): Promise<void> {
    const locations = [...this.#local];
    const serialized = JSON.stringify(locations);
    if (serialized === this.#lastWritten && performance.now() - this.#lastHeartbeatAt < heartbeatIntervalMs) return;
    await this.#docs.updateOne(
      { _id: this.#serverId },
      { $set: { places: locations }, $currentDate: { beat: true } },
      { upsert: true, ignoreUndefined: true },
    );
    this.#lastWritten = serialized;
    this.#lastHeartbeatAt = performance.now();
  }
}
