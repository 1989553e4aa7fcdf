import { describe, expect, test } from "vitest";
import { expenses } from "../../shared/resources/expenses.ts";
import { plotType } from "../../shared/resources/plot-type.ts";
import { openSharedHarness } from "../harness/harness.ts";
import { assertOk, parseRecord } from "../harness/reply.ts";

const { admin, portal } = await openSharedHarness();
const deep = "[".repeat(50_000) + "]".repeat(50_000);

describe("a body", { tags: "requirement-14" }, () => {
  test.each([
    ["cut off", '{"TypeName":"x"', 400],
    ["of no JSON", "TypeName=x", 400],
    ["of nothing", "", 400],
    ["very deep", deep, 400],
    ["deep within", `{"TypeName":${deep}}`, 400],
    ["larger than a megabyte", JSON.stringify({ TypeName: "x".repeat(1_100_000) }), 413],
    ["of a number that is none", '{"TypeName":NaN}', 400],
    ["with a name too long but for its blanks", JSON.stringify({ TypeName: `${" ".repeat(501)}x` }), 400],
    ["with a name too long", JSON.stringify({ TypeName: "x".repeat(501) }), 400],
  ])("that is %s is refused", async (_what, body, status) => {
    const answer = await admin.post("/plot-type", body);
    expect(answer.status).toBe(status);
    expect(answer.body.success).toBe(false);
    expect(await admin.list(plotType)).toHaveLength(2);
  });

  test("of another kind than JSON is refused", async () => {
    for (const type of [
      "text/plain",
      "application/x-www-form-urlencoded",
      "multipart/form-data; boundary=x",
      "application/xml",
    ]) {
      const answer = await admin.send({
        method: "POST",
        path: "/plot-type",
        body: "TypeName=x",
        headers: { "content-type": type },
      });
      expect([type, answer.status, answer.body.success]).toEqual([type, 415, false]);
    }
  });

  test("with fields of every object leaves objects as they are", async () => {
    const made = parseRecord(
      plotType,
      await admin.post(
        "/plot-type",
        '{"TypeName":"P","__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}',
      ),
    );
    expect(Reflect.get({}, "polluted")).toBeUndefined();
    expect(made).toEqual({ TypeID: made.TypeID, TypeName: "P", Version: 1 });
    assertOk(await admin.delete(`/plot-type/${made.TypeID}`));
    expect((await admin.post("/plot-type", '{"__proto__":{"TypeName":"P"}}')).status).toBe(400);
  });

  test("with a thousand strange fields keeps none, and is answered soon", async () => {
    const strange = Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [`$field.${n}`, n]));
    const made = parseRecord(plotType, await admin.post("/plot-type", { ...strange, TypeName: "Q" }));
    expect(Object.keys(made)).toEqual(["TypeID", "TypeName", "Version"]);
    assertOk(await admin.delete(`/plot-type/${made.TypeID}`));
  });
});

describe("an answer", () => {
  test("to an address that is none says so", async () => {
    for (const path of ["/nope", "/plot/1/2", "/sessions", "/vault", "/commits", "/counters"]) {
      const { status, body } = await admin.get(path);
      expect([path, status, body.success]).toEqual([path, 404, false]);
    }
  });

  test("is never kept by whoever passes it on", async () => {
    for (const path of ["/plot", "/me", "/nope"])
      expect((await admin.get(path)).headers.get("cache-control")).toBe("no-store");
  });

  test("tells nothing of what it is made with", async () => {
    const { headers } = await admin.get("/plot");
    expect(headers.get("x-powered-by")).toBeNull();
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
    expect(headers.get("content-security-policy")).not.toMatch(/script-src[^;]*unsafe/);
  });

  test("of health and readiness is given to all", async () => {
    for (const path of ["/healthz", "/readyz"]) expect((await fetch(`${portal.url()}${path}`)).status).toBe(200);
  });
});

test("a wrong address outside of the API is refused without a word of how the portal is made", async () => {
  for (const path of ["/%E0%A4%A", "/assets/nothing.js", "/assets/%00", "/assets/..%2f..%2fpackage.json"]) {
    const response = await fetch(`${portal.url()}${path}`);
    expect([path, response.status >= 400 && response.status < 500]).toEqual([path, true]);
    expect(await response.text()).not.toMatch(/node_modules|Error:|\/work|\bat /);
  }
});

test("half a character is no text, nor is what no XML may hold: what is answered is what is kept", {
  tags: "requirement-15",
}, async () => {
  const made = parseRecord(plotType, await admin.post("/plot-type", '{"TypeName":"\\uffffHalf \\ud800"}'));
  expect(made.TypeName).toBe("Half \ufffd");
  expect(await admin.list(plotType, `?TypeID=${made.TypeID}`)).toEqual([made]);
  assertOk(await admin.delete(`/plot-type/${made.TypeID}`));
});

test("a name can be seen, stands on one line and does not turn the text around it", async () => {
  for (const TypeName of ["\u0000", "\u200b\u200e", "\u2067\n"]) {
    const { status, body } = await admin.post("/plot-type", { TypeName });
    expect([status, body.errors]).toEqual([400, { TypeName: "Type name is required" }]);
  }
  const made = parseRecord(plotType, await admin.post("/plot-type", { TypeName: "\u202eCorner\u202c\nplot\u0000" }));
  expect(made.TypeName).toBe("Corner plot");
  const round = { ...made, TypeName: "می\u200cروم 👨\u200d👩\u200d👧" };
  expect(parseRecord(plotType, await admin.put("/plot-type", round)).TypeName).toBe(round.TypeName);
  assertOk(await admin.delete(`/plot-type/${made.TypeID}`));
  const unseen = { username: "\u200b\u200b\u200b", email: "u@example.org", password: "unseen-1", fullName: "Un Seen" };
  expect((await admin.post("/signup", unseen)).status).toBe(400);
});

test("a remark may have several lines, but nothing that is not seen turns or hides what it says", async () => {
  const spent = { ...expense, Description: "Paid\n\u202e000,1\u0000\u001b[2J\uffff\tby Ali" };
  const made = parseRecord(expenses, await admin.post("/expenses", spent));
  expect(made.Description).toBe("Paid\n000,1 [2J\tby Ali");
});

const expense = { ExpenseType: "Security", ExpenseTitle: "Guards", Month: "11", Year: "2026", Amount: 1 };
