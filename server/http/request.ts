import { createHash } from "node:crypto";
import express, { type Request, type Response } from "express";
import type { z } from "zod";
import type { Endpoint } from "../../shared/endpoints/endpoint.ts";
import { createMessage, type Message, messages } from "../../shared/messages.ts";
import { type Viewer, visibleRowsKey } from "../../shared/permissions.ts";
import type { AnyResource } from "../../shared/registry.ts";
import { createIdempotencyKey, type IdempotencyKey } from "../commits/idempotency.ts";
import { HttpError, invalid, invalidField, invalidParameter, notFound, toHttpError } from "../errors.ts";

export const maxIdempotencyKeyLength = 200;
const jsonBody = { types: ["application/json"], limit: "1mb" };
/** A client that sends nothing for this long before the end of its body is disconnected. */
const bodyIdleTimeoutMs = 15_000;
const parseJson = express.json({ type: jsonBody.types, limit: jsonBody.limit, strict: false });

/** The content types and the maximum size of the endpoint's body. */
export function getAcceptedBody({ upload }: Pick<Endpoint, "upload">): NonNullable<Endpoint["upload"]> {
  return upload ?? jsonBody;
}

/**
 * Authorizes the caller, reads the body, and authorizes again: a slow client could otherwise write with rights that
 * were withdrawn, or in a session that ended, while its body arrived. Returns the caller after the body was read.
 */
export async function authorizeAndReadBody<Caller>(
  req: Request,
  res: Response,
  { authorize, upload }: Pick<Endpoint, "upload"> & { authorize: () => Promise<Caller> },
): Promise<Caller> {
  await authorize();
  await readBody(req, res, { upload });
  return authorize();
}

/**
 * Throws 415 for a content type that the endpoint does not accept, 413 for a body above the limit, and 400 for JSON
 * that is nested too deeply for functions that walk it recursively.
 */
async function readBody(req: Request, res: Response, endpoint: Pick<Endpoint, "upload">): Promise<void> {
  const { types, limit } = getAcceptedBody(endpoint);
  if (hasBody(req) && !req.is([...types]))
    throw new HttpError(415, createMessage("unsupported-media-type", { types: types.join(" or ") }));
  const parse = endpoint.upload ? express.raw({ type: [...types], limit }) : parseJson;
  const { timeout: responseTimeoutMs = 0 } = req.socket;
  req.socket.setTimeout(bodyIdleTimeoutMs);
  try {
    await new Promise<void>((resolve, reject) => {
      parse(req, res, (error?: unknown) => (error === undefined ? resolve() : reject(error)));
    });
  } catch (error) {
    const tooLarge = endpoint.upload?.tooLarge;
    throw tooLarge && toHttpError(error)?.status === 413 ? new HttpError(413, createMessage(tooLarge)) : error;
  } finally {
    // Restores the timeout, but only for a response that has begun: while a long import runs, no byte is sent.
    res.setTimeout(responseTimeoutMs, () => {
      if (res.headersSent) req.socket.destroy();
    });
  }
  if (!endpoint.upload && isNestedDeeper(req.body, maxBodyDepth)) throw invalid(createMessage("validation"));
}

/** Well above the five levels of the deepest bodies, those of forms and imports. */
const maxBodyDepth = 20;

/** Whether arrays and objects of the JSON value are nested in more than this number of levels. */
function isNestedDeeper(value: unknown, maxDepth: number): boolean {
  let level = [value].filter(isObject);
  for (let depth = 1; level.length > 0; depth++) {
    if (depth > maxDepth) return true;
    level = level.flatMap((item) => Object.values(item).filter(isObject));
  }
  return false;
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

/** Parses a body. Throws 400 with the message of the first invalid field and with `errors` for all invalid fields. */
export function parseBody<Parsed>(schema: z.ZodType<Parsed>, body: unknown): Parsed {
  // Replaces zod's default texts, which contain values and have no translation. Texts of the schema are kept.
  const parsed = schema.safeParse(body, { error: () => messages.validation });
  if (parsed.success) return parsed.data;
  const errors: Record<string, string | Message> = {};
  for (const { path, message } of parsed.error.issues) {
    const field = String(path[0] ?? "body");
    errors[field] ??= message === messages.validation ? createMessage("invalid-field", { field }) : message;
  }
  throw invalid(Object.values(errors)[0] ?? createMessage("validation"), errors);
}

/** Parses an id in the URL. Throws 404 for a text that is not an id, as for an unknown record. */
export function parseId({ label }: { label: string }, text: string | string[] | undefined): number {
  if (typeof text !== "string" || !/^[1-9]\d{0,14}$/.test(text)) throw notFound(label);
  return Number(text);
}

/** The id of the record that a PUT changes, by its URL or body. */
export function readUpdateId(resource: AnyResource, req: Request): number {
  const idInBody = readField(req.body, resource.idField);
  const id = req.params.id === undefined ? idInBody : parseId(resource, req.params.id);
  if (typeof id !== "number" || !Number.isSafeInteger(id))
    throw invalidField(resource.idField, createMessage("field-required", { field: resource.idField }));
  if (idInBody !== undefined && idInBody !== id)
    throw invalid(createMessage("id-mismatch", { field: resource.idField }), {
      [resource.idField]: "Does not match the address",
    });
  return id;
}

/** The version that a change is based on; undefined if the body has none. Throws 400 for anything but an integer. */
export function readVersion(body: unknown): number | undefined {
  const version = readField(body, "Version");
  if (version === undefined || (typeof version === "number" && Number.isSafeInteger(version))) return version;
  throw invalidField("Version", createMessage("invalid-version"));
}

/** The value of a field of the body; undefined if the body is not an object or has no such field. */
function readField(body: unknown, name: string): unknown {
  return isObject(body) ? Reflect.get(body, name) : undefined;
}

/** Throws 400 if the URL has a query parameter. */
export function rejectQueryParameters({ query }: Request): void {
  const [name] = Object.keys(query);
  if (name !== undefined) throw invalidParameter(name);
}

/**
 * Whether an endpoint accepts an idempotency key. Endpoints with a secret in their response do not, because responses
 * are stored. Open endpoints do not, because anybody could fill the store.
 */
export function acceptsIdempotencyKey({
  method,
  guard,
  secretResponse,
}: Pick<Endpoint, "method" | "guard" | "secretResponse">): boolean {
  return method === "post" && guard !== "open" && !secretResponse;
}

/**
 * The idempotency key in the header of the request, if any. Which rows the viewer can see is hashed with the request,
 * so that a stored response is not repeated to a viewer who may no longer see its rows.
 */
export function readIdempotencyKey(req: Request, viewer: Viewer): IdempotencyKey | undefined {
  const key = req.get("idempotency-key");
  if (key === undefined) return undefined;
  if (key === "" || key.length > maxIdempotencyKeyLength)
    throw invalid(createMessage("invalid-idempotency-key", { count: maxIdempotencyKeyLength }));
  const { body, query } = req;
  const rows = visibleRowsKey(viewer);
  const hashedRequest = Buffer.isBuffer(body)
    ? { rows, query, type: req.get("content-type"), file: createHash("sha256").update(body).digest("base64url") }
    : { rows, query, body };
  return createIdempotencyKey({ header: key, userId: viewer.UserID, path: req.path, request: hashedRequest });
}

function hasBody(req: Request): boolean {
  return req.get("transfer-encoding") !== undefined || Number(req.get("content-length") ?? 0) > 0;
}
