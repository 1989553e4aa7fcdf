import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setImmediate } from "node:timers/promises";
import type { Response } from "express";
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

let lastTurn: Promise<void> = Promise.resolve();

/** Sends a list as its rows arrive from the database, as far as the encoder need not wait for further rows. */
export async function streamList<Row>(res: Response, options: ListStreamOptions<Row>): Promise<void> {
  const chunks = encodeChunks(options);
  // An error before the first chunk can still be answered with an error status.
  const firstChunk = await chunks.next();
  res.type(options.mediaType).set("ETag", options.etag);
  await pipeline(Readable.from(prepend(firstChunk.value, chunks)), res);
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
      if (encoder.isFull()) yield* takeChunks(encoder);
    }
  encoder.end({ next, ...extras });
  yield* takeChunks(encoder);
}

async function* takeChunks(encoder: Pick<ListEncoder<never>, "takeChunk">): AsyncGenerator<Buffer, undefined> {
  let chunk: Buffer | undefined;
  do {
    chunk = encoder.takeChunk();
    if (chunk) yield chunk;
    await yieldToEventLoop();
  } while (chunk);
}

/** Allows one chunk per turn of the event loop, over all lists, so that other requests are not blocked. */
function yieldToEventLoop(): Promise<void> {
  lastTurn = lastTurn.then(() => setImmediate());
  return lastTurn;
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
  let open = streams.map((stream) => new BatchReader(stream));
  try {
    for (;;) {
      await Promise.all(open.map((reader) => reader.fill()));
      open = open.filter((reader) => reader.row !== undefined);
      if (open.length === 0) return;
      yield takeSorted(open, compare);
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

/** The rows of a stream, one after the other, up to the end of the batch that was read last. */
class BatchReader<Row> {
  readonly #stream: AsyncGenerator<Row[]>;
  #batch: Row[] = [];
  #index = 0;

  constructor(stream: AsyncGenerator<Row[]>) {
    this.#stream = stream;
  }

  /** The next row; undefined at the end of the batch. */
  get row(): Row | undefined {
    return this.#batch[this.#index];
  }

  advance(): void {
    this.#index++;
  }

  /** Reads the next batch if there is no row left; at the end of the stream there is still none. */
  async fill(): Promise<void> {
    while (this.row === undefined) {
      const { done, value } = await this.#stream.next();
      if (done) return;
      this.#batch = value;
      this.#index = 0;
    }
  }
}
