import fc from "fast-check";
import mongoose from "mongoose";
import { expect, test } from "vitest";
import { ByteWriter, forEachField, writeJson } from "../../server/database/bson.ts";

const { BSON } = mongoose.mongo;

const simpleValues = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 40 }),
  fc.constantFrom("", '"', "\\", "a\nb", "\u0000", "\u007f", "مکان نمبر ۱۲", "👨‍👩‍👧", "\u2028"),
  fc.integer(),
  fc.maxSafeInteger(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.boolean(),
  fc.constant(null),
);
const fieldNames = fc.string({ minLength: 1, maxLength: 12 }).filter((text) => !text.includes("\u0000"));
const values = fc.letrec((tie) => ({
  any: fc.oneof(
    { maxDepth: 3 },
    simpleValues,
    fc.array(tie("any"), { maxLength: 4 }),
    fc.dictionary(fieldNames, tie("any")),
  ),
})).any;

test("BSON is written as JSON that is parsed to the same value as the JSON of the original", () => {
  fc.assert(
    fc.property(values, (stored) => {
      expect(JSON.parse(writeToText({ stored }))).toEqual(JSON.parse(JSON.stringify(stored)));
    }),
    { numRuns: 2_000 },
  );
});

test("the fields named as money are converted from paisa to rupees, also inside a list", () => {
  const json = writeToText(
    { stored: [{ Amount: 1250, Other: 1250 }] },
    { names: ["Amount"], toRupeesJson: (paisa) => String(paisa / 100) },
  );
  expect(JSON.parse(json)).toEqual([{ Amount: 12.5, Other: 1250 }]);
});

function writeToText(row: { stored: unknown }, money?: Parameters<typeof writeJson>[3]): string {
  const bytes = Buffer.from(BSON.serialize(row));
  const writer = new ByteWriter();
  forEachField(bytes, 0, (_name, element) => writeJson(writer, bytes, element, money));
  return writer.takeBuffer().toString();
}
