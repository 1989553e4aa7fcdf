import { z } from "zod";
import type { Resource, StoredRow } from "../../shared/registry.ts";
import type { Session } from "../../shared/wire.ts";

/** The shape of every JSON response, including errors. */
const replyBody = z.looseObject({
  success: z.boolean(),
  message: z.string(),
  data: z.unknown().optional(),
  errors: z.record(z.string(), z.string()).optional(),
  next: z.union([z.number(), z.string()]).nullish(),
});

export interface Reply {
  status: number;
  headers: Headers;
  body: z.output<typeof replyBody>;
}

const sessionSchema: z.ZodType<Pick<Session, "user" | "permissions">> = z.object({
  user: z.object({
    UserID: z.int(),
    fullName: z.string(),
    username: z.string(),
    isFirstSignIn: z.boolean(),
    hasTotp: z.boolean(),
    mustEnrolTotp: z.boolean(),
    role: z.object({ RoleID: z.int(), roleName: z.string(), scope: z.enum(["all", "own"]) }),
  }),
  permissions: z.record(z.string(), z.record(z.string(), z.boolean())),
});

/** Throws if the body does not have the shape of all responses. */
export async function readReply(response: Pick<Response, "status" | "headers" | "json">): Promise<Reply> {
  return { status: response.status, headers: response.headers, body: replyBody.parse(await response.json()) };
}

/** The record of a successful response; throws if there is none. */
export function parseRecord<Rec extends object>(resource: Resource<StoredRow, Rec>, reply: Reply): Rec {
  const content = assertOk(reply).body.data;
  // POST /menuactionsmap returns a list.
  const data: unknown = Array.isArray(content) && content.length === 1 ? content[0] : content;
  if (!isRecordOf(resource, data)) throw new Error(`No ${resource.name} in ${JSON.stringify(reply.body)}`);
  return data;
}

/** The records of a successful list. */
export function parseRecords<Rec extends object>(resource: Resource<StoredRow, Rec>, reply: Reply): Rec[] {
  const { data } = assertOk(reply).body;
  if (!Array.isArray(data)) throw new Error(`No list in ${JSON.stringify(reply.body)}`);
  return data.filter((item): item is Rec => {
    if (!isRecordOf(resource, item)) throw new Error(`No ${resource.name}: ${JSON.stringify(item)}`);
    return true;
  });
}

export function parseSession(reply: Reply): Pick<Session, "user" | "permissions"> {
  return sessionSchema.parse(assertOk(reply).body.data);
}

/** Returns the response; throws if it is not a success. */
export function assertOk(reply: Reply): Reply {
  if (reply.status !== 200 || !reply.body.success) throw new Error(`${reply.status} ${JSON.stringify(reply.body)}`);
  return reply;
}

/** True if the value has all declared and joined fields of the resource. */
function isRecordOf<Rec extends object>(resource: Resource<StoredRow, Rec>, value: unknown): value is Rec {
  if (typeof value !== "object" || value === null) return false;
  return [...resource.fields.keys(), ...Object.keys(resource.joins), ...Object.keys(resource.derivedTexts)].every(
    (name) => name in value,
  );
}
