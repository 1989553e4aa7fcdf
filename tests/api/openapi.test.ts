import { describe, expect, test } from "vitest";
import { z } from "zod";
import pkg from "../../package.json" with { type: "json" };
import type { Endpoint } from "../../shared/endpoints/endpoint.ts";
import { resources } from "../../shared/resources/index.ts";
import { openSharedHarness } from "../harness/harness.ts";

const { portal } = await openSharedHarness();

const json = z.record(z.string(), z.unknown());
const reference = z.strictObject({ $ref: z.string() });
const parameter = z.strictObject({
  name: z.string(),
  in: z.enum(["path", "query", "header"]),
  required: z.boolean().optional(),
  description: z.string().min(1),
  schema: json,
});
const content = z.record(z.string(), z.strictObject({ schema: json }));
const response = z.strictObject({
  description: z.string().min(1),
  headers: json.optional(),
  content: content.optional(),
});
const operation = z.strictObject({
  operationId: z.string(),
  summary: z.string().min(1),
  description: z.string().optional(),
  tags: z.array(z.string()).length(1),
  security: z.array(z.record(z.string(), z.array(z.string()))).optional(),
  parameters: z.array(parameter).default([]),
  requestBody: z.strictObject({ description: z.string().optional(), required: z.literal(true), content }).optional(),
  responses: z.record(z.string(), z.union([reference, response])),
});
const method = z.enum(["get", "post", "put", "delete"]);
const openapi = z.strictObject({
  openapi: z.literal("3.1.0"),
  info: z.strictObject({ title: z.string(), version: z.string(), description: z.string() }),
  servers: z.array(z.strictObject({ url: z.string() })),
  security: z.array(z.record(z.string(), z.array(z.string()))),
  tags: z.array(z.strictObject({ name: z.string() })),
  paths: z.record(z.string().startsWith("/"), z.partialRecord(method, operation)),
  components: z.strictObject({
    schemas: z.record(z.string().regex(/^[\w.-]+$/), json),
    responses: z.record(z.string(), response),
    securitySchemes: z.record(z.string(), json),
  }),
});

const source: unknown = await (await fetch(`${portal.url()}/api/openapi.json`)).json();
const document = openapi.parse(source);
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([verb, described]) => ({ verb, path, ...described })),
);
const endpoints = Object.values(import.meta.glob("../../shared/endpoints/*.ts", { eager: true }))
  .flatMap((module) => (typeof module === "object" && module !== null ? Object.values(module) : []))
  .filter(isEndpoint);

describe("the document", () => {
  test("is of the portal's version, and whole: what it refers to is in it", () => {
    expect(document.info.version).toBe(pkg.version);
    const names = [...JSON.stringify(source).matchAll(/"\$ref":"#\/components\/(schemas|responses)\/([^"]+)"/g)];
    expect(names.length).toBeGreaterThan(100);
    for (const [ref, kind, name = ""] of names)
      expect(kind === "schemas" ? document.components.schemas : document.components.responses, ref).toHaveProperty([
        name,
      ]);
    expect(JSON.stringify(source)).not.toContain("$defs");
    for (const { security, tags } of operations) {
      for (const scheme of (security ?? document.security).flatMap((one) => Object.keys(one)))
        expect(document.components.securitySchemes).toHaveProperty(scheme);
      expect(document.tags.map(({ name }) => name)).toEqual(expect.arrayContaining(tags));
    }
  });

  test("names each operation, address and parameter once, and every parameter of an address", () => {
    const ids = operations.map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    const shapes = Object.keys(document.paths).map((path) => path.replace(/\{\w+\}/g, "{}"));
    expect(new Set(shapes).size).toBe(shapes.length);
    for (const { path, parameters } of operations) {
      const names = parameters.map((one) => `${one.in} ${one.name}`);
      expect(new Set(names).size).toBe(names.length);
      const inPath = parameters.filter((one) => one.in === "path" && one.required).map(({ name }) => name);
      expect(inPath).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
    }
  });

  test("has every verb of every resource and every other call", () => {
    const described = new Set(operations.map(({ verb, path }) => `${verb} ${path.replace(/\{\w+\}/g, "{}")}`));
    const declared = [
      "get /openapi.json",
      ...endpoints.map(({ method: verb, path }) => `${verb} ${path.replace(/:\w+/g, "{}")}`),
      ...resources.flatMap(({ name, writePath, verbs }) => [
        ...(verbs.includes("list") ? [`get /${name}`, `get /${name}/{}`] : []),
        ...(verbs.includes("create") ? [`post /${writePath}`] : []),
        ...(verbs.includes("update") ? [`put /${writePath}`, `put /${writePath}/{}`] : []),
        ...(verbs.includes("remove") ? [`delete /${writePath}/{}`] : []),
      ]),
    ];
    expect([...described].sort()).toEqual([...new Set(declared)].sort());
  });

  test("has at each address the methods that the portal takes there, and no other", async () => {
    for (const [path, methods] of Object.entries(document.paths)) {
      const address = `${portal.url()}/api${path.replace(/\{\w+\}/g, "1")}`;
      const taken = (await fetch(address, { method: "OPTIONS" })).headers.get("allow")?.toLowerCase().split(", ");
      const besides = "get" in methods ? ["head", "options"] : ["options"];
      expect([path, taken?.sort()]).toEqual([path, [...Object.keys(methods), ...besides].sort()]);
    }
  });

  test("asks for a token but where the portal does not", () => {
    const open = operations.filter(({ security }) => security?.length === 0).map(({ verb, path }) => `${verb} ${path}`);
    const declared = endpoints
      .filter(({ guard }) => guard === "open")
      .map(({ method: verb, path }) => `${verb} ${path}`);
    expect(open.sort()).toEqual([...declared, "get /openapi.json"].sort());
    for (const { security, responses } of operations) expect(security?.length === 0 || "401" in responses).toBe(true);
  });

  test("tells of records what is kept, and of lists what they may be asked", () => {
    expect(document.components.schemas.ServiceRate).toMatchObject({
      properties: {
        FloorRate: { type: "number" },
        PaymentPlanID: { type: ["integer", "null"] },
        IsActive: { type: "boolean" },
        CategoryName: { type: "string" },
        Version: { type: "integer" },
      },
      additionalProperties: false,
    });
    expect(document.components.schemas.PaymentReceipt).toMatchObject({
      properties: {
        Allocations: { items: { properties: { Amount: { type: "number" } } } },
        VoidedAt: { type: ["string", "null"] },
      },
    });
    const { parameters = [] } = document.paths["/receivables"]?.get ?? {};
    expect(parameters.map(({ name }) => name)).toEqual(
      expect.arrayContaining(["limit", "after", "q", "sort", "year", "month", "plan", "plot", "PlotID", "IsPaid"]),
    );
    const { parameters: ofPosts = [] } = document.paths["/plot"]?.post ?? {};
    expect(ofPosts.map(({ name }) => name)).toEqual(["Idempotency-Key"]);
    expect(Object.keys(document.paths["/import/plots"]?.post?.requestBody?.content ?? {})).toContain("text/csv");
  });
});

describe("the page for it", () => {
  test("comes with all that it needs from the portal itself, and no script within", async () => {
    const page = await fetch(`${portal.url()}/api/docs`);
    expect([page.status, page.headers.get("content-type")]).toEqual([200, expect.stringContaining("text/html")]);
    expect(page.headers.get("content-security-policy")).toMatch(/script-src 'self'(;|$)/);
    const html = await page.text();
    const assets = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address = ""]) => address);
    for (const address of assets.filter((one) => one !== "data:,")) {
      const { status, headers } = await fetch(new URL(address, portal.url()));
      expect([address, status]).toEqual([address, 200]);
      expect(address.startsWith("/api/")).toBe(true);
      if (address.endsWith(".js")) expect(headers.get("content-type")).toContain("javascript");
    }
    expect(assets.filter((one) => one.endsWith(".js"))).toHaveLength(2);
    expect(html).not.toMatch(/<script(?![^>]*\ssrc=)|\son\w+=/);
  });
});

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === "object" && value !== null && "guard" in value && "path" in value;
}
