import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import express, { type Response } from "express";
import { expect, onTestFinished, test } from "vitest";
import type { RecordWriter } from "../../server/database/record-writer.ts";
import { ColumnsEncoder, type ListEncoder, RecordsEncoder } from "../../server/http/list-encoders.ts";
import { streamList } from "../../server/http/list-stream.ts";
import { type Columns, decodeColumns } from "../../shared/columns.ts";

const listCount = 4;
const rows = Array.from({ length: 2_000 }, (_, id) => id);
const toRecord = (id: number) => ({ id, text: `${id} ${"x".repeat(300)}` });
const listOptions = { limit: undefined, extras: {}, mediaType: "json", etag: '"all"' };

const encodings: [string, (writer: RecordWriter<number>) => ListEncoder<number>, (data: unknown) => unknown][] = [
  ["records", (writer) => new RecordsEncoder(writer), (data) => data],
  ["columns", (writer) => new ColumnsEncoder(writer), (data) => decodeColumns(data as Columns)],
];

test.each(encodings)(
  "the event loop runs other work while a long list of %s is written",
  async (_name, encode, decode) => {
    let mostRowsPerTurn = 0;
    let rowsThisTurn = 0;
    const countRow = () => {
      rowsThisTurn++;
    };
    const server = await serveLists((res) =>
      streamList(res, { ...listOptions, rows: batches(), encoder: encode(createWriter(countRow)) }),
    );
    const recordTurn = () => {
      mostRowsPerTurn = Math.max(mostRowsPerTurn, rowsThisTurn);
      rowsThisTurn = 0;
      if (server.listening) setImmediate(recordTurn);
    };
    recordTurn();

    const lists = await Promise.all(Array.from({ length: listCount }, () => fetchList(server.address())));
    expect(lists.map(({ data }) => decode(data))).toEqual(lists.map(() => rows.map(toRecord)));
    // Without pauses, one turn would write all 2,000 rows of each list.
    expect(mostRowsPerTurn).toBeLessThan(listCount * 300);

    async function* batches() {
      yield rows;
    }
  },
);

test("a client that closes the connection during a list causes no error", async () => {
  let sent: Promise<void> | undefined;
  const server = await serveLists((res) => {
    sent = streamList(res, { ...listOptions, rows: endlessBatches(), encoder: new RecordsEncoder(createWriter()) });
    return sent;
  });
  const client = new AbortController();
  const response = await fetch(urlOf(server.address()), { signal: client.signal });
  await response.body?.getReader().read();
  client.abort();
  await sent;

  async function* endlessBatches() {
    for (;;) yield rows;
  }
});

async function serveLists(handle: (res: Response) => Promise<void>): Promise<Server> {
  const app = express();
  app.get("/", (_req, res) => handle(res));
  const server = app.listen(0);
  onTestFinished(() => void server.close());
  await once(server, "listening");
  return server;
}

function createWriter(onSelect: () => void = () => undefined): RecordWriter<number> {
  let record = toRecord(0);
  return {
    fields: ["id", "text"],
    select: (id) => {
      onSelect();
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

async function fetchList(address: AddressInfo | string | null) {
  return (await fetch(urlOf(address))).json();
}

function urlOf(address: AddressInfo | string | null): string {
  const port = typeof address === "object" ? address?.port : undefined;
  return `http://127.0.0.1:${port}/`;
}
