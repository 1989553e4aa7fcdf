import type mongoose from "mongoose";
import { z } from "zod";
import { diskFull } from "../errors.ts";
import type { Log } from "../log.ts";

const checkIntervalMs = 5_000;
/**
 * Writes are rejected when less space is free: MongoDB allocates its journal in files of 100 MB and exits if that
 * fails.
 */
export const minFreeDiskBytes = 300 * 1024 ** 2;
/** Urgent writes such as sign-ins are rejected only when less than this share of the minimum is free. */
const lowDiskShare = 0.5;

/** `fsTotalSize` is 0 while the database has no file. */
const dbStatsSchema = z.object({ fsTotalSize: z.number().positive(), fsUsedSize: z.number() });

interface DiskSpaceOptions {
  connection: mongoose.Connection;
  log: Log;
  /** Bytes that must be free. Tests change the value. */
  getMinFreeBytes: () => number;
}

/** Rejects writes before the database's disk is full. Reads continue, and writes resume when there is space again. */
export class DiskSpaceGuard {
  readonly #options: DiskSpaceOptions;
  #freeBytes = Number.POSITIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;
  #runningCheck: Promise<void> | undefined;
  #isLow = false;

  constructor(options: DiskSpaceOptions) {
    this.#options = options;
  }

  /** Checks now and every few seconds. */
  async start(): Promise<void> {
    await this.#check();
    this.#timer = setInterval(() => void this.#check(), checkIntervalMs).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /**
   * Throws 503 if too little space is free; for an urgent write (`mayWriteOnLowDisk`) half of the minimum is enough.
   * Measures again before it throws, because space may have been freed.
   */
  async assertSpace(mayWriteOnLowDisk = false): Promise<void> {
    if (this.#hasSpace(mayWriteOnLowDisk)) return;
    await this.#check();
    if (!this.#hasSpace(mayWriteOnLowDisk)) throw diskFull();
  }

  #hasSpace(mayWriteOnLowDisk: boolean): boolean {
    return this.#freeBytes >= this.#options.getMinFreeBytes() * (mayWriteOnLowDisk ? lowDiskShare : 1);
  }

  #check(): Promise<void> {
    this.#runningCheck ??= this.#measure().finally(() => {
      this.#runningCheck = undefined;
    });
    return this.#runningCheck;
  }

  /** Assumes enough space if the database is unreachable or does not report its disk. */
  async #measure(): Promise<void> {
    const { connection, log } = this.#options;
    const stats = dbStatsSchema.safeParse(await connection.db?.command({ dbStats: 1 }).catch(() => undefined));
    this.#freeBytes = stats.success ? stats.data.fsTotalSize - stats.data.fsUsedSize : Number.POSITIVE_INFINITY;
    const isLow = !this.#hasSpace(false);
    if (isLow === this.#isLow) return;
    this.#isLow = isLow;
    if (isLow)
      log.error(
        { freeBytes: this.#freeBytes },
        "The disk of the database is nearly full; all but urgent writes are rejected until there is space",
      );
    else log.warn({ freeBytes: this.#freeBytes }, "The disk of the database has space again; writes are accepted");
  }
}
