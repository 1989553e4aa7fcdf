import { z } from "zod";
import { columnsMediaType } from "../../../shared/columns.ts";
import { cursorHeader } from "../etag.ts";
import type { ListParameter } from "../list-parameters.ts";
import { maxIdempotencyKeyLength } from "../request.ts";
import type { JsonSchema } from "./schema-registry.ts";

/** The description of the API at the top of the OpenAPI document, in Markdown. */
export const introduction = `The portal's own screens use these calls and no others.

Sign in with POST /auth/login and send the token as \`Authorization: Bearer …\` with every other call. The permissions
of the caller's role decide what the caller can see and do, as on the screens; GET /me returns them. Residents can read
the records of their own plots only. A record that the caller cannot see is answered like one that does not exist.

Every response is an object with \`success\` and \`message\`, and usually \`data\`. An error has \`success: false\`, a
\`code\`, a message for people and, if a field or parameter is wrong, \`errors\` with a text for each of them.

Amounts are in rupees with at most two decimals. Days are YYYY-MM-DD in the society's time zone, times ISO 8601 in UTC.
Values are not converted: a number sent as text is an error. Unknown fields are ignored; unknown query parameters are
an error.

Lists have an ETag. A request with this ETag in If-None-Match is answered 304 without a body while the list is
unchanged.

With \`Accept: ${columnsMediaType}\` a list is sent as columns: \`data\` is an object in which \`common\` has the
values that all records share, and \`rows\` the other values of each record in the order of \`fields\`, the id first.
Long lists are a seventh of the size.

A POST with an Idempotency-Key runs once: a repeat within 24 hours gets the first response. A PUT or DELETE with
the \`Version\` that it is based on is answered 409 if the record has been changed since.

A call that exceeds an approval limit set by the society, such as the largest amount of a refund, is answered 202 with
an ApprovalID and changes nothing. The call runs for its caller when another user approves it with
POST /approval/{ApprovalID}/approve. If a record of the call has changed meanwhile, the approval is answered 409.`;

const textSchema = { type: "string" };
const jsonContent = (schema: JsonSchema) => ({ content: { "application/json": { schema } } });

const retryAfter = { headers: { "Retry-After": { description: "Seconds", schema: { type: "integer", minimum: 0 } } } };

const messageValues = z
  .record(z.string(), z.union([z.string(), z.number()]))
  .optional()
  .meta({ description: "The values of the placeholders in the message" });
const editSchema = z.object({ by: z.string(), at: z.iso.datetime(), fields: z.array(z.string()) });

export const errorSchema = z
  .object({
    success: z.literal(false),
    message: z.string().meta({ description: "For people; if fields are wrong, the text of the first one" }),
    code: z.string().meta({ description: "The reason; stable across releases" }),
    values: messageValues,
    errors: z
      .record(z.string(), z.string())
      .optional()
      .meta({ description: "A text for each wrong field or parameter" }),
    details: z
      .record(z.string(), z.object({ code: z.string(), values: messageValues }))
      .optional()
      .meta({
        description:
          "By field, for the entries of `errors` that have a code: the code and the values of its placeholders",
      }),
    data: z.unknown().optional().meta({ description: "With 409, the current record" }),
    changed: z
      .array(editSchema)
      .optional()
      .meta({ description: "With 409 for an outdated Version: the edits since then, oldest first" }),
  })
  .meta({ description: "An error" });

/** The response of each error status, by its name in the components. */
export const errorResponses = Object.fromEntries(
  Object.entries({
    400: "The body or a parameter is not valid",
    401: "The token is missing, invalid or expired",
    403: "The caller's role does not allow it",
    404: "The record does not exist, or the caller cannot see it",
    409: "The stored data does not allow it",
    413: "The body is too large",
    415: "The call does not accept this content type",
    422: "The Idempotency-Key was used for another request",
    429: "Too many attempts, or too many requests waiting; retry after the seconds in Retry-After",
    503: "The database is unreachable or its disk is full; retry after the seconds in Retry-After",
  }).map(([status, description]) => [
    `Error${status}`,
    {
      description,
      ...(["429", "503"].includes(status) ? retryAfter : {}),
      ...jsonContent({ $ref: "#/components/schemas/Error" }),
    },
  ]),
);

export function describeBody(schema: JsonSchema, { required = true } = {}): JsonSchema {
  return { required, ...jsonContent(schema) };
}

/** The body of a request that is a file of one of these media types. */
export function describeUpload(types: readonly string[], { limit }: { limit: string }): JsonSchema {
  const content = Object.fromEntries(types.map((type) => [type, { schema: { ...textSchema, format: "binary" } }]));
  return { required: true, description: `The file, up to ${limit}`, content };
}

/** The responses of an operation: errors with these statuses, and the given success. */
export function describeResponses(statuses: readonly number[], success?: JsonSchema): Record<string, JsonSchema> {
  const sorted = [...new Set(statuses)].sort((a, b) => a - b);
  return {
    ...(success ? { 200: { description: "Done", ...jsonContent(success) } } : {}),
    ...Object.fromEntries(sorted.map((status) => [status, { $ref: `#/components/responses/Error${status}` }])),
  };
}

/** The response of a call that waits for approval. */
export function describeApprovalResponse(success: JsonSchema): Record<string, JsonSchema> {
  return {
    202: {
      description: "Above an approval limit set by the society: the call runs when a second person approves it",
      ...jsonContent(success),
    },
  };
}

const etagHeader = { headers: { ETag: { description: "Identifies the content of the list", schema: textSchema } } };

/** The responses of a list: 200 with an ETag, as records or as columns, 304, and errors with these statuses. */
export function describeListResponses(
  statuses: readonly number[],
  { records, columns }: { records: JsonSchema; columns: JsonSchema },
): Record<string, JsonSchema> {
  const content = { "application/json": { schema: records }, [columnsMediaType]: { schema: columns } };
  return {
    ...describeResponses(statuses),
    200: { description: "Done", ...etagHeader, content },
    304: { description: "Unchanged since the response with the ETag in If-None-Match", ...etagHeader },
  };
}

/** A success that is a file. */
export function describeFileResponse(type: string): Record<string, JsonSchema> {
  const headers = { "Content-Disposition": { description: "The name of the file", schema: textSchema } };
  return {
    200: { description: "The document", headers, content: { [type]: { schema: { ...textSchema, format: "binary" } } } },
  };
}

/** The `data` of a list as columns. */
export const columnsSchema = z.object({
  common: z.record(z.string(), z.unknown()).meta({ description: "The values that all records share, by field" }),
  fields: z.array(z.string()).meta({ description: "The other fields, the id first" }),
  rows: z.array(z.union([z.array(z.unknown()), z.record(z.string(), z.unknown())])).meta({
    description: "The values of each record in the order of `fields`. A record that lacks a field is a whole object",
  }),
});

/** A success with these fields besides `success` and `message`. */
export function createSuccessSchema(fields: z.ZodRawShape): z.ZodObject {
  return z.object({
    success: z.literal(true),
    message: z.string().meta({ description: "For people; may be empty" }),
    code: z.string().optional().meta({ description: "Identifies the message; absent if it is empty" }),
    values: messageValues,
    ...fields,
  });
}

export function describeIdParameter(name: string, description: string): JsonSchema {
  return {
    name,
    in: "path",
    required: true,
    description,
    schema: { type: "integer", minimum: 1, maximum: 999_999_999_999_999 },
  };
}

export function describeMonthParameter(name: string): JsonSchema {
  const schema = { ...textSchema, pattern: "^\\d{4}-\\d{2}$" };
  return { name, in: "path", required: true, description: "A month as YYYY-MM", schema };
}

export function describeQueryParameter(
  name: string,
  { description, schema }: Pick<ListParameter, "description" | "schema">,
): JsonSchema {
  return { name, in: "query", description, schema };
}

export const idempotencyKeyHeader: JsonSchema = {
  name: "Idempotency-Key",
  in: "header",
  description: "Identifies the request, for example a random UUID. A request that is sent several times runs once",
  schema: { type: "string", minLength: 1, maxLength: maxIdempotencyKeyLength },
};

/** Request headers for a 304. */
export const conditionalHeaders: readonly JsonSchema[] = [
  {
    name: "If-None-Match",
    in: "header",
    description: "The ETag of an earlier response",
    schema: textSchema,
  },
  {
    name: cursorHeader,
    in: "header",
    description:
      "With If-None-Match, the cursor of the last commit that the client has received; a server that has not reached it answers 200 with its list instead of 304",
    schema: textSchema,
  },
];
