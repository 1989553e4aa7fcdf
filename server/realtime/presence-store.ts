import { randomUUID } from "node:crypto";
import type mongoose from "mongoose";
import type { PresenceLocation } from "../../shared/wire.ts";
import type { Log } from "../log.ts";

/** The location of one socket. Each server looks up the user and their permissions by the session. */
export interface SocketLocation extends PresenceLocation {
  sessionId: number;
}

/** The document of one server. */
interface ServerDoc {
  _id: string;
  /** Time of the last heartbeat by the database's clock, as the clocks of servers may differ. */
  beat: Date;
  /** The locations of the server's sockets. `session` is a session's id. */
  places: (PresenceLocation & { session: number })[];
}

const pollIntervalMs = 500;
const heartbeatIntervalMs = 1_000;
/** A server without a heartbeat for this time counts as stopped. */
const leaseMs = 3_500;
/** MongoDB deletes documents of stopped servers after this time. */
const retentionSeconds = 60;

/**
 * Shares the locations of sockets between servers. Each server writes its locations to one document when they change,
 * renews the document as a heartbeat and reads those of the others. A server without sockets does nothing.
 */
export class PresenceStore {
  readonly #docs: mongoose.mongo.Collection<ServerDoc>;
  readonly #log: Log;
  readonly #serverId = randomUUID();
  #ownLocations: readonly SocketLocation[] = [];
  /** The locations in this server's document, as JSON. */
  #lastWritten: string | undefined;
  /** In ms of the monotonic clock, like `performance.now()`. */
  #lastHeartbeatAt = 0;
  #remoteLocations: readonly SocketLocation[] = [];
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
  get remoteLocations(): readonly SocketLocation[] {
    return this.#remoteLocations;
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
  publish(ownLocations: readonly SocketLocation[]): void {
    this.#ownLocations = ownLocations;
    this.#sync();
  }

  /** Removes the locations of this server. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#timer = undefined;
    await this.#running;
    this.#ownLocations = [];
    await this.#exchange().catch(() => undefined);
  }

  /** Starts an exchange unless one is running. Changes during an exchange are part of the next one. */
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
    if (this.#ownLocations.length === 0) {
      if (this.#lastWritten !== undefined) await this.#docs.deleteOne({ _id: this.#serverId });
      this.#lastWritten = undefined;
      this.#remoteLocations = [];
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
    const remoteLocations = otherServers.flatMap(({ places }) =>
      places.map(({ session, ...location }) => ({ ...location, sessionId: session })),
    );
    const isChanged = JSON.stringify(remoteLocations) !== JSON.stringify(this.#remoteLocations);
    this.#remoteLocations = remoteLocations;
    if (isChanged) this.#onChange();
  }

  /** Writes the locations if they have changed or the heartbeat is due. */
  async #write(): Promise<void> {
    const places = this.#ownLocations.map(({ sessionId, ...location }) => ({ ...location, session: sessionId }));
    const serialized = JSON.stringify(places);
    if (serialized === this.#lastWritten && performance.now() - this.#lastHeartbeatAt < heartbeatIntervalMs) return;
    await this.#docs.updateOne(
      { _id: this.#serverId },
      { $set: { places }, $currentDate: { beat: true } },
      { upsert: true, ignoreUndefined: true },
    );
    this.#lastWritten = serialized;
    this.#lastHeartbeatAt = performance.now();
  }
}
