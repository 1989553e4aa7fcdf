import { createHash } from "node:crypto";
import type { Request } from "express";
import { createMessage } from "../../shared/messages.ts";
import type { Viewer } from "../../shared/permissions.ts";
import type { AnyResource } from "../../shared/registry.ts";
import { createIdempotencyKey, type IdempotencyKey } from "../commits/idempotency.ts";
import { invalid, invalidField, invalidParameter } from "../errors.ts";

export const maxIdempotencyKeyLength = 200;

/**
 * The mark of a request whose sender wants it done once at most. Whoever may know of other rows since sends another request by it:
 * what was answered may hold rows that are not theirs any more.
 */
export function readIdempotencyKey(req: Request, { UserID, scope, plots }: Viewer): IdempotencyKey | undefined {
  const key = req.get("idempotency-key");
  if (key === undefined) return undefined;
  if (key === "" || key.length > maxIdempotencyKeyLength)
    throw invalid(createMessage("invalid-idempotency-key", { count: maxIdempotencyKeyLength }));
  const { body, query } = req;
  const rows = scope === "all" ? scope : [...plots].sort((a, b) => a - b);
  const sent = Buffer.isBuffer(body)
    ? { rows, query, type: req.get("content-type"), file: createHash("sha256").update(body).digest("base64url") }
    : { rows, query, body };
  return createIdempotencyKey({ key, user: UserID, call: req.path, sent });
}

/** Which record a PUT means, by its address or its body, and on which version of it the change was made. */
export function readUpdateTarget(resource: AnyResource, req: Request): { id: number; version: number | undefined } {
  const body: unknown = req.body;
  const fields = new Map<string, unknown>(typeof body === "object" && body !== null ? Object.entries(body) : []);
  const version = fields.get("Version");
  if (version !== undefined && !Number.isSafeInteger(version))
    throw invalidField("Version", createMessage("invalid-version"));
  const inBody = fields.get(resource.idField);
  const id = req.params.id === undefined ? inBody : parseId(resource, req.params.id);
  if (typeof id !== "number" || !Number.isSafeInteger(id))
    throw invalidField(resource.idField, createMessage("field-required", { field: resource.idField }));
  if (inBody !== undefined && inBody !== id)
    throw invalid(createMessage("id-mismatch", { field: resource.idField }), {
      [resource.idField]: "Does not match the address",
    });
  return { id, version: typeof version === "number" ? version : undefined };
}

/** Refuses the first query parameter of a call that takes none. */
export function rejectQueryParameters({ query }: Request): void {
  const [name] = Object.keys(query);
  if (name !== undefined) throw invalidParameter(name);
}
