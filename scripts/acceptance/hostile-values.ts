import { z } from "zod";
import { SeededRandom } from "../../server/seed/demo/seeded-random.ts";
import { ApiClient, type ApiRequest, type ApiResponse } from "../lib/api-client.ts";
import { formatMs } from "../lib/measured-values.ts";
import { createSociety } from "../lib/sample-society.ts";
import { withPortal } from "./portal-process.ts";
import type { AcceptanceContext, CheckResult } from "./requirement.ts";

const maxResponseMs = 200;
/** A slow request is repeated and its fastest response counts, because the machine itself may have paused. */
const maxAttempts = 3;
const regexBomb = `${"a".repeat(200)}!`;
const hostileValues: readonly unknown[] = [
  { $ne: null },
  { $gt: "" },
  { $where: "sleep(1000)" },
  [{ $regex: "^(a+)+$" }],
  "(a+)+$",
  regexBomb,
  "__proto__",
  "-1e309",
  "\u0000",
  "99999999999999999999",
  "x".repeat(3_000),
];
const hostileBodies = [
  "null",
  "[]",
  '"text"',
  "1",
  "true",
  '{"__proto__":{"IsActive":true}}',
  '{"$where":"sleep(1000)"}',
];

interface HostileRequest {
  request: ApiRequest;
  /** The value is invalid for every resource, so the portal must not respond with a success. */
  mustBeRefused: boolean;
}

const parameterSchema = z.looseObject({ name: z.string(), in: z.string() });
const operationSchema = z.looseObject({
  parameters: z.array(parameterSchema).default([]),
  requestBody: z.unknown().optional(),
});
const openapiSchema = z.looseObject({
  paths: z.record(z.string(), z.record(z.string(), z.unknown())),
  components: z.looseObject({ schemas: z.record(z.string(), z.unknown()) }),
});

/** Sends operators, prototypes, regex bombs and wrong types in every documented parameter and body field. */
export function checkHostileValues(context: AcceptanceContext): Promise<CheckResult> {
  return withPortal(context, {}, async (portal) => {
    const admin = await ApiClient.signIn(portal.url);
    await createSociety(admin, { houseCount: 20 });
    const { text } = await admin.send({ path: "/api/openapi.json" });
    const allRequests = buildRequests(openapiSchema.parse(JSON.parse(text)));
    const requestCount = context.isShort ? 600 : allRequests.length;
    const requests = shuffle(allRequests, new SeededRandom(context.seed)).slice(0, requestCount);
    let slowestMs = 0;
    const failures: string[] = [];
    for (const { request, mustBeRefused } of requests) {
      const { status, ms } = await sendSeveralTimes(admin, request);
      slowestMs = Math.max(slowestMs, ms);
      const isWronglyAccepted = mustBeRefused && status < 400;
      if (status < 500 && ms <= maxResponseMs && !isWronglyAccepted) continue;
      failures.push(
        `${request.method} ${request.path} ${JSON.stringify(request.body)?.slice(0, 80)}: ${status} after ${formatMs(ms)}`,
      );
    }
    const isAlive = (await admin.send({ path: "/api/me" })).status === 200;
    return {
      summary: [
        `${requests.length} of ${allRequests.length} tried, slowest ${formatMs(slowestMs)}`,
        ...failures.slice(0, 5),
      ].join("; "),
      passed: failures.length === 0 && isAlive,
    };
  });
}

/** Repeats a request that is too slow; resolves with the fastest response. */
async function sendSeveralTimes(admin: ApiClient, request: ApiRequest): Promise<ApiResponse> {
  let fastest = await admin.send(request);
  for (let attempt = 1; attempt < maxAttempts && fastest.ms > maxResponseMs && fastest.status < 500; attempt++) {
    const response = await admin.send(request);
    if (response.ms < fastest.ms) fastest = response;
  }
  return fastest;
}

/** One request for each hostile value in each parameter and body field of each documented operation. */
function buildRequests({ paths, components }: z.output<typeof openapiSchema>): HostileRequest[] {
  const requests: HostileRequest[] = [];
  for (const [documentedPath, methods] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const { parameters, requestBody } = operationSchema.parse(operation);
      const urlParameters = parameters.filter((parameter) => parameter.in === "path" || parameter.in === "query");
      const pathTemplate = `${documentedPath.startsWith("/api") ? "" : "/api"}${documentedPath}`;
      const target = { method: method.toUpperCase(), path: pathTemplate.replace(/\{\w+\}/g, "1") };
      if (requestBody === undefined && urlParameters.length === 0) continue;
      for (const { name, in: location } of urlParameters) {
        for (const value of hostileValues) {
          const encoded = encodeURIComponent(typeof value === "string" ? value : JSON.stringify(value));
          const pathWithValue = pathTemplate.replace(`{${name}}`, encoded).replace(/\{\w+\}/g, "1");
          const path = location === "path" ? pathWithValue : `${target.path}?${encodeURIComponent(name)}=${encoded}`;
          requests.push({ request: { ...target, path }, mustBeRefused: location === "path" });
        }
        // Some libraries parse this as an object.
        if (location === "query")
          requests.push({ request: { ...target, path: `${target.path}?${name}[$ne]=` }, mustBeRefused: true });
      }
      if (requestBody === undefined) continue;
      for (const body of hostileBodies)
        requests.push({ request: { ...target, body }, mustBeRefused: !body.startsWith("{") });
      for (const name of readBodyFields(requestBody, components.schemas))
        for (const value of hostileValues)
          requests.push({ request: { ...target, body: { [name]: value } }, mustBeRefused: typeof value === "object" });
    }
  }
  return requests;
}

const jsonBodySchema = z.looseObject({
  content: z.looseObject({ "application/json": z.looseObject({ schema: z.unknown() }) }),
});
const referenceSchema = z.looseObject({ $ref: z.string() });
const objectSchema = z.looseObject({ properties: z.record(z.string(), z.unknown()) });

/** Names of the fields of a JSON request body. */
function readBodyFields(requestBody: unknown, schemas: Readonly<Record<string, unknown>>): string[] {
  const body = jsonBodySchema.safeParse(requestBody);
  if (!body.success) return [];
  const { schema } = body.data.content["application/json"];
  const named = referenceSchema.safeParse(schema);
  const parsed = objectSchema.safeParse(named.success ? schemas[named.data.$ref.split("/").at(-1) ?? ""] : schema);
  return parsed.success ? Object.keys(parsed.data.properties) : [];
}

function shuffle<Item>(items: readonly Item[], random: SeededRandom): Item[] {
  return items
    .map((item) => ({ item, order: random.next() }))
    .sort((a, b) => a.order - b.order)
    .map(({ item }) => item);
}
