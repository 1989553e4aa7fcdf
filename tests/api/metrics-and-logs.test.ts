import { expect, test } from "vitest";
import { createLog } from "../../server/log.ts";
import { openHarness, openSharedHarness } from "../harness/harness.ts";
import { assertOk } from "../harness/reply.ts";

const { admin, society, portal } = await openSharedHarness();

test("the metrics count requests by route and commits, and contain no personal data", async () => {
  await admin.get(`/plot/${society.aliPlot.PlotID}`);
  await admin.get("/nowhere/at/all");
  await admin.post("/plot-type", { TypeName: "Farm" });
  await admin.get("/plot-type");
  const { status, headers, text } = await readMetrics();
  expect([status, headers.get("content-type")]).toEqual([200, expect.stringContaining("text/plain")]);
  expect(text).toMatch(/portal_request_seconds_count\{method="GET",route="\/plot\/:id",status="200"\} 1\n/);
  expect(text).toMatch(/portal_request_seconds_count\{method="GET",route="none",status="404"\} 1\n/);
  expect(text).toMatch(/portal_live 1\n/);
  expect(text).toMatch(/portal_commits_total [1-9]/);
  expect(text).toMatch(/process_resident_memory_bytes \d/);
  expect(text).not.toMatch(/nowhere|A-1|admin|Farm/);
});

test("the metrics count open live connections", async () => {
  const socket = await admin.openSocket();
  expect((await readMetrics()).text).toMatch(/portal_sockets 1\n/);
  socket.close();
});

test("health and readiness can be read without signing in", async () => {
  for (const path of ["/healthz", "/readyz"]) expect((await fetch(`${portal.url()}${path}`)).status).toBe(200);
});

async function readMetrics() {
  const response = await fetch(`${portal.url()}/metrics`);
  return { status: response.status, headers: response.headers, text: await response.text() };
}

test("the log names the user and route of a request, and contains no token, IP address or search text", {
  tags: "requirement-33",
}, async () => {
  const lines: string[] = [];
  const log = createLog("trace", { write: (line) => void lines.push(line) });
  const { portal: loggedPortal, anonymous, admin: loggedAdmin } = await openHarness({ log });
  const token = await loggedAdmin.token();
  await loggedAdmin.send({ method: "GET", path: "/plot?q=Nadia", headers: { "idempotency-key": "key-of-mine" } });
  await loggedAdmin.get("/audit?token=secret-token");
  await anonymous.post("/auth/login", { username: "somebody", password: "secret-password" });
  await fetch(`${loggedPortal.url()}/reset-password?token=secret-token`, {
    headers: { referer: "http://x/?token=secret-token" },
  });
  const text = lines.join("");
  expect(text).toContain('"url":"/api/plot"');
  expect(text).toMatch(/"user":1\b/);
  expect(text).not.toMatch(/secret-|Nadia|key-of-mine|127\.0\.0\.1|remoteAddress/);
  expect(text).not.toContain(token);
});

test("the log names the user of a write once, although it is authorized before and after its body is read", async () => {
  const lines: string[] = [];
  const { admin: loggedAdmin } = await openHarness({
    log: createLog("debug", { write: (line) => void lines.push(line) }),
  });
  assertOk(await loggedAdmin.post("/plot-type", { TypeName: "Farm" }));
  const requestLine = () => lines.find((line) => line.includes('"url":"/api/plot-type"'));
  await expect.poll(requestLine).toBeDefined();
  expect(requestLine()?.match(/"user":/g)).toHaveLength(1);
});

test("a request refused for lack of disk space adds one warning without a stack trace to the log", async () => {
  const lines: string[] = [];
  const log = createLog("debug", { write: (line) => void lines.push(line) });
  const { portal: loggedPortal, admin: loggedAdmin } = await openHarness({ log });
  await loggedAdmin.token();
  await loggedPortal.requireMultipleOfFreeSpace(3);
  lines.length = 0;
  expect((await loggedAdmin.post("/plot-type", { TypeName: "Farm" })).status).toBe(503);
  await expect.poll(() => lines.filter((line) => line.includes('"statusCode":503'))).toHaveLength(1);
  const requestLines = lines.filter((line) => line.includes('"req"'));
  const warnLevel = 40;
  expect(requestLines.map((line) => JSON.parse(line).level)).toEqual([warnLevel]);
  expect(lines.join("")).not.toContain("stack");
});
