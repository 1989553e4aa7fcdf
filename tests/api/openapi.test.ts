import { describe, expect, test } from "vitest";
import { z } from "zod";
import packageJson from "../../package.json" with { type: "json" };
import { resources } from "../../shared/resources/index.ts";
import { endpoints } from "../harness/endpoints.ts";
import { openSharedHarness } from "../harness/harness.ts";

const { portal } = await openSharedHarness();

const jsonObject = z.record(z.string(), z.unknown());
const reference = z.strictObject({ $ref: z.string() });
const parameter = z.strictObject({
  name: z.string(),
  in: z.enum(["path", "query", "header"]),
  required: z.boolean().optional(),
  description: z.string().min(1),
  schema: jsonObject,
});
const content = z.record(z.string(), z.strictObject({ schema: jsonObject }));
const response = z.strictObject({
  description: z.string().min(1),
  headers: jsonObject.optional(),
  content: content.optional(),
});
const operation = z.strictObject({
  operationId: z.string(),
  summary: z.string().min(1),
  description: z.string().optional(),
  tags: z.array(z.string()).length(1),
  security: z.array(z.record(z.string(), z.array(z.string()))).optional(),
  parameters: z.array(parameter).default([]),
  requestBody: z.strictObject({ description: z.string().optional(), required: z.boolean(), content }).optional(),
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
    schemas: z.record(z.string().regex(/^[\w.-]+$/), jsonObject),
    responses: z.record(z.string(), response),
    securitySchemes: z.record(z.string(), jsonObject),
  }),
});

const source: unknown = await (await fetch(`${portal.url()}/api/openapi.json`)).json();
const document = openapi.parse(source);
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([verb, described]) => ({ verb, path, ...described })),
);

describe("the OpenAPI document", () => {
  test("the document contains the version of the portal and defines all references, security schemes and tags that it uses", () => {
    expect(document.info.version).toBe(packageJson.version);
    const names = [...JSON.stringify(source).matchAll(/"\$ref":"#\/components\/(schemas|responses)\/([^"]+)"/g)];
    expect(names.length).toBeGreaterThan(100);
    for (const [ref, kind, name = ""] of names)
      expect(kind === "schemas" ? document.components.schemas : document.components.responses, ref).toHaveProperty([
        name,
      ]);
    expect(JSON.stringify(source)).not.toContain("$defs");
    for (const { security, tags } of operations) {
      for (const scheme of (security ?? document.security).flatMap((requirement) => Object.keys(requirement)))
        expect(document.components.securitySchemes).toHaveProperty(scheme);
      expect(document.tags.map(({ name }) => name)).toEqual(expect.arrayContaining(tags));
    }
  });

  test("operation ids, paths and parameters are unique, and each path parameter is declared", () => {
    const ids = operations.map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    const shapes = Object.keys(document.paths).map((path) => path.replace(/\{\w+\}/g, "{}"));
    expect(new Set(shapes).size).toBe(shapes.length);
    for (const { path, parameters } of operations) {
      const names = parameters.map((parameter) => `${parameter.in} ${parameter.name}`);
      expect(new Set(names).size).toBe(names.length);
      const pathParameters = parameters
        .filter((parameter) => parameter.in === "path" && parameter.required)
        .map(({ name }) => name);
      expect(pathParameters).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
    }
  });

  test("the document describes every operation of every resource and every other endpoint", () => {
    const describedOperations = new Set(
      operations.map(({ verb, path }) => `${verb} ${path.replace(/\{\w+\}/g, "{}")}`),
    );
    const declaredOperations = [
      "get /openapi.json",
      ...endpoints.map(({ method: verb, path }) => `${verb} ${path.replace(/:\w+/g, "{}")}`),
      ...resources.flatMap(({ name, writePath, verbs }) => [
        ...(verbs.includes("list") ? [`get /${name}`, `get /${name}/{}`] : []),
        ...(verbs.includes("create") ? [`post /${writePath}`] : []),
        ...(verbs.includes("update") ? [`put /${writePath}`, `put /${writePath}/{}`] : []),
        ...(verbs.includes("remove") ? [`delete /${writePath}/{}`] : []),
      ]),
    ];
    expect([...describedOperations].sort()).toEqual([...new Set(declaredOperations)].sort());
  });

  test("the document lists for each path exactly the methods that the portal accepts", async () => {
    for (const [path, methods] of Object.entries(document.paths)) {
      const address = `${portal.url()}/api${path.replace(/\{\w+\}/g, "1")}`;
      const allowedMethods = (await fetch(address, { method: "OPTIONS" })).headers
        .get("allow")
        ?.toLowerCase()
        .split(", ");
      const implicitMethods = "get" in methods ? ["head", "options"] : ["options"];
      expect([path, allowedMethods?.sort()]).toEqual([path, [...Object.keys(methods), ...implicitMethods].sort()]);
    }
  });

  test("the document requires a token for all operations except the open endpoints", () => {
    const openOperations = operations
      .filter(({ security }) => security?.length === 0)
      .map(({ verb, path }) => `${verb} ${path}`);
    const openEndpoints = endpoints
      .filter(({ guard }) => guard === "open")
      .map(({ method: verb, path }) => `${verb} ${path}`);
    expect(openOperations.sort()).toEqual([...openEndpoints, "get /openapi.json"].sort());
    for (const { security, responses } of operations) expect(security?.length === 0 || "401" in responses).toBe(true);
  });

  test("the document describes the fields of records and the parameters of lists", () => {
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
    const { parameters: postParameters = [] } = document.paths["/plot"]?.post ?? {};
    expect(postParameters.map(({ name }) => name)).toEqual(["Idempotency-Key"]);
    const [month] = document.paths["/month-lock/{Month}/report.pdf"]?.get?.parameters ?? [];
    expect(month).toMatchObject({ name: "Month", schema: { type: "string" } });
    expect(Object.keys(document.paths["/import/plots"]?.post?.requestBody?.content ?? {})).toContain("text/csv");
  });

  test("only bodies with a required field are required", () => {
    const isRequired = (path: string) => document.paths[path]?.post?.requestBody?.required;
    expect(isRequired("/approval/{ApprovalID}/approve")).toBe(false);
    expect(isRequired("/claim/{ClaimID}/confirm")).toBe(false);
    expect(isRequired("/approval/{ApprovalID}/decline")).toBe(true);
    expect(isRequired("/plot")).toBe(true);
  });
});

describe("the documentation page", () => {
  test("the page loads all assets from the portal and contains no inline script", async () => {
    const page = await fetch(`${portal.url()}/api/docs`);
    expect([page.status, page.headers.get("content-type")]).toEqual([200, expect.stringContaining("text/html")]);
    expect(page.headers.get("content-security-policy")).toMatch(/script-src 'self'(;|$)/);
    const html = await page.text();
    const assets = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address = ""]) => address);
    for (const address of assets.filter((asset) => asset !== "data:,")) {
      const { status, headers } = await fetch(new URL(address, portal.url()));
      expect([address, status]).toEqual([address, 200]);
      expect(address.startsWith("/api/")).toBe(true);
      if (address.endsWith(".js")) expect(headers.get("content-type")).toContain("javascript");
    }
    expect(assets.filter((asset) => asset.endsWith(".js"))).toHaveLength(2);
    expect(html).not.toMatch(/<script(?![^>]*\ssrc=)|\son\w+=/);
  });
});
