import type { z } from "zod";
import type { Guard } from "./registry.ts";

/** A call that is not plain reading or writing of a resource. */
export interface Endpoint<Body = unknown> {
  method: "get" | "post" | "put" | "delete";
  /** Below /api, Express style. */
  path: string;
  /** `open`: without a token. `signed-in`: any token. */
  guard: Guard | "open" | "signed-in";
  summary: string;
  body?: z.ZodType<Body>;
  /** The body is a file of one of these types, not JSON. */
  upload?: { types: readonly string[]; limit: string };
}

/** Declares a call once for server, client and documentation. */
export function defineEndpoint<Body = undefined>(endpoint: Endpoint<Body>): Endpoint<Body> {
  return endpoint;
}
