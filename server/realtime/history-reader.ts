import { HistoryTooLongError } from "../commits/history.ts";
import type { EnrichedCommit } from "./commit-enricher.ts";

/** The commits after `cursor` up to and including `until`. */
export interface HistoryRange {
  cursor: string;
  until: string;
}

interface WaitingClient {
  range: HistoryRange;
  /** Whether the client is still connected. */
  isConnected: () => boolean;
  resolve: (commits: readonly EnrichedCommit[]) => void;
  reject: (error: unknown) => void;
}

interface HistoryReaderOptions {
  /** Throws HistoryTooLongError if the range has more than `maxChanges` or takes too long to read. */
  read: (range: HistoryRange & { maxChanges: number }) => Promise<EnrichedCommit[]>;
}

/** Limits the memory for commits that were read. */
const maxChanges = 50_000;
/** Commits that were read are kept for this long: clients reconnect within seconds of a restart. */
const retentionMs = 15_000;

/**
 * Reads the commits that reconnecting clients have missed. All clients share one read at a time and its commits. The
 * client with the latest cursor is served first, so that it does not wait for the reads of older ranges. Each further
 * read ends where the previous one began.
 */
export class HistoryReader {
  readonly #options: HistoryReaderOptions;
  #waiting: WaitingClient[] = [];
  #isReading = false;
  #history: { range: HistoryRange; commits: readonly EnrichedCommit[]; changeCount: number } | undefined;
  #expiryTimer: NodeJS.Timeout | undefined;

  constructor(options: HistoryReaderOptions) {
    this.#options = options;
  }

  /**
   * The commits of the range. Throws HistoryTooLongError, or the error of `read`. Never settles if the client
   * disconnects while it waits.
   */
  read(range: HistoryRange, isConnected: () => boolean): Promise<readonly EnrichedCommit[]> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ range, isConnected, resolve, reject });
      if (!this.#isReading) void this.#readForAll();
    });
  }

  async #readForAll(): Promise<void> {
    this.#isReading = true;
    for (let next = this.#takeNext(); next; next = this.#takeNext()) {
      try {
        next.resolve(await this.#readRange(next.range));
      } catch (error) {
        next.reject(error);
        // Older cursors would need longer still.
        if (error instanceof HistoryTooLongError) this.#rejectUpTo(next.range.cursor, error);
      }
    }
    this.#isReading = false;
  }

  /** Takes the client with the latest cursor. Drops the clients that have disconnected. */
  #takeNext(): WaitingClient | undefined {
    this.#waiting = this.#waiting.filter(({ isConnected }) => isConnected());
    this.#waiting.sort((a, b) => (a.range.cursor < b.range.cursor ? -1 : 1));
    return this.#waiting.pop();
  }

  async #readRange({ cursor, until }: HistoryRange): Promise<readonly EnrichedCommit[]> {
    const cached = this.#history?.range.until === until ? this.#history : undefined;
    if (!cached || cursor < cached.range.cursor) {
      const end = cached?.range.cursor ?? until;
      const remaining = maxChanges - (cached?.changeCount ?? 0);
      const earlier = await this.#options.read({ cursor, until: end, maxChanges: remaining });
      this.#history = {
        range: { cursor, until },
        commits: [...earlier, ...(cached?.commits ?? [])],
        changeCount: earlier.reduce((sum, { changes }) => sum + changes.length, cached?.changeCount ?? 0),
      };
    }
    clearTimeout(this.#expiryTimer);
    this.#expiryTimer = setTimeout(() => {
      this.#history = undefined;
    }, retentionMs).unref();
    return this.#history?.commits.filter((commit) => commit.cursor > cursor) ?? [];
  }

  #rejectUpTo(cursor: string, error: HistoryTooLongError): void {
    const rejected = this.#waiting.filter(({ range }) => range.cursor <= cursor);
    this.#waiting = this.#waiting.filter(({ range }) => range.cursor > cursor);
    for (const { reject } of rejected) reject(error);
  }
}
