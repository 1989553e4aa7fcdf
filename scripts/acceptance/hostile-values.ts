import { z } from "zod";
import { SeededRandom } from "../../server/seed/demo/seeded-random.ts";
import { ApiClient, type ApiRequest, type ApiResponse } from "./api-client.ts";
import { type AcceptanceContext, withPortal } from "./portal-process.ts";
import { formatMs } from "./read-latency.ts";
import type { CheckResult } from "./requirement.ts";
import { createSociety } from "./sample-society.ts";

const maxResponseMs = 200;
/** The fastest of several attempts counts, because a pause of the machine rarely repeats. */
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

interface Trial {
  request: ApiRequest;
  /** The request is invalid in any case. */
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

/** Sends operators, prototypes, regex bombs and wrong types in every parameter and field of the OpenAPI document. */
export function measureHostileValues(context: AcceptanceContext): Promise<CheckResult> {
  return withPortal(context, {}, async (portal) => {
    const admin = await ApiClient.signInAsAdmin(portal.url);
    await createSociety(admin, { houses: 20 });
    const { text } = await admin.send({ path: "/api/openapi.json" });
    const every = buildTrials(openapiSchema.parse(JSON.parse(text)));
    const trials = shuffle(every, new SeededRandom(context.seed)).slice(0, context.short ? 600 : every.length);
    let slowest = 0;
    const wrong: string[] = [];
    for (const { request, mustBeRefused } of trials) {
      const { status, ms: took } = await fastestOf(admin, request);
      slowest = Math.max(slowest, took);
      const tooSlow = took > maxResponseMs;
      if (status < 500 && !tooSlow && !(mustBeRefused && status < 400)) continue;
      wrong.push(
        `${request.method} ${request.path} ${JSON.stringify(request.body)?.slice(0, 80)}: ${status} after ${formatMs(took)}`,
      );
    }
    const stillThere = (await admin.send({ path: "/api/me" })).status === 200;
    return {
      summary: [`${trials.length} of ${every.length} tried, slowest ${formatMs(slowest)}`, ...wrong.slice(0, 5)].join(
        "; ",
      ),
      passed: wrong.length === 0 && stillThere,
    };
  });
}

async function fastestOf(admin: ApiClient, call: ApiRequest): Promise<ApiResponse> {
  let best = await admin.send(call);
  for (let attempt = 1; attempt < maxAttempts && best.ms > maxResponseMs && best.status < 500; attempt++) {
    const again = await admin.send(call);
    if (again.ms < best.ms) best = again;
  }
  return best;
}

/** Every parameter and field of every operation with every value. */
function buildTrials({ paths, components }: z.output<typeof openapiSchema>): Trial[] {
  const trials: Trial[] = [];
  for (const [path, methods] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const { parameters, requestBody } = operationSchema.parse(operation);
      const slots = parameters.filter((slot) => slot.in === "path" || slot.in === "query");
      const address = `${path.startsWith("/api") ? "" : "/api"}${path}`;
      const to = { method: method.toUpperCase(), path: address.replace(/\{\w+\}/g, "1") };
      if (requestBody === undefined && slots.length === 0) continue;
      for (const { name, in: where } of slots) {
        for (const value of hostileValues) {
          const encoded = encodeURIComponent(typeof value === "string" ? value : JSON.stringify(value));
          const inPath = address.replace(`{${name}}`, encoded).replace(/\{\w+\}/g, "1");
          const target = where === "path" ? inPath : `${to.path}?${encodeURIComponent(name)}=${encoded}`;
          trials.push({ request: { ...to, path: target }, mustBeRefused: where === "path" });
        }
        // Some libraries parse this as an object.
        if (where === "query")
          trials.push({ request: { ...to, path: `${to.path}?${name}[$ne]=` }, mustBeRefused: true });
      }
      if (requestBody === undefined) continue;
      for (const body of hostileBodies) trials.push({ request: { ...to, body }, mustBeRefused: !body.startsWith("{") });
      for (const name of bodyFields(requestBody, components.schemas))
        for (const value of hostileValues)
          trials.push({ request: { ...to, body: { [name]: value } }, mustBeRefused: typeof value === "object" });
    }
  }
  return trials;
}

const jsonBodySchema = z.looseObject({
  content: z.looseObject({ "application/json": z.looseObject({ schema: z.unknown() }) }),
});
const referenceSchema = z.looseObject({ $ref: z.string() });
const objectSchema = z.looseObject({ properties: z.record(z.string(), z.unknown()) });

function bodyFields(requestBody: unknown, schemas: Readonly<Record<string, unknown>>): string[] {
  const body = jsonBodySchema.safeParse(requestBody);
  if (!body.success) return [];
  const { schema } = body.data.content["application/json"];
  const named = referenceSchema.safeParse(schema);
  const parsed = objectSchema.safeParse(named.success ? schemas[named.data.$ref.split("/").at(-1) ?? ""] : schema);
  return parsed.success ? Object.keys(parsed.data.properties) : [];
}

function shuffle<Thing>(things: readonly Thing[], random: SeededRandom): Thing[] {
  return things
    .map((thing) => ({ thing, order: random.next() }))
    .sort((a, b) => a.order - b.order)
    .map(({ thing }) => thing);
}
