import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Response } from "express";
import type { Present } from "./present.ts";
import type { Doc } from "./store.ts";

interface ListParts {
  /** One more than `limit`, so that it is known whether there is a next page. */
  rows: AsyncIterable<Doc>;
  limit: number | undefined;
  present: Present;
  idOf: (row: Doc) => number;
  /** What the answer carries beside the records. */
  beside: Readonly<Record<string, unknown>>;
}

const chunkLength = 64 * 1024;

/** Sends the records as they come from the database, so that a long list needs no more memory than a short one. */
export async function sendList(res: Response, parts: ListParts): Promise<void> {
  const chunks = chunksOf(parts);
  // What fails before the first record can still be answered as a failure.
  const first = await chunks.next();
  res.type("json");
  await pipeline(Readable.from(startingWith(first.value, chunks)), res);
}

async function* chunksOf({ rows, limit, present, idOf, beside }: ListParts): AsyncGenerator<string, undefined> {
  let text = '{"success":true,"message":"","data":[';
  let count = 0;
  let last: number | null = null;
  let next: number | null = null;
  for await (const row of rows) {
    if (count === limit) {
      next = last;
      break;
    }
    text += (count === 0 ? "" : ",") + JSON.stringify(present(row));
    last = idOf(row);
    count++;
    if (text.length < chunkLength) continue;
    yield text;
    text = "";
  }
  yield `${text}],${JSON.stringify({ next, ...beside }).slice(1)}`;
}

async function* startingWith(first: string | undefined, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  if (first !== undefined) yield first;
  yield* rest;
}
