import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { plotType } from "../../shared/resources/plot-type.ts";
import { openSharedHarness } from "../harness/harness.ts";
import { assertOk } from "../harness/reply.ts";

const { admin, clerk, anonymous, portal } = await openSharedHarness();
const csvHeaders = { "content-type": "text/csv" };

describe("unsupported methods", () => {
  test.each([
    ["POST", "/receivables", "GET, HEAD, OPTIONS"],
    ["PUT", "/receivables/1", "GET, HEAD, OPTIONS"],
    ["PUT", "/payment-plan/1", "GET, HEAD, DELETE, OPTIONS"],
    ["DELETE", "/plot", "GET, HEAD, POST, PUT, OPTIONS"],
    ["PATCH", "/plot/1", "GET, HEAD, PUT, DELETE, OPTIONS"],
    ["GET", "/menu", "POST, PUT, OPTIONS"],
    ["GET", "/auth/login", "POST, OPTIONS"],
    ["PUT", "/payment-receipt/emails", "GET, HEAD, OPTIONS"],
    ["POST", "/openapi.json", "GET, HEAD, OPTIONS"],
    ["POST", "/docs", "GET, HEAD, OPTIONS"],
  ])("the portal refuses %s %s and lists the allowed methods", async (method, path, allow) => {
    for (const person of [admin, anonymous]) {
      const { status, headers, body } = await person.send({ method, path });
      expect([status, body.success, sortMethods(headers.get("allow"))]).toEqual([405, false, sortMethods(allow)]);
    }
  });

  test("OPTIONS lists the allowed methods, and HEAD returns the status of GET without a body", async () => {
    const optionsReply = await fetch(`${portal.url()}/api/plot/1`, { method: "OPTIONS" });
    expect([optionsReply.status, sortMethods(optionsReply.headers.get("allow"))]).toEqual([
      204,
      sortMethods("GET, HEAD, PUT, DELETE, OPTIONS"),
    ]);
    const authorization = `Bearer ${await admin.token()}`;
    const headReply = await fetch(`${portal.url()}/api/plot`, { method: "HEAD", headers: { authorization } });
    expect([headReply.status, await headReply.text()]).toEqual([200, ""]);
    expect((await fetch(`${portal.url()}/api/plot`, { method: "HEAD" })).status).toBe(401);
  });
});

describe("invalid paths", () => {
  test.each([
    "/nope",
    "/plot/1/2",
    "/sessions",
    "/sessions/1",
    "/vault",
    "/commits",
    "/counters",
    "/docs/nope.js",
    "/docs/%2e%2e/app.ts",
  ])("the portal answers 404 for the unknown path %s with every method", async (path) => {
    for (const method of ["GET", "POST", "PUT", "DELETE", "OPTIONS"]) {
      const { status, body } = await admin.send({ method, path });
      expect([method, status, body.success]).toEqual([method, 404, false]);
    }
  });

  test.each(["/plot/%ff", "/plot/%", "/role-permissions/%E0%A4%A"])(
    "the portal refuses the path %s, which cannot be decoded",
    async (path) => {
      const { status, body } = await admin.get(path);
      expect([status, body.success]).toEqual([400, false]);
    },
  );
});

describe("request bodies", () => {
  const body = JSON.stringify({ TypeName: "Strange" });

  test("the portal refuses an unsupported content type only after it has checked the permission", async () => {
    const request = { method: "POST", path: "/plot-type", body, headers: { "content-type": "text/plain" } };
    expect((await admin.send(request)).status).toBe(415);
    expect((await clerk.send(request)).status).toBe(403);
    expect((await anonymous.send(request)).status).toBe(401);
    for (const type of ["application/json", "text/html", "multipart/form-data; boundary=x"]) {
      const headers = { "content-type": type };
      expect((await admin.send({ method: "POST", path: "/import/plots", body, headers })).status).toBe(415);
    }
  });

  test.each([
    ["in an unknown charset", { "content-type": "application/json; charset=martian" }, 415],
    ["in an unknown content encoding", { "content-encoding": "martian" }, 415],
    ["declared as gzip but not compressed", { "content-encoding": "gzip" }, 400],
  ])("the portal refuses a body %s", async (_description, headers, expectedStatus) => {
    const { status, body: replyBody } = await admin.send({ method: "POST", path: "/plot-type", body, headers });
    expect([status, replyBody.success]).toEqual([expectedStatus, false]);
  });

  test.each(["/plot/1", "/payment-receipt/1", "/payment-schedule/1"])(
    "the portal refuses PUT %s without a body",
    async (path) => {
      const { status, body } = await admin.send({ method: "PUT", path });
      expect([status, body.code]).toEqual([400, "validation"]);
    },
  );

  test("the portal refuses a compressed body that exceeds the size limit when decompressed", async () => {
    const compressedBody = gzipSync(JSON.stringify({ TypeName: "x".repeat(50_000_000) }));
    expect(compressedBody.length).toBeLessThan(100_000);
    const response = await fetch(`${portal.url()}/api/plot-type`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${await admin.token()}`,
        "content-type": "application/json",
        "content-encoding": "gzip",
      },
      body: compressedBody,
    });
    expect([response.status, await response.json()]).toEqual([413, expect.objectContaining({ success: false })]);
  });

  test("the body of an import is limited to ten megabytes", async () => {
    const send = (size: number) =>
      admin.send({ method: "POST", path: "/import/plots", body: "x".repeat(size), headers: csvHeaders });
    expect((await send(2_000_000)).status).toBe(400);
    expect((await send(11_000_000)).status).toBe(413);
    expect(await admin.list(plotType)).toHaveLength(2);
  });
});

describe("query parameters", () => {
  test.each([
    ["GET", "/me?x=1", "x"],
    ["GET", "/plot/1?x=1", "x"],
    ["GET", "/dashboard/summary?year=2026", "year"],
    ["POST", "/plot-type?TypeName=x", "TypeName"],
    ["PUT", "/plot-type/1?force=x", "force"],
    ["DELETE", "/plot-type/999999?force=1", "force"],
    ["POST", "/generate-report?month=1", "month"],
    ["GET", "/openapi.json?x=1", "x"],
    ["GET", "/payment-schedule?DueDate=2026-02-30", "DueDate"],
    ["GET", "/receivables?PaidOnDate=never", "PaidOnDate"],
    ["GET", "/receivables?Month=1&month=2", "month"],
    ["GET", "/receivables?sort=year", "sort"],
    ["GET", "/plot?PlotID=1.0", "PlotID"],
    ["GET", "/plot?PlotID=0x1", "PlotID"],
    ["GET", "/expenses?Amount=1e2", "Amount"],
  ])("the reply to %s %s names the unknown or invalid parameter", async (method, path, name) => {
    const body = method === "GET" ? undefined : { TypeName: "x", month: 1, year: 2026 };
    const { status, body: replyBody } = await admin.send({ method, path, body });
    const message = `Unknown or wrong parameter: ${name}`;
    expect([status, replyBody.message, replyBody.errors]).toEqual([400, message, { [name]: message }]);
  });

  test("the dryRun parameter of an import accepts 1, true and false and refuses other values", async () => {
    const importWith = (query: string) =>
      admin.send({ method: "POST", path: `/import/plots${query}`, body: plotSheet, headers: csvHeaders });
    for (const query of ["?dryRun=1", "?dryRun=true"])
      expect((await importWith(query)).body).toMatchObject({ success: true, message: "Nothing has been saved yet" });
    expect((await importWith("?dryRun=yes")).status).toBe(400);
    expect((await importWith("?dryRun=1&dryRun=0")).status).toBe(400);
    expect(assertOk(await importWith("?dryRun=false")).body.message).toBe("Import finished");
  });
});

test("the portal sends no CORS headers to a page of another origin", async () => {
  const headers = {
    origin: "https://evil.example",
    authorization: `Bearer ${await admin.token()}`,
    "access-control-request-method": "PUT",
    "access-control-request-headers": "authorization",
  };
  const requests = [
    ["OPTIONS", "/api/plot"],
    ["GET", "/api/plot"],
    ["GET", "/api/society/public"],
    ["GET", "/socket.io/?EIO=4&transport=polling"],
    ["OPTIONS", "/socket.io/?EIO=4&transport=polling"],
  ] as const;
  for (const [method, path] of requests) {
    const reply = await fetch(`${portal.url()}${path}`, { method, headers });
    await reply.arrayBuffer();
    const corsHeaders = [...reply.headers.keys()].filter((name) => name.startsWith("access-control"));
    expect({ method, path, corsHeaders }).toEqual({ method, path, corsHeaders: [] });
  }
});

const plotSheet = "HouseNo,Category,Type,Floor,OwnerName\nK-1,A,Residential,Ground,Kamran\n";

function sortMethods(allow: string | null): string[] {
  return (allow ?? "").split(", ").sort();
}
