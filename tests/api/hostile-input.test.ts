import { describe, expect, test } from "vitest";
import { z } from "zod";
import { expenses } from "../../shared/resources/expenses.ts";
import { plotType } from "../../shared/resources/plot-type.ts";
import { openSharedHarness } from "../harness/harness.ts";
import { assertOk, parseRecord } from "../harness/reply.ts";

const { admin, anonymous, portal } = await openSharedHarness();
const nested50000Times = "[".repeat(50_000) + "]".repeat(50_000);

describe("hostile request bodies", { tags: "requirement-14" }, () => {
  test.each([
    ["truncated", '{"TypeName":"x"', 400],
    ["not JSON", "TypeName=x", 400],
    ["empty", "", 400],
    ["deeply nested", nested50000Times, 400],
    ["deeply nested in a field", `{"TypeName":${nested50000Times}}`, 400],
    ["larger than a megabyte", JSON.stringify({ TypeName: "x".repeat(1_100_000) }), 413],
    ["JSON with NaN", '{"TypeName":NaN}', 400],
    [
      "JSON with a name that is too long including its leading spaces",
      JSON.stringify({ TypeName: `${" ".repeat(501)}x` }),
      400,
    ],
    ["JSON with a name that is too long", JSON.stringify({ TypeName: "x".repeat(501) }), 400],
  ])("the portal refuses a body that is %s", async (_description, body, status) => {
    const reply = await admin.post("/plot-type", body);
    expect(reply.status).toBe(status);
    expect(reply.body.success).toBe(false);
    expect(await admin.list(plotType)).toHaveLength(2);
  });

  test("the portal refuses a body with a content type other than JSON", async () => {
    for (const type of [
      "text/plain",
      "application/x-www-form-urlencoded",
      "multipart/form-data; boundary=x",
      "application/xml",
    ]) {
      const reply = await admin.send({
        method: "POST",
        path: "/plot-type",
        body: "TypeName=x",
        headers: { "content-type": type },
      });
      expect([type, reply.status, reply.body.success]).toEqual([type, 415, false]);
    }
  });

  test("a body with prototype fields does not change object prototypes", async () => {
    const created = parseRecord(
      plotType,
      await admin.post(
        "/plot-type",
        '{"TypeName":"P","__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}',
      ),
    );
    expect(Reflect.get({}, "polluted")).toBeUndefined();
    expect(created).toEqual({ TypeID: created.TypeID, TypeName: "P", Version: 1 });
    assertOk(await admin.delete(`/plot-type/${created.TypeID}`));
    expect((await admin.post("/plot-type", '{"__proto__":{"TypeName":"P"}}')).status).toBe(400);
  });

  test("the portal stores none of ten thousand unknown fields", async () => {
    const unknownFields = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`$field.${index}`, index]));
    const created = parseRecord(plotType, await admin.post("/plot-type", { ...unknownFields, TypeName: "Q" }));
    expect(Object.keys(created)).toEqual(["TypeID", "TypeName", "Version"]);
    assertOk(await admin.delete(`/plot-type/${created.TypeID}`));
  });
});

describe("deeply nested bodies", { tags: "requirement-14" }, () => {
  const nestedArrays = "[".repeat(6_000) + "]".repeat(6_000);
  const openApiSchema = z.object({ paths: z.record(z.string(), z.record(z.string(), z.looseObject({}))) });

  test("no route fails on a deeply nested body, also with an idempotency key and without a token", {
    tags: "requirement-36",
  }, async () => {
    const { paths } = openApiSchema.parse(await (await fetch(`${portal.url()}/api/openapi.json`)).json());
    const writeRequests = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, operation]) =>
        "requestBody" in operation ? [{ path, method: method.toUpperCase() }] : [],
      ),
    );
    expect(writeRequests.length).toBeGreaterThan(50);
    for (const { path, method } of writeRequests)
      for (const person of [admin, anonymous])
        for (const body of [nestedArrays, `{"a":${nestedArrays}}`]) {
          const headers = { "idempotency-key": "nested-arrays" };
          const reply = await person.send({ method, path: path.replace(/\{\w+\}/g, "1"), body, headers });
          expect([400, 401, 403, 404, 409, 415], `${method} ${path}`).toContain(reply.status);
        }
  });

  test("the portal accepts a body with up to twenty levels of nesting", { tags: "requirement-36" }, async () => {
    const bodyWithArrays = (depth: number) => `{"TypeName":"","x":${"[".repeat(depth)}${"]".repeat(depth)}}`;
    const readErrorFields = async (body: string) =>
      Object.keys((await admin.post("/plot-type", body)).body.errors ?? {});
    // A body that is read has an error at its empty TypeName.
    expect(await readErrorFields(bodyWithArrays(19))).toEqual(["TypeName"]);
    expect(await readErrorFields(bodyWithArrays(20))).toEqual([]);
  });
});

describe("responses", () => {
  test("responses forbid caching", async () => {
    for (const path of ["/plot", "/me", "/nope"])
      expect((await admin.get(path)).headers.get("cache-control")).toBe("no-store");
  });

  test("responses contain security headers and do not name the server software", {
    tags: "requirement-40",
  }, async () => {
    const { headers } = await admin.get("/plot");
    expect(headers.get("x-powered-by")).toBeNull();
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
    expect(headers.get("content-security-policy")).not.toMatch(/script-src[^;]*unsafe/);
    expect(headers.get("content-security-policy")).toMatch(/connect-src 'self'(;|$)/);
  });
});

test("the reply to an invalid path outside the API reveals no internals", async () => {
  for (const path of ["/%E0%A4%A", "/assets/nothing.js", "/assets/%00", "/assets/..%2f..%2fpackage.json"]) {
    const response = await fetch(`${portal.url()}${path}`);
    expect([path, response.status >= 400 && response.status < 500]).toEqual([path, true]);
    const text = await response.text();
    expect(text).not.toMatch(/node_modules|Error:|\bat /);
    expect(text).not.toContain(process.cwd());
  }
});

test("the portal replaces lone surrogates and removes characters that XML forbids before it stores a text", {
  tags: "requirement-15",
}, async () => {
  const created = parseRecord(plotType, await admin.post("/plot-type", '{"TypeName":"\\uffffHalf \\ud800"}'));
  expect(created.TypeName).toBe("Half \ufffd");
  expect(await admin.list(plotType, `?TypeID=${created.TypeID}`)).toEqual([created]);
  assertOk(await admin.delete(`/plot-type/${created.TypeID}`));
});

test("the portal refuses a name without visible characters and removes line breaks and direction controls", async () => {
  for (const TypeName of ["\u0000", "\u200b\u200e", "\u2067\n"]) {
    const { status, body } = await admin.post("/plot-type", { TypeName });
    expect([status, body.errors]).toEqual([400, { TypeName: "Type name is required" }]);
  }
  const created = parseRecord(plotType, await admin.post("/plot-type", { TypeName: "\u202eCorner\u202c\nplot\u0000" }));
  expect(created.TypeName).toBe("Corner plot");
  const typeWithJoiners = { ...created, TypeName: "می\u200cروم 👨\u200d👩\u200d👧" };
  expect(parseRecord(plotType, await admin.put("/plot-type", typeWithJoiners)).TypeName).toBe(typeWithJoiners.TypeName);
  assertOk(await admin.delete(`/plot-type/${created.TypeID}`));
  const invisibleUser = {
    username: "\u200b\u200b\u200b",
    email: "u@example.org",
    password: "unseen-1",
    fullName: "Un Seen",
  };
  expect((await admin.post("/signup", invisibleUser)).status).toBe(400);
});

test("a description keeps its line breaks and loses invisible control characters", async () => {
  const hostileExpense = { ...expenseForm, Description: "Paid\n\u202e000,1\u0000\u001b[2J\uffff\tby Ali" };
  const created = parseRecord(expenses, await admin.post("/expenses", hostileExpense));
  expect(created.Description).toBe("Paid\n000,1 [2J\tby Ali");
});

const expenseForm = { ExpenseType: "Security", ExpenseTitle: "Guards", Month: "11", Year: "2026", Amount: 1 };
