import { createHash } from "node:crypto";
import type { Request } from "express";
import type { Viewer } from "../../shared/permissions.ts";
import type { AnyResource } from "../../shared/registry.ts";
import { type Once, onceFor } from "./idempotency.ts";
import { idFrom } from "./ids.ts";
import { invalid, wrongParameter } from "./refusal.ts";

export const longestKey = 200;

/**
 * The mark of a request whose sender wants it done once at most. Whoever may know of other rows since sends another request by it:
 * what was answered may hold rows that are not theirs any more.
 */
export function onceIn(req: Request, { UserID, scope, plots }: Viewer): Once | undefined {
  const key = req.get("idempotency-key");
  if (key === undefined) return undefined;
  if (key === "" || key.length > longestKey) throw invalid(`Idempotency-Key must have 1 to ${longestKey} characters`);
  const { body, query } = req;
  const rows = scope === "all" ? scope : [...plots].sort((a, b) => a - b);
  const sent = Buffer.isBuffer(body)
    ? { rows, query, type: req.get("content-type"), file: createHash("sha256").update(body).digest("base64url") }
    : { rows, query, body };
  return onceFor({ key, user: UserID, call: req.path, sent });
}

/** Which record a PUT means, by its address or its body, and on which version of it the change was made. */
export function updateTarget(resource: AnyResource, req: Request): { id: number; version: number | undefined } {
  const body: unknown = req.body;
  const fields = new Map<string, unknown>(typeof body === "object" && body !== null ? Object.entries(body) : []);
  const version = fields.get("Version");
  if (version !== undefined && !Number.isSafeInteger(version))
    throw invalid("Version must be a whole number", { Version: "Version must be a whole number" });
  const inBody = fields.get(resource.id);
  const id = req.params.id === undefined ? inBody : idFrom(resource, req.params.id);
  if (typeof id !== "number" || !Number.isSafeInteger(id))
    throw invalid(`${resource.id} is required`, { [resource.id]: `${resource.id} is required` });
  if (inBody !== undefined && inBody !== id)
    throw invalid(`${resource.id} does not match the address`, { [resource.id]: "Does not match the address" });
  return { id, version: typeof version === "number" ? version : undefined };
}

/** Refuses the first query parameter of a call that takes none. */
export function takeNoQuery({ query }: Request): void {
  const [name] = Object.keys(query);
  if (name !== undefined) throw wrongParameter(name);
}
