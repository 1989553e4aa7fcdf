import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setImmediate } from "node:timers/promises";
import type { Response } from "express";
import { hasErrorCode } from "../data-folder.ts";
import type { ListEncoder } from "./list-encoders.ts";

interface ListStreamOptions<Row> {
  /** Batches of rows; together one more than `limit` if there is a next page. */
  rows: AsyncIterable<readonly Row[]>;
  limit: number | undefined;
  encoder: ListEncoder<Row>;
  /** Further fields of the response, after `data` and `next`. */
  extras: Readonly<Record<string, unknown>>;
  mediaType: string;
  etag: string;
}

/** Resolves in the last turn of the event loop that a list has requested; the next request gets the turn after it. */
let lastRequestedTurn: Promise<void> = Promise.resolve();

/** Sends a list while its rows arrive from the database, unless the encoder needs all rows first. */
export async function streamList<Row>(res: Response, options: ListStreamOptions<Row>): Promise<void> {
  const chunks = encodeChunks(options);
  // An error before the first chunk can still be answered with an error status.
  const firstChunk = await chunks.next();
  res.type(options.mediaType).set("ETag", options.etag);
  await sendStream(res, Readable.from(prepend(firstChunk.value, chunks)));
}

/**
 * Sends a stream as the rest of the response. Resolves when it is sent, or when the client has closed the connection.
 */
export async function sendStream(res: Response, stream: Readable): Promise<void> {
  await pipeline(stream, res).catch((error: unknown) => {
    if (!hasErrorCode(error, "ERR_STREAM_PREMATURE_CLOSE")) throw error;
  });
}

async function* encodeChunks<Row>({
  rows,
  limit,
  encoder,
  extras,
}: Omit<ListStreamOptions<Row>, "mediaType" | "etag">): AsyncGenerator<Buffer, undefined> {
  let writtenRows = 0;
  let lastId: number | null = null;
  /** The id after which the next page begins; null if there is none. */
  let next: number | null = null;
  for await (const batch of rows)
    for (const row of batch) {
      if (writtenRows === limit) {
        next = lastId;
        break;
      }
      lastId = encoder.write(row);
      writtenRows++;
      if (!encoder.isFull()) continue;
      yield* takeChunks(encoder);
      await yieldToEventLoop();
    }
  encoder.end({ next, ...extras });
  yield* takeChunks(encoder);
}

async function* takeChunks(encoder: Pick<ListEncoder<never>, "takeChunk">): AsyncGenerator<Buffer, undefined> {
  let chunk = encoder.takeChunk();
  while (chunk) {
    yield chunk;
    chunk = encoder.takeChunk();
    if (chunk) await yieldToEventLoop();
  }
}

/**
 * Waits for a turn of the event loop. All lists together get one chunk per turn, so that other requests are not
 * blocked.
 */
function yieldToEventLoop(): Promise<void> {
  lastRequestedTurn = lastRequestedTurn.then(() => setImmediate());
  return lastRequestedTurn;
}

async function* prepend(first: Buffer | undefined, rest: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  if (first !== undefined) yield first;
  yield* rest;
}

/** Merges sorted streams of rows into one. */
export async function* mergeBatches<Row>(
  streams: readonly AsyncGenerator<Row[]>[],
  compare: (a: Row, b: Row) => number,
): AsyncGenerator<Row[]> {
  let openReaders = streams.map((stream) => new BatchReader(stream));
  try {
    for (;;) {
      await Promise.all(openReaders.map((reader) => reader.fill()));
      openReaders = openReaders.filter((reader) => reader.row !== undefined);
      if (openReaders.length === 0) return;
      yield takeSorted(openReaders, compare);
    }
  } finally {
    for (const stream of streams) await stream.return(undefined);
  }
}

/** Takes rows in order until one of the readers has to read its next batch. */
function takeSorted<Row>(readers: readonly BatchReader<Row>[], compare: (a: Row, b: Row) => number): Row[] {
  const taken: Row[] = [];
  for (;;) {
    let smallest: BatchReader<Row> | undefined;
    for (const reader of readers) {
      if (reader.row === undefined) return taken;
      if (smallest?.row === undefined || compare(reader.row, smallest.row) < 0) smallest = reader;
    }
    if (smallest?.row === undefined) return taken;
    taken.push(smallest.row);
    smallest.advance();
  }
}

/** Reads a stream of batches row by row. */
class BatchReader<Row> {
  readonly #stream: AsyncGenerator<Row[]>;
  #batch: Row[] = [];
  #index = 0;

  constructor(stream: AsyncGenerator<Row[]>) {
    this.#stream = stream;
  }

  /** The next row; undefined at the end of the batch that was read last. */
  get row(): Row | undefined {
    return this.#batch[this.#index];
  }

  advance(): void {
    this.#index++;
  }

  /** Reads the next batch if no row is left. At the end of the stream, `row` stays undefined. */
  async fill(): Promise<void> {
    while (this.row === undefined) {
      const { done, value } = await this.#stream.next();
      if (done) return;
      this.#batch = value;
      this.#index = 0;
    }
  }
}
