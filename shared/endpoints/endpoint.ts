import { z } from "zod";
import { can, type Viewer } from "../permissions.ts";
import type { AnyResource, Guard, Shape } from "../registry.ts";

/** A call that is not plain reading or writing of a resource. */
export interface Endpoint<Body = unknown, Query extends Shape = Shape> {
  method: "get" | "post" | "put" | "delete";
  /** Below /api, Express style. */
  path: string;
  /** `open`: without a token. `signed-in`: any token. Of several flags all must be held. */
  guard: Guard | readonly Guard[] | "open" | "signed-in";
  /** Only for roles that see all rows: what it answers is of all houses. */
  allRowsOnly?: boolean;
  /** Displays may call it too, which are nobody and may call nothing else. */
  forDisplays?: true;
  summary: string;
  body?: z.ZodType<Body>;
  /** The query parameters that it takes, as text on the wire; without it none. */
  query?: z.ZodObject<Query>;
  /** The body is a file of one of these types, not JSON. */
  upload?: { types: readonly string[]; limit: string };
  /** A success is a document of this type, not JSON. */
  file?: "application/pdf";
  /** What a success holds beside `success` and `message`, for the documentation; `data: null` when left out. */
  response?: z.ZodObject;
  /** Refusals, beside those that follow from what is declared above. */
  errorStatuses?: readonly (401 | 404 | 409 | 429)[];
  /** The answer must not be stored, so an Idempotency-Key means nothing here. */
  secretResponse?: boolean;
}

/** Declares a call once for server, client and documentation. */
export function defineEndpoint<Body = undefined, Query extends Shape = Record<never, never>>(
  endpoint: Endpoint<Body, Query>,
): Endpoint<Body, Query> {
  return endpoint;
}

/** May somebody who is signed in make this call? */
export function canCall(endpoint: Endpoint, viewer: Pick<Viewer, "permissions" | "scope" | "isDisplay">): boolean {
  if (viewer.isDisplay) return endpoint.forDisplays === true;
  if (endpoint.allRowsOnly && viewer.scope !== "all") return false;
  return guardsOf(endpoint).every((guard) => can(viewer, guard));
}

/** The flags that a call asks for; all of them must be held. */
export function guardsOf({ guard }: Pick<Endpoint, "guard">): readonly Guard[] {
  if (typeof guard === "string") return [];
  return isSingleGuard(guard) ? [guard] : guard;
}

/** A record of the resource in an answer, for the documentation. */
export function recordSchema(resource: AnyResource): z.ZodType {
  return z.unknown().meta({ record: resource.name });
}

function isSingleGuard(guard: Guard | readonly Guard[]): guard is Guard {
  return !Array.isArray(guard);
}
