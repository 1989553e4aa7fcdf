import { z } from "zod";
import type { AnyResource, Guard, Shape } from "../registry.ts";

/** A request to the API that is not plain create, read, update or delete of a resource. */
export interface Endpoint<Body = unknown, Query extends Shape = Shape> {
  method: "get" | "post" | "put" | "delete";
  /** Below /api, with Express parameters such as `/plot/:PlotID`. */
  path: string;
  /** `open`: no token. `signed-in`: any valid token. Otherwise the viewer needs all these flags. */
  guard: Guard | readonly Guard[] | "open" | "signed-in";
  /** Only viewers with scope `all` can call the endpoint. */
  requiresScopeAll?: boolean;
  /** Users with a second factor must have entered a code recently. */
  requiresReauthentication?: true;
  /** Above an approval limit of the society, the request is answered 202 and runs when a second person approves it. */
  mayNeedApproval?: true;
  /** Displays can call the endpoint too. */
  isForDisplays?: true;
  summary: string;
  body?: z.ZodType<Body>;
  /** The query parameters; no parameters when left out. */
  query?: z.ZodObject<Query>;
  /** The body is a file of one of these types, not JSON. `tooLarge`: the message code for a file above the limit. */
  upload?: { types: readonly string[]; limit: string; tooLarge?: "attachment-too-large" };
  /** The response is a file of this type, not JSON; `application/octet-stream` for one of several types. */
  file?: "application/pdf" | "application/octet-stream";
  /** The fields of the response besides `success` and `message`; `data: null` when left out. */
  response?: z.ZodObject;
  /** Error statuses besides those that follow from guard and body. */
  errorStatuses?: readonly (401 | 404 | 409 | 429)[];
  /** The response contains a secret and must not be stored, so an Idempotency-Key is ignored. */
  secretResponse?: boolean;
}

/** Declares an endpoint for server, client and documentation. The method is `get` when left out. */
export function defineEndpoint<Body = undefined, Query extends Shape = Record<never, never>>(
  endpoint: Omit<Endpoint<Body, Query>, "method"> & Partial<Pick<Endpoint, "method">>,
): Endpoint<Body, Query> {
  return { method: "get", ...endpoint };
}

/** A record of the resource in a response; only for the API documentation. */
export function recordSchema(resource: AnyResource): z.ZodType {
  return z.unknown().meta({ record: resource.name });
}
