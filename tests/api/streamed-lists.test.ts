import type { AddressInfo } from "node:net";
import express from "express";
import { expect, onTestFinished, test } from "vitest";
import type { RecordWriter } from "../../server/database/record-writer.ts";
import { ColumnsEncoder, type ListEncoder, RecordsEncoder } from "../../server/http/list-encoders.ts";
import { streamList } from "../../server/http/list-stream.ts";
import { type Columns, decodeColumns } from "../../shared/columns.ts";

const listCount = 4;
const rows = Array.from({ length: 2_000 }, (_, id) => id);
const toRecord = (id: number) => ({ id, text: `${id} ${"x".repeat(300)}` });

const encodings: [string, (writer: RecordWriter<number>) => ListEncoder<number>, (data: unknown) => unknown][] = [
  ["records", (writer) => new RecordsEncoder(writer), (data) => data],
  ["columns", (writer) => new ColumnsEncoder(writer), (data) => decodeColumns(data as Columns)],
];

test.each(encodings)("the event loop runs other work while a long list of %s is written", async (_, encode, decode) => {
  const app = express();
  app.get("/", (_req, res) => {
    const encoder = encode(createWriter());
    return streamList(res, {
      rows: batches(),
      limit: undefined,
      encoder,
      extras: {},
      mediaType: "json",
      etag: '"all"',
    });
  });
  const server = app.listen(0);
  onTestFinished(() => void server.close());
  await new Promise((resolve) => server.once("listening", resolve));
  let mostRowsPerTurn = 0;
  let rowsThisTurn = 0;
  const recordTurn = () => {
    mostRowsPerTurn = Math.max(mostRowsPerTurn, rowsThisTurn);
    rowsThisTurn = 0;
    if (server.listening) setImmediate(recordTurn);
  };
  recordTurn();

  const lists = await Promise.all(Array.from({ length: listCount }, () => fetchList(server.address())));
  expect(lists.map(({ data }) => decode(data))).toEqual(lists.map(() => rows.map(toRecord)));
  expect(mostRowsPerTurn).toBeLessThan(listCount * 300);

  async function* batches() {
    yield rows;
  }

  /** Counts the rows. */
  function createWriter(): RecordWriter<number> {
    let record = toRecord(0);
    return {
      fields: ["id", "text"],
      select: (id) => {
        rowsThisTurn++;
        record = toRecord(id);
        return id;
      },
      isComplete: () => true,
      remember: () => undefined,
      isUnchanged: () => false,
      writeRecord: (out) => out.writeText(JSON.stringify(record)),
      writeValue: (index, out) => out.writeText(JSON.stringify(Object.values(record)[index])),
    };
  }
});

async function fetchList(address: AddressInfo | string | null) {
  const port = typeof address === "object" ? address?.port : undefined;
  return (await fetch(`http://127.0.0.1:${port}/`)).json();
}
