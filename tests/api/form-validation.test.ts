import { describe, expect, test } from "vitest";
import { z } from "zod";
import type { FieldKind } from "../../shared/field-meta.ts";
import { expenses } from "../../shared/resources/expenses.ts";
import { buildFormExamples, type FormExample } from "../harness/forms.ts";
import { openSharedHarness } from "../harness/harness.ts";
import { assertOk, parseRecord } from "../harness/reply.ts";

const harness = await openSharedHarness();
const { admin } = harness;
const forms = await buildFormExamples(harness);

/** A number that no record has in a field that only the portal sets. */
const unusedNumber = 4711;
const invalidNumbers = ["", "5", "false", [], [1], {}, true, { $ne: null }, { $gt: 0 }];
const invalidFlags = ["", "true", "false", "1", 2, -1, [], {}, { $ne: null }];
const invalidValuesByKind: Readonly<Record<FieldKind, readonly unknown[]>> = {
  text: [[], ["A"], {}, true, 5, { $ne: null }, { $regex: ".*" }],
  integer: [...invalidNumbers, 1.5, -1, 1e300],
  ref: [...invalidNumbers, 1.5, -1, 0],
  money: [...invalidNumbers, -0.01, 2500.555, 1e300],
  day: ["2026-02-30", "30/11/2026", "2026-1-5", 20261105, [], {}, true, { $ne: null }],
  instant: [5, [], {}, true, { $ne: null }],
  bit: invalidFlags,
  boolean: invalidFlags,
  group: ["", "1", 1, true, [], ["1"]],
  list: ["", "1", 1, true, {}, ["1"], [0], [true], { $ne: null }],
};

describe.each(forms)("the form $name", (form) => {
  const { resource, body, requiredMessages } = form;
  const path = `/${resource.writePath}`;

  test("the reply to an empty form lists every required field, and its message is that of the first one", async () => {
    const { status, body: replyBody } = await admin.post(path, {});
    expect(status).toBe(400);
    expect(replyBody.success).toBe(false);
    expect(replyBody.errors).toEqual(requiredMessages);
    expect(replyBody.message).toBe(Object.values(requiredMessages)[0]);
  });

  test("the portal refuses a body that is not an object", { tags: "requirement-13" }, async () => {
    for (const invalidBody of ["null", "[]", "5", '"text"', "true", "[[1]]"]) {
      const { status, body: replyBody } = await admin.post(path, invalidBody);
      expect([invalidBody, status, replyBody.success]).toEqual([invalidBody, 400, false]);
    }
  });

  test("the portal refuses values of a wrong type in every field and stores nothing", {
    tags: "requirement-13",
  }, async () => {
    const before = await admin.list(resource);
    for (const field of formFields(form)) {
      for (const value of invalidValues(form, field)) {
        const { status, body: replyBody } = await admin.post(path, { ...body, [field]: value });
        expect([field, value, status]).toEqual([field, value, 400]);
        expect(replyBody.errors).toHaveProperty(field);
        expect(replyBody.message).toBe(replyBody.errors?.[field]);
      }
    }
    expect(await admin.list(resource)).toEqual(before);
  });

  test("the reply contains the error text of a missing or invalid field", async () => {
    for (const [field, message] of Object.entries(requiredMessages)) {
      for (const missing of [undefined, null, resource.fields.get(field)?.kind === "text" ? "   " : -1]) {
        const { body: replyBody } = await admin.post(path, { ...body, [field]: missing });
        expect(replyBody.errors).toEqual({ [field]: message });
      }
    }
    for (const [field, message] of Object.entries(form.optionalMessages ?? {})) {
      const { body: replyBody } = await admin.post(path, { ...body, [field]: 0 });
      expect(replyBody.errors).toEqual({ [field]: message });
    }
  });

  test("the portal ignores unknown and server fields", { tags: "requirement-3" }, async () => {
    const unknownFields = {
      Nonsense: 1,
      IsAdmin: true,
      PasswordHash: "x",
      _id: 77,
      __v: 3,
      [resource.idField]: unusedNumber,
      Version: 99,
    };
    const created = parseRecord(resource, await admin.post(path, { ...unknownFields, ...serverFields(form), ...body }));
    const names = [...resource.fields.keys(), ...Object.keys({ ...resource.joins, ...resource.derivedTexts })];
    expect(Object.keys(created).sort()).toEqual(names.sort());
    expect(created).toMatchObject({ ...body, Version: 1 });
    expect(Reflect.get(created, resource.idField)).not.toBe(unusedNumber);
    for (const field of Object.keys(serverFields(form))) expect(Reflect.get(created, field)).not.toBe(unusedNumber);
    assertOk(await admin.delete(`${path}/${Reflect.get(created, resource.idField)}`));
  });
});

test("the portal stores an empty optional date as null, refuses an invalid date and ignores empty dates in a query", async () => {
  const body = { ExpenseType: "Repairs", ExpenseTitle: "Gate", Month: "11", Year: "2026", Amount: 100 };
  const created = parseRecord(expenses, await admin.post("/expenses", { ...body, PaidOnDate: "" }));
  expect(created.PaidOnDate).toBeNull();
  expect((await admin.post("/expenses", { ...body, PaidOnDate: "2026-02-30" })).body).toMatchObject({
    success: false,
    code: "validation",
    errors: { PaidOnDate: "The payment day must be a date" },
  });
  assertOk(await admin.get("/audit?from=&to="));
});

/** The fields that the form sends. */
function formFields({ resource }: FormExample): string[] {
  const { input } = resource;
  if (!(input instanceof z.ZodObject)) throw new Error(`${resource.name} takes no object`);
  return Object.keys(input.shape);
}

/** The fields that only the portal sets, with a value that no record has. */
function serverFields(form: FormExample): Record<string, number> {
  const names = [...form.resource.fields.keys()].filter(
    (field) => !formFields(form).includes(field) && field !== "Version",
  );
  return Object.fromEntries(names.map((field) => [field, unusedNumber]));
}

function invalidValues({ resource, requiredMessages }: FormExample, field: string): unknown[] {
  const kind = resource.fields.get(field)?.kind ?? "text";
  const missing = field in requiredMessages ? [null] : [];
  const empty = kind === "text" && field in requiredMessages ? ["", "  "] : [];
  return [...invalidValuesByKind[kind], ...missing, ...empty];
}
