import { cursorHeader } from "../etag.ts";
import type { ListParameter } from "../list-parameters.ts";
import { maxIdempotencyKeyLength } from "../request.ts";
import type { JsonSchema } from "./json-schema.ts";

/** What opens the documentation. */
export const introduction = `Everything that the portal's own screens do goes through these calls.

Sign in with POST /auth/login and send the token as \`Authorization: Bearer …\` with every other call. What a caller may see and
do is decided by the permissions of their role, the same as on the screens; GET /me tells them. A resident reads the records of
their own plots only, and a record that somebody may not know of is answered like one that does not exist.

Every answer is an object with \`success\` and \`message\`, in nearly all of them with \`data\`. A refusal has \`success: false\`, a
\`code\`, a message for people and, where a field or a parameter is wrong, \`errors\` with a text for each of them.

Amounts are in rupees with at most two decimals. Days are YYYY-MM-DD in the society's calendar, moments ISO 8601 in UTC. Values are
never converted: a number sent as text is refused. Fields that a call does not know are ignored, query parameters that it does not
know are refused.

A list carries an ETag. Whoever asks for it again with that in If-None-Match is answered 304, without a body, as long as it is still the
same.

A POST that carries an Idempotency-Key is done once: a repeat within 24 hours is answered with the first answer. A PUT that carries
the \`Version\` it was based on is refused when somebody else has changed the record since.`;

const textSchema = { type: "string" };
const valuesSchema = { type: "object", additionalProperties: { type: ["string", "number"] } };
const jsonContent = (schema: JsonSchema) => ({ content: { "application/json": { schema } } });

const retryAfter = { headers: { "Retry-After": { description: "Seconds", schema: { type: "integer", minimum: 0 } } } };

/** How refusals look, and each of them in words. */
export const errorComponents = {
  schema: {
    type: "object",
    description: "A request that was not carried out",
    properties: {
      success: { const: false },
      message: { ...textSchema, description: "For people; where fields are wrong, what is said of the first" },
      code: { ...textSchema, description: "Names the reason, the same in every release" },
      values: { ...valuesSchema, description: "What the message was filled with" },
      errors: {
        type: "object",
        additionalProperties: textSchema,
        description: "Each wrong field or parameter, and what is wrong",
      },
      details: {
        type: "object",
        additionalProperties: {
          type: "object",
          properties: { code: textSchema, values: valuesSchema },
          required: ["code"],
          additionalProperties: false,
        },
        description: "Code and values of those errors that have them",
      },
      data: { description: "With 409, the record as it is now" },
      changed: {
        type: "array",
        description: "With 409 for a Version that is no longer the record's: what was done to it since, oldest first",
        items: {
          type: "object",
          properties: {
            by: textSchema,
            at: { ...textSchema, format: "date-time" },
            fields: { type: "array", items: textSchema },
          },
          required: ["by", "at", "fields"],
          additionalProperties: false,
        },
      },
    },
    required: ["success", "message", "code"],
    additionalProperties: false,
  },
  responses: Object.fromEntries(
    Object.entries({
      400: "The body or a parameter is not valid",
      401: "No token, or one that does not count (any more)",
      403: "The caller's role does not allow it",
      404: "There is no such record, or the caller may not know of it",
      409: "The books do not allow it as they are now",
      413: "The body is too large",
      415: "The body is not of a type that this call takes",
      422: "The Idempotency-Key was used for another request",
      429: "Too many attempts; Retry-After says in how many seconds another makes sense",
      503: "The database is away at the moment, or its disk full; Retry-After says in how many seconds another try makes sense",
    }).map(([status, description]) => [
      `Refused${status}`,
      {
        description,
        ...(["429", "503"].includes(status) ? retryAfter : {}),
        ...jsonContent({ $ref: "#/components/schemas/Refusal" }),
      },
    ]),
  ),
};

/** The answers of an operation: its success, unless that is described apart, and these refusals. */
export function responses(statuses: readonly number[], success?: JsonSchema): Record<string, JsonSchema> {
  const refused = [...new Set(statuses)].sort((a, b) => a - b);
  return {
    ...(success ? { 200: { description: "Done", ...jsonContent(success) } } : {}),
    ...Object.fromEntries(refused.map((status) => [status, { $ref: `#/components/responses/Refused${status}` }])),
  };
}

const etagHeader = { headers: { ETag: { description: "Names what the list holds", schema: textSchema } } };

/** The answers of a list: whole, with its name, or that it is still the one of that name; and these refusals. */
export function listResponses(statuses: readonly number[], success: JsonSchema): Record<string, JsonSchema> {
  return {
    ...responses(statuses),
    200: { description: "Done", ...etagHeader, ...jsonContent(success) },
    304: { description: "Still the same as what If-None-Match names", ...etagHeader },
  };
}

/** A success that is a document. */
export function fileResponse(type: string): Record<string, JsonSchema> {
  const headers = { "Content-Disposition": { description: "The name of the file", schema: textSchema } };
  return {
    200: { description: "The document", headers, content: { [type]: { schema: { ...textSchema, format: "binary" } } } },
  };
}

/** A success that holds these beside `success` and `message`; all of them unless `required` names some. */
export function successSchema(
  properties: Readonly<Record<string, JsonSchema>>,
  required: readonly string[] = Object.keys(properties),
): JsonSchema {
  return {
    type: "object",
    properties: {
      success: { const: true },
      message: { ...textSchema, description: "For people; may be empty" },
      code: { ...textSchema, description: "Names the message; left out where that is empty" },
      values: { ...valuesSchema, description: "What the message was filled with" },
      ...properties,
    },
    required: ["success", "message", ...required],
    additionalProperties: false,
  };
}

export function pathParameter(name: string, description: string): JsonSchema {
  return {
    name,
    in: "path",
    required: true,
    description,
    schema: { type: "integer", minimum: 1, maximum: 999_999_999_999_999 },
  };
}

export function queryParameter(
  name: string,
  { description, schema }: Pick<ListParameter, "description" | "schema">,
): JsonSchema {
  return { name, in: "query", description, schema };
}

export const idempotencyKeyHeader: JsonSchema = {
  name: "Idempotency-Key",
  in: "header",
  description: "Anything that names this one request, best a random UUID: however often it is sent, it is done once",
  schema: { type: "string", minLength: 1, maxLength: maxIdempotencyKeyLength },
};

/** With which a caller who holds a list asks whether it is still the same. */
export const conditionalHeaders: readonly JsonSchema[] = [
  {
    name: "If-None-Match",
    in: "header",
    description: "The ETag of the same list as it was answered before",
    schema: textSchema,
  },
  {
    name: cursorHeader,
    in: "header",
    description:
      "Beside If-None-Match, the cursor up to which the caller has heard of changes: a server that has heard less answers the list",
    schema: textSchema,
  },
];
