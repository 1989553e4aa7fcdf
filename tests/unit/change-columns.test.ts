import fc from "fast-check";
import { expect, test } from "vitest";
import { countRows, toRowChanges, toStoredChanges } from "../../server/commits/change-columns.ts";
import type { RowChange } from "../../server/database/store.ts";
import { minColumnRows } from "../../shared/columns.ts";
import { groupBy } from "../../shared/grouping.ts";

const value = fc.oneof(
  fc.constantFrom(0, 1, null, "", "same", true),
  fc.integer(),
  fc.string(),
  fc.array(fc.record({ Amount: fc.integer() }), { maxLength: 2 }),
);
const row = fc.record(
  { PlotID: fc.integer({ min: 1, max: 3 }), Amount: value, IsPaid: fc.constantFrom(0, 1), Note: value, Items: value },
  { requiredKeys: ["PlotID", "Amount", "IsPaid"] },
);
const change: fc.Arbitrary<RowChange> = fc
  .record({ resource: fc.constantFrom("a", "b"), before: row, after: row })
  .chain(({ resource, before, after }) =>
    fc.constantFrom<Omit<RowChange, "id">>(
      { resource, type: "insert", before: null, after },
      { resource, type: "update", before, after },
      { resource, type: "delete", before, after: null },
    ),
  )
  .map((values) => ({ id: 0, ...values }));
const changes = fc
  .array(change, { maxLength: 120, size: "max" })
  .map((list) => list.map((each, index) => ({ ...each, id: index + 1 })));

test("decoding stored changes returns each change once, in the original order within a resource, type and set of fields", () => {
  fc.assert(
    fc.property(changes, (original) => {
      const decoded = toRowChanges(toStoredChanges(original));
      const byId = (list: readonly RowChange[]) => [...list].sort((a, b) => a.id - b.id);
      expect(byId(decoded)).toEqual(original);
      expect(countRows(toStoredChanges(original))).toBe(original.length);
      const keyOf = ({ resource, type, before, after }: RowChange) =>
        JSON.stringify([resource, type, Object.keys(before ?? {}), Object.keys(after ?? {})]);
      expect(groupBy(decoded, keyOf)).toEqual(groupBy(original, keyOf));
    }),
  );
});

test("fewer inserts than the minimum are stored one by one; from the minimum on, they are stored together in columns", () => {
  const insert = (id: number): RowChange => ({
    resource: "payment-schedule",
    id,
    type: "insert",
    before: null,
    after: { PaymentScheduleID: id, PlotID: 7, Amount: 2500 },
  });
  const inserts = Array.from({ length: minColumnRows }, (_, index) => insert(index + 1));
  const tooFew = inserts.slice(1);
  expect(toStoredChanges(tooFew)).toEqual(tooFew);
  const ids = inserts.map(({ id }) => id);
  expect(toStoredChanges(inserts)).toEqual([
    {
      resource: "payment-schedule",
      id: ids,
      type: "insert",
      before: null,
      after: { PaymentScheduleID: ids, PlotID: 7, Amount: 2500 },
      columns: { before: [], after: ["PaymentScheduleID"] },
    },
  ]);
});
