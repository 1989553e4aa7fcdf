import type mongoose from "mongoose";
import { z } from "zod";
import { diskFull } from "../errors.ts";
import type { Log } from "../log.ts";

const checkIntervalMs = 5_000;
/** Less than this and the portal stops writing: MongoDB takes its journal in pieces of 100 MB, and dies when there is no room for one. */
export const minFreeDiskBytes = 300 * 1024 ** 2;
/** What must be kept all the same, as signing in and out, may use this part of it. */
const urgentShare = 0.5;

/** Of a database without any file yet MongoDB says that its disk has no bytes. */
const dbStats = z.object({ fsTotalSize: z.number().positive(), fsUsedSize: z.number() });

interface DiskSpaceOptions {
  connection: mongoose.Connection;
  log: Log;
  /** Bytes that must be free. */
  minFreeBytes: () => number;
}

/** Keeps the portal from writing the database's disk full: what can be read stays so, and writing goes on once there is room again. */
export class DiskSpaceGuard {
  readonly #options: DiskSpaceOptions;
  #freeBytes = Number.POSITIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;
  #pendingCheck: Promise<void> | undefined;
  #isLow = false;

  constructor(parts: DiskSpaceOptions) {
    this.#options = parts;
  }

  /** Looks now, and every few seconds. */
  async start(): Promise<void> {
    await this.#check();
    this.#timer = setInterval(() => void this.#check(), checkIntervalMs).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** Refuses what there is no room for; before it does, it looks whether there is some by now. */
  async assertSpace(urgent: boolean): Promise<void> {
    if (this.#hasSpace(urgent)) return;
    await this.#check();
    if (!this.#hasSpace(urgent)) throw diskFull();
  }

  #hasSpace(urgent: boolean): boolean {
    return this.#freeBytes >= this.#options.minFreeBytes() * (urgent ? urgentShare : 1);
  }

  #check(): Promise<void> {
    this.#pendingCheck ??= this.#measure().finally(() => {
      this.#pendingCheck = undefined;
    });
    return this.#pendingCheck;
  }

  /** A database that is away, or does not tell of its disk, is none of this one's business. */
  async #measure(): Promise<void> {
    const { connection, log } = this.#options;
    const told = dbStats.safeParse(await connection.db?.command({ dbStats: 1 }).catch(() => undefined));
    this.#freeBytes = told.success ? told.data.fsTotalSize - told.data.fsUsedSize : Number.POSITIVE_INFINITY;
    const short = !this.#hasSpace(false);
    if (short === this.#isLow) return;
    this.#isLow = short;
    if (short)
      log.error(
        { free: this.#freeBytes },
        "The disk of the database is nearly full; nothing is written until there is room",
      );
    else log.warn({ free: this.#freeBytes }, "The disk of the database has room again; writing goes on");
  }
}
