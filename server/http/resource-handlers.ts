import { z } from "zod";
import { resourcesReferencing } from "../../shared/domain/foreign-keys.ts";
import { canAccess } from "../../shared/domain/resource-access.ts";
import type { Endpoint } from "../../shared/endpoints/endpoint.ts";
import { createMessage, createSavedMessage, type Message } from "../../shared/messages.ts";
import { canSeeRow, type Viewer } from "../../shared/permissions.ts";
import type { AnyResource, Resource, Shape, StoredRow } from "../../shared/registry.ts";
import type { RequestContext } from "../commits/request-context.ts";
import type { InsertedRows } from "../commits/audit.ts";
import type { Transaction } from "../commits/transaction.ts";
import type { ReferenceCache } from "../database/reference-cache.ts";
import type { Doc, Store } from "../database/store.ts";
import { conflict, forbidden, invalid, invalidParameter, staleVersion } from "../errors.ts";

export interface Outcome {
  message: Message;
  /** A row to be presented as a record of the resource, or anything else as it is. */
  row?: Doc;
  data?: unknown;
}

/** What a resource does beyond plain reading and writing. Everything is optional; nothing here knows HTTP, sockets or rights. */
interface Rules<Row extends StoredRow, Parsed> {
  /** The server's own fields of a row that is made or changed. */
  compute?: (input: Parsed, { before, now }: { before: Row | undefined; now: Date }) => Readonly<Partial<Row>>;
  /** Refuses a row that the books do not allow. */
  check?: (tx: Transaction, { after, before }: { after: Row; before: Row | undefined }) => Promise<void>;
  /** Refuses a removal, or removes what goes with it. */
  checkRemove?: (tx: Transaction, row: Row) => Promise<void>;
  /** POST, where it is not simply a new row. */
  create?: (ctx: RequestContext, body: unknown) => Promise<Outcome>;
  /** The outcome of a POST told once more, after its answer was lost, from what it made; to be given with `create`. */
  recoverCreate?: (made: InsertedRows) => Outcome;
  /** PUT, where it is not simply new values; may run several times. */
  update?: (tx: Transaction, { row, input }: { row: Row; input: Parsed }) => Promise<Row>;
  /** What to answer to a change of a row that somebody changed meanwhile, where more can be said than that. */
  staleMessage?: (tx: Transaction, { row, input }: { row: Row; input: Parsed }) => Promise<Message>;
  /** The text of a successful change. */
  updatedMessage?: (row: Row) => Message;
  removedMessage?: Message;
  /** DELETE, where the row is not simply gone. */
  remove?: (tx: Transaction, row: Row) => Promise<void>;
  /** What a list carries beside its records. */
  listExtras?: ResourceHandlers["listExtras"];
  openapi?: ResourceHandlers["openapi"];
}

interface ListExtrasOptions {
  viewer: Viewer;
  store: Store;
  referenceCache: ReferenceCache;
}

/** A resource and what happens on POST, PUT and DELETE of it. */
export interface ResourceHandlers {
  resource: AnyResource;
  create: (ctx: RequestContext, body: unknown) => Promise<Outcome>;
  recoverCreate: (made: InsertedRows) => Outcome;
  update: (ctx: RequestContext, change: { id: number; body: unknown; version: number | undefined }) => Promise<Outcome>;
  remove: (ctx: RequestContext, id: number) => Promise<Outcome>;
  listExtras?: (parts: ListExtrasOptions) => Promise<Readonly<Record<string, unknown>>>;
  /** What its documentation cannot tell from the resource alone. */
  openapi?: {
    /** What `besideList` adds. */
    listExtras?: z.ZodObject;
    /** The `data` of an answer to POST, where that is not the record. */
    createData?: z.ZodType;
    /** What PUT takes, where that is more than the record. */
    updateBody?: z.ZodType;
    /** Refusals of POST beside those of its body. */
    createErrors?: readonly (404 | 409)[];
  };
}

/** A call of its own, beside the resources. */
export interface Call {
  endpoint: Endpoint<unknown>;
  handle: (call: CallInput) => Promise<CallOutcome>;
}

export interface CallInput {
  ctx: RequestContext;
  params: Readonly<Record<string, string>>;
  query: Readonly<Record<string, unknown>>;
  body: unknown;
  /** What was uploaded, where the endpoint takes a file; else empty. */
  file: Uint8Array;
  contentType: string;
  /** 0 without a session. */
  sessionId: number;
  ipAddress: string;
  userAgent: string;
}

/** What travels, whole; where the endpoint answers a document, that alone. */
export type CallOutcome = Readonly<Record<string, unknown>> & { success: true; file?: SentFile };

export interface SentFile {
  filename: string;
  contentType: string;
  content: Uint8Array;
}

/** Binds an endpoint to what it does, its query and its body already parsed by their schemas. */
export function defineCall<Body, Query extends Shape>(
  endpoint: Endpoint<Body, Query>,
  handle: (
    input: Omit<CallInput, "body" | "query"> & { body: Body; query: z.output<z.ZodObject<Query>> },
  ) => Promise<CallOutcome>,
): Call {
  return {
    endpoint,
    handle: ({ body, query, ...input }) =>
      handle({ ...input, query: parseQuery(endpoint.query, query), body: parseOptionalBody(endpoint.body, body) }),
  };
}

/** The plain behaviour of a resource, with the rules given. */
export function defineHandlers<Row extends StoredRow, Rec extends object, Parsed extends Doc>(
  resource: Resource<Row, Rec, Parsed>,
  rules: Rules<Row, Parsed> = {},
): ResourceHandlers {
  return {
    resource,
    create: rules.create ?? createPlain,
    recoverCreate:
      rules.recoverCreate ?? (({ first }) => ({ message: createSavedMessage("added", resource.label), row: first })),
    update: updatePlain,
    remove: removePlain,
    listExtras: rules.listExtras,
    openapi: rules.openapi,
  };

  async function createPlain(ctx: RequestContext, body: unknown): Promise<Outcome> {
    const input = parseBody(resource.input, body);
    const row = await ctx.transaction(async (tx) => {
      await lockInputReferences(tx, resource, input);
      const [made] = await tx.insertParsed(resource, [
        { ...input, ...rules.compute?.(input, { before: undefined, now: tx.now }) },
      ]);
      if (!made) throw new Error("An insert of one row made none");
      // Nobody makes what they may not know of: a house that is new is no resident's.
      if (!canSeeRow(tx.viewer, resource, made)) throw forbidden();
      await rules.check?.(tx, { after: made, before: undefined });
      return made;
    });
    return { message: createSavedMessage("added", resource.label), row };
  }

  async function updatePlain(
    ctx: RequestContext,
    { id, body, version }: { id: number; body: unknown; version: number | undefined },
  ): Promise<Outcome> {
    const parsed = parseBody(resource.input, body);
    const row = await ctx.transaction(async (tx) => {
      const before = await tx.get(resource, id);
      const input = { ...parsed, ...omittedFields(resource, { parsed, body, before }) };
      if (version !== undefined && version !== before.Version)
        throw staleVersion((await rules.staleMessage?.(tx, { row: before, input })) ?? createMessage("stale"), {
          row: before,
          changed: await tx.readEditsSince(resource, { id, version }),
        });
      assertFixedUnchanged(resource, { before, input });
      if (rules.update) return rules.update(tx, { row: before, input });
      await lockInputReferences(tx, resource, changedValues(input, before));
      const after = tx.updateParsed(resource, before, { ...input, ...rules.compute?.(input, { before, now: tx.now }) });
      await rules.check?.(tx, { after, before });
      return after;
    });
    return { message: rules.updatedMessage?.(row) ?? createSavedMessage("updated", resource.label), row };
  }

  async function removePlain(ctx: RequestContext, id: number): Promise<Outcome> {
    await ctx.transaction(async (tx) => {
      const row = await tx.get(resource, id);
      if (rules.remove) return rules.remove(tx, row);
      await rules.checkRemove?.(tx, row);
      await assertNotReferenced(tx, { resource, id });
      tx.remove(resource, row);
    });
    return { message: rules.removedMessage ?? createSavedMessage("deleted", resource.label) };
  }
}

/** Parses or refuses with the message of the first field and a map of all. */
export function parseBody<Parsed>(schema: z.ZodType<Parsed>, body: unknown): Parsed {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const errors: Record<string, string> = {};
  for (const issue of parsed.error.issues) errors[String(issue.path[0] ?? "body")] ??= issue.message;
  throw invalid(parsed.error.issues[0]?.message ?? createMessage("validation"), errors);
}

/** What is wrong with a query is said at the first parameter that is wrong or unknown. */
function parseQuery<Query extends Shape>(
  schema: z.ZodObject<Query> | undefined,
  query: unknown,
): z.output<z.ZodObject<Query>>;
function parseQuery(schema: z.ZodObject | undefined, query: unknown): unknown {
  const parsed = z.strictObject(schema?.shape ?? {}).safeParse(query);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw invalidParameter(issue?.code === "unrecognized_keys" ? String(issue.keys[0]) : String(issue?.path[0]));
}

function parseOptionalBody<Body>(schema: z.ZodType<Body> | undefined, body: unknown): Body;
function parseOptionalBody(schema: z.ZodType | undefined, body: unknown): unknown {
  return schema ? parseBody(schema, body) : undefined;
}

/** Everything referred to must exist, and stay until this is written. */
async function lockInputReferences(tx: Transaction, resource: AnyResource, input: Doc): Promise<void> {
  for (const [field, { target }] of resource.fields) {
    const value = input[field];
    if (target === undefined || value === undefined) continue;
    const ids = (Array.isArray(value) ? value : [value]).filter((id) => typeof id === "number");
    await tx.lockReferences(target, ids, field);
  }
}

/** What a change does not name stays as it was, whatever a new record would begin with. */
function omittedFields<Row extends StoredRow>(
  resource: Resource<Row>,
  { parsed, body, before }: { parsed: Doc; body: unknown; before: Row },
): Doc {
  const named = new Set(typeof body === "object" && body !== null ? Object.keys(body) : []);
  const unnamed = Object.keys(parsed).filter((field) => !named.has(field) && resource.fields.has(field));
  return Object.fromEntries(unnamed.map((field) => [field, before[field]]));
}

function changedValues(input: Doc, before: Doc): Doc {
  return Object.fromEntries(Object.entries(input).filter(([name, value]) => before[name] !== value));
}

function assertFixedUnchanged(resource: AnyResource, { before, input }: { before: Doc; input: Doc }): void {
  const changed = resource.immutable.filter((field) => input[field] !== before[field]);
  const [first] = changed;
  if (first === undefined) return;
  const errors = Object.fromEntries(changed.map((field) => [field, createMessage("immutable-field", { field })]));
  throw invalid(createMessage("immutable-field", { field: first }), errors);
}

async function assertNotReferenced(
  tx: Transaction,
  { resource, id }: { resource: AnyResource; id: number },
): Promise<void> {
  for (const holder of resourcesReferencing(resource)) {
    if (holder.internal) continue;
    for (const [field, { target }] of holder.fields) {
      if (target?.name !== resource.name) continue;
      const row = await tx.findFirst(holder, { [field]: id });
      if (!row) continue;
      const known = canAccess(tx.viewer, { resource: holder, verb: "list" }) && canSeeRow(tx.viewer, holder, row);
      const name = known ? `${holder.label} ${row[holder.titleField]}` : holder.label;
      throw conflict(createMessage("in-use", { label: resource.label, holder: name }));
    }
  }
}
