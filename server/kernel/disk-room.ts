import type mongoose from "mongoose";
import { z } from "zod";
import type { Log } from "./log.ts";
import { noRoom } from "./refusal.ts";

const lookEveryMs = 5_000;
/** Less than this and the portal stops writing: MongoDB takes its journal in pieces of 100 MB, and dies when there is no room for one. */
export const leastRoom = 300 * 1024 ** 2;
/** What must be kept all the same, as signing in and out, may use this part of it. */
const forUrgent = 0.5;

/** Of a database without any file yet MongoDB says that its disk has no bytes. */
const stats = z.object({ fsTotalSize: z.number().positive(), fsUsedSize: z.number() });

interface DiskParts {
  connection: mongoose.Connection;
  log: Log;
  /** Bytes that must be free. */
  least: () => number;
}

/** Keeps the portal from writing the database's disk full: what can be read stays so, and writing goes on once there is room again. */
export class DiskRoom {
  readonly #parts: DiskParts;
  #free = Number.POSITIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> | undefined;
  #short = false;

  constructor(parts: DiskParts) {
    this.#parts = parts;
  }

  /** Looks now, and every few seconds. */
  async begin(): Promise<void> {
    await this.#look();
    this.#timer = setInterval(() => void this.#look(), lookEveryMs).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** Refuses what there is no room for; before it does, it looks whether there is some by now. */
  async refuseWithout(urgent: boolean): Promise<void> {
    if (this.#has(urgent)) return;
    await this.#look();
    if (!this.#has(urgent)) throw noRoom();
  }

  #has(urgent: boolean): boolean {
    return this.#free >= this.#parts.least() * (urgent ? forUrgent : 1);
  }

  #look(): Promise<void> {
    this.#looking ??= this.#measure().finally(() => {
      this.#looking = undefined;
    });
    return this.#looking;
  }

  /** A database that is away, or does not tell of its disk, is none of this one's business. */
  async #measure(): Promise<void> {
    const { connection, log } = this.#parts;
    const told = stats.safeParse(await connection.db?.command({ dbStats: 1 }).catch(() => undefined));
    this.#free = told.success ? told.data.fsTotalSize - told.data.fsUsedSize : Number.POSITIVE_INFINITY;
    const short = !this.#has(false);
    if (short === this.#short) return;
    this.#short = short;
    if (short)
      log.error(
        { free: this.#free },
        "The disk of the database is nearly full; nothing is written until there is room",
      );
    else log.warn({ free: this.#free }, "The disk of the database has room again; writing goes on");
  }
}
