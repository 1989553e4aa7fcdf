import fc from "fast-check";
import { expect, test } from "vitest";
import { z } from "zod";
import { PresentedRecordWriter } from "../../server/database/record-writer.ts";
import { ColumnsEncoder, type ListEncoder, RecordsEncoder } from "../../server/http/list-encoders.ts";
import { type Columns, decodeColumns } from "../../shared/columns.ts";
import { expenses } from "../../shared/resources/expenses.ts";

type Row = Readonly<Record<string, unknown>>;

const createWriter = () => new PresentedRecordWriter(expenses, (row) => ({ ...row }));
const fieldNames = createWriter().fields.filter((name) => name !== expenses.idField);

/** Few different values, so that many rows have the same ones, among them texts that could be taken for JSON. */
const values = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(0, 1, null) },
  fc.constantFrom("", "]\n", "],[", "$&", '"\\', "مکان", [1], []),
  fc.string({ unit: "grapheme" }),
);
const rowLists = fc
  .array(fc.record(Object.fromEntries(fieldNames.map((name) => [name, values])), { noNullPrototype: true }))
  .chain((complete) =>
    fc
      .array(fc.option(fc.constantFrom(...fieldNames), { freq: 5 }), {
        minLength: complete.length,
        maxLength: complete.length,
      })
      .map((omittedFields) =>
        complete.map((row, index): Row => {
          const { [omittedFields[index] ?? ""]: _, ...others } = row;
          return { [expenses.idField]: index + 1, ...others };
        }),
      ),
  );

const response = z.object({ success: z.literal(true), data: z.unknown(), next: z.number().nullable() });

test("columns are decoded to the same rows, however many are buffered and whenever chunks are taken", () => {
  fc.assert(
    fc.property(
      rowLists,
      fc.integer({ min: 0, max: 12 }),
      fc.infiniteStream(fc.boolean()),
      (list, maxRows, takeDecisions) => {
        const encoder = new ColumnsEncoder(createWriter(), maxRows);
        const data = encode(encoder, list, takeDecisions) as Columns;
        expect(decodeColumns(data)).toEqual(list);
        expect(data.fields[0]).toBe(expenses.idField);
      },
    ),
    { numRuns: 1_000 },
  );
});

test("columns contain a value that all rows have in common only once, unless the list is too long", () => {
  const list = Array.from({ length: 5 }, (_, index) => createRow(index + 1, { Amount: index === 4 ? 20 : 10 }));
  const columns = encode(new ColumnsEncoder(createWriter()), list) as Columns;
  expect(columns.fields).toEqual([expenses.idField, "Amount"]);
  expect(columns.rows).toEqual(list.map(({ ExpenseID, Amount }) => [ExpenseID, Amount]));
  expect(Object.keys(columns.common)).toHaveLength(fieldNames.length - 1);

  const tooLong = encode(new ColumnsEncoder(createWriter(), 4), list) as Columns;
  expect([tooLong.common, tooLong.fields.length]).toEqual([{}, fieldNames.length + 1]);
});

test("the records encoder writes the rows as they are", () => {
  for (const list of [[], [createRow(1)], [createRow(1), createRow(2)]])
    expect(encode(new RecordsEncoder(createWriter()), list)).toEqual(list);
});

function createRow(id: number, values: Row = {}): Row {
  return { [expenses.idField]: id, ...Object.fromEntries(fieldNames.map((name) => [name, "same"])), ...values };
}

/** The `data` of the response; `takeDecisions` decides after which rows chunks are taken. */
function encode(
  encoder: ListEncoder<Row>,
  list: readonly Row[],
  takeDecisions: Iterator<boolean> = [].values(),
): unknown {
  const chunks: Buffer[] = [];
  const takeChunks = () => {
    for (let chunk = encoder.takeChunk(); chunk; chunk = encoder.takeChunk()) chunks.push(chunk);
  };
  for (const row of list) {
    expect(encoder.write(row)).toBe(row[expenses.idField]);
    if (takeDecisions.next().value) takeChunks();
  }
  encoder.end({ next: null });
  takeChunks();
  return response.parse(JSON.parse(Buffer.concat(chunks).toString())).data;
}
