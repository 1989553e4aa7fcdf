import type { AddressInfo } from "node:net";
import express from "express";
import { expect, onTestFinished, test } from "vitest";
import type { ByteWriter } from "../../server/database/bson.ts";
import { streamList } from "../../server/http/list-stream.ts";

const listCount = 4;
const rows = Array.from({ length: 2_000 }, (_, id) => id);
const text = "x".repeat(300);

test("the event loop runs other work between two chunks of a long list", async () => {
  const app = express();
  app.get("/", (_req, res) => streamList(res, { rows: batches(), limit: undefined, write, extras: {}, etag: '"all"' }));
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
  expect(lists.map(({ data }) => data)).toEqual(lists.map(() => rows.map((id) => ({ id, text }))));
  expect(mostRowsPerTurn).toBeLessThan(listCount * 300);

  async function* batches() {
    yield rows;
  }

  function write(id: number, out: ByteWriter): number {
    rowsThisTurn++;
    out.writeText(JSON.stringify({ id, text }));
    return id;
  }
});

async function fetchList(address: AddressInfo | string | null) {
  const port = typeof address === "object" ? address?.port : undefined;
  return (await fetch(`http://127.0.0.1:${port}/`)).json();
}
