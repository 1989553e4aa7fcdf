import { z } from "zod";
import { Random } from "../../server/demo/random.ts";
import type { Finding } from "./line.ts";
import { ms } from "./others.ts";
import { atPortal, type Place } from "./place.ts";
import { settle } from "./society.ts";
import { type Answered, type Call, Visitor } from "./visitor.ts";

const longestMs = 200;
/** A pause of the machine happens once; what is slow by itself is slow each time. */
const looks = 3;
const bomb = `${"a".repeat(200)}!`;
const hostile: readonly unknown[] = [
  { $ne: null },
  { $gt: "" },
  { $where: "sleep(1000)" },
  [{ $regex: "^(a+)+$" }],
  "(a+)+$",
  bomb,
  "__proto__",
  "-1e309",
  "\u0000",
  "99999999999999999999",
  "x".repeat(3_000),
];
const wholeBodies = [
  "null",
  "[]",
  '"text"',
  "1",
  "true",
  '{"__proto__":{"IsActive":true}}',
  '{"$where":"sleep(1000)"}',
];

interface Trial {
  call: Call;
  /** A body like this is never right. */
  refused: boolean;
}

const parameter = z.looseObject({ name: z.string(), in: z.string() });
const operation = z.looseObject({
  parameters: z.array(parameter).default([]),
  requestBody: z.unknown().optional(),
});
const described = z.looseObject({
  paths: z.record(z.string(), z.record(z.string(), z.unknown())),
  components: z.looseObject({ schemas: z.record(z.string(), z.unknown()) }),
});

/** Operators, prototypes, bombs for regular expressions and wrong types, in every slot that the portal's own documentation names. */
export function measureHostile(place: Place): Promise<Finding> {
  return atPortal(place, {}, async (portal) => {
    const admin = await Visitor.admin(portal.url);
    await settle(admin, { houses: 20 });
    const { text } = await admin.call({ path: "/api/openapi.json" });
    const every = trialsIn(described.parse(JSON.parse(text)));
    const trials = shuffled(every, new Random(place.seed)).slice(0, place.short ? 600 : every.length);
    let slowest = 0;
    const wrong: string[] = [];
    for (const { call, refused } of trials) {
      const { status, ms: took } = await quickestOf(admin, call);
      slowest = Math.max(slowest, took);
      const tooSlow = took > longestMs;
      if (status < 500 && !tooSlow && !(refused && status < 400)) continue;
      wrong.push(`${call.method} ${call.path} ${JSON.stringify(call.body)?.slice(0, 80)}: ${status} after ${ms(took)}`);
    }
    const stillThere = (await admin.call({ path: "/api/me" })).status === 200;
    return {
      figure: [`${trials.length} of ${every.length} tried, slowest ${ms(slowest)}`, ...wrong.slice(0, 5)].join("; "),
      holds: wrong.length === 0 && stillThere,
    };
  });
}

async function quickestOf(admin: Visitor, call: Call): Promise<Answered> {
  let best = await admin.call(call);
  for (let look = 1; look < looks && best.ms > longestMs && best.status < 500; look++) {
    const again = await admin.call(call);
    if (again.ms < best.ms) best = again;
  }
  return best;
}

/** Each slot of each call with each value; what would sign this visitor out is left alone. */
function trialsIn({ paths, components }: z.output<typeof described>): Trial[] {
  const trials: Trial[] = [];
  for (const [path, methods] of Object.entries(paths)) {
    for (const [method, told] of Object.entries(methods)) {
      const { parameters, requestBody } = operation.parse(told);
      const slots = parameters.filter((slot) => slot.in === "path" || slot.in === "query");
      const address = `${path.startsWith("/api") ? "" : "/api"}${path}`;
      const to = { method: method.toUpperCase(), path: address.replace(/\{\w+\}/g, "1") };
      if (requestBody === undefined && slots.length === 0) continue;
      for (const { name, in: where } of slots) {
        for (const value of hostile) {
          const word = encodeURIComponent(typeof value === "string" ? value : JSON.stringify(value));
          const inPath = address.replace(`{${name}}`, word).replace(/\{\w+\}/g, "1");
          const target = where === "path" ? inPath : `${to.path}?${encodeURIComponent(name)}=${word}`;
          trials.push({ call: { ...to, path: target }, refused: where === "path" });
        }
        // As some libraries read objects from an address.
        if (where === "query") trials.push({ call: { ...to, path: `${to.path}?${name}[$ne]=` }, refused: true });
      }
      if (requestBody === undefined) continue;
      for (const body of wholeBodies) trials.push({ call: { ...to, body }, refused: !body.startsWith("{") });
      for (const name of fieldsOf(requestBody, components.schemas))
        for (const value of hostile)
          trials.push({ call: { ...to, body: { [name]: value } }, refused: typeof value === "object" });
    }
  }
  return trials;
}

const jsonBody = z.looseObject({
  content: z.looseObject({ "application/json": z.looseObject({ schema: z.unknown() }) }),
});
const reference = z.looseObject({ $ref: z.string() });
const object = z.looseObject({ properties: z.record(z.string(), z.unknown()) });

function fieldsOf(requestBody: unknown, schemas: Readonly<Record<string, unknown>>): string[] {
  const body = jsonBody.safeParse(requestBody);
  if (!body.success) return [];
  const { schema } = body.data.content["application/json"];
  const named = reference.safeParse(schema);
  const parsed = object.safeParse(named.success ? schemas[named.data.$ref.split("/").at(-1) ?? ""] : schema);
  return parsed.success ? Object.keys(parsed.data.properties) : [];
}

function shuffled<Thing>(things: readonly Thing[], random: Random): Thing[] {
  return things
    .map((thing) => ({ thing, turn: random.next() }))
    .sort((a, b) => a.turn - b.turn)
    .map(({ thing }) => thing);
}
