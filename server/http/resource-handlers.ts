import { z } from "zod";
import { canAccess, findReferencingResources } from "../../shared/domain/resource-access.ts";
import { createMessage, createSavedMessage, type Message } from "../../shared/messages.ts";
import { canSeeRow, type Viewer } from "../../shared/permissions.ts";
import { type AnyResource, isRowOf, type Resource, type StoredRow } from "../../shared/registry.ts";
import type { InsertedRows } from "../commits/idempotency.ts";
import type { RequestContext } from "../commits/request-context.ts";
import type { Transaction } from "../commits/transaction.ts";
import type { ReferenceCache } from "../database/reference-cache.ts";
import { type Doc, idOf, type Store } from "../database/store.ts";
import { conflict, forbidden, type HttpError, invalid, staleVersion } from "../errors.ts";
import { parseBody } from "./request.ts";
import { isUnchangedSince } from "./versions.ts";

/** The result of a POST, PUT or DELETE of a resource. */
export interface WriteOutcome {
  message: Message;
  /** The written row, which is sent as a record. */
  row?: Doc;
  /** `data` of the response if there is no `row`. */
  data?: unknown;
  /** Further fields of the response. */
  extras?: Doc;
}

/** The rules by which a resource differs from plain CRUD, all optional. */
interface ResourceRules<Row extends StoredRow, Parsed>
  extends Pick<
    ResourceHandlers,
    "removeBodySchema" | "listExtras" | "createReturnsList" | "approvableVerbs" | "openapi"
  > {
  /** The server fields of a row that is inserted or updated. */
  computeServerFields?: (
    input: Parsed,
    { before, now }: { before: Row | undefined; now: Date },
  ) => Readonly<Partial<Row>>;
  /** Runs in the transaction after an insert or update. Throws if the row is invalid, or writes dependent rows. */
  afterSave?: (tx: Transaction, { after, before }: { after: Row; before: Row | undefined }) => Promise<void>;
  /** Runs before a row is deleted. Throws if it must not be deleted, or writes dependent rows. */
  beforeRemove?: (tx: Transaction, row: Row) => Promise<void>;
  /** Only viewers with scope `all` can create rows. */
  createRequiresScopeAll?: true;
  /** Replaces the plain insert of POST, including `computeServerFields`, `afterSave` and the locks of references. */
  createRow?: (tx: Transaction, input: Parsed) => Promise<Row>;
  /** `createRow` reads or writes many rows, so it runs in its own transaction. */
  createSkipsGroupCommit?: true;
  createdMessage?: (row: Row) => Message;
  /** Replaces POST where its body is not `input` or its response is not the row. */
  create?: (ctx: RequestContext, body: unknown) => Promise<WriteOutcome>;
  /** Answers a repeated POST that was processed already, from the rows it inserted then. Required with `create`. */
  answerRepeatedCreate?: (inserted: InsertedRows) => WriteOutcome;
  /**
   * Replaces the plain update of PUT, including `computeServerFields`, `afterSave` and the locks of references. Runs
   * again after a write conflict.
   */
  update?: (tx: Transaction, { row, input, body }: { row: Row; input: Parsed; body: unknown }) => Promise<Row>;
  /** A more specific message for an update that is based on an old version. */
  staleMessage?: (tx: Transaction, { row, input }: { row: Row; input: Parsed }) => Promise<Message>;
  updatedMessage?: (row: Row) => Message;
  removedMessage?: Message;
  /** Throws if the row cannot be removed, whichever version the request is based on. */
  assertRemovable?: (row: Row) => void;
  /** Replaces the plain removal of DELETE, including `beforeRemove` and the check for rows that reference the row. */
  remove?: (tx: Transaction, row: Row, body: unknown) => Promise<void>;
}

interface ListExtrasOptions {
  viewer: Viewer;
  store: Store;
  referenceCache: ReferenceCache;
}

/** A PUT or DELETE of a row. */
interface ChangeRequest {
  id: number;
  body: unknown;
  /** The version of the row that the change is based on, if the client has sent it. */
  version: number | undefined;
}

/** The handlers of a resource's POST, PUT and DELETE. */
export interface ResourceHandlers {
  resource: AnyResource;
  create: (ctx: RequestContext, body: unknown) => Promise<WriteOutcome>;
  answerRepeatedCreate: (inserted: InsertedRows) => WriteOutcome;
  update: (ctx: RequestContext, change: ChangeRequest) => Promise<WriteOutcome>;
  remove: (ctx: RequestContext, change: ChangeRequest) => Promise<WriteOutcome>;
  /** The schema of the body of DELETE; undefined if it has only the `Version`. */
  removeBodySchema?: z.ZodType;
  /** Adds fields to the response of a list. */
  listExtras?: (options: ListExtrasOptions) => Promise<Readonly<Record<string, unknown>>>;
  /** `data` in the response to POST is a list that contains only the new record. */
  createReturnsList?: true;
  /** These verbs are answered 202 above an approval limit of the society and run when a second person approves them. */
  approvableVerbs?: readonly ("create" | "update" | "remove")[];
  /** Documentation that cannot be derived from the resource. */
  openapi?: {
    /** The fields that `listExtras` adds. */
    listExtras?: z.ZodObject;
    /** `data` in the response to POST, if it is not the record. */
    createData?: z.ZodType;
    /** The fields that `extras` adds to the response to POST. */
    createExtras?: z.ZodObject;
    /** The body of PUT, if it has more fields than the record. */
    updateBody?: z.ZodType;
    /** Further error statuses of POST. */
    createErrors?: readonly (404 | 409)[];
  };
}

/** Plain CRUD of a resource, changed by the given rules. */
export function defineResourceHandlers<Row extends StoredRow, Rec extends object, Parsed extends Doc>(
  resource: Resource<Row, Rec, Parsed>,
  rules: ResourceRules<Row, Parsed> = {},
): ResourceHandlers {
  return {
    resource,
    create,
    answerRepeatedCreate: rules.answerRepeatedCreate ?? (({ firstRow }) => toCreateOutcome(firstRow)),
    update: updateRow,
    remove: removeRow,
    removeBodySchema: rules.removeBodySchema,
    listExtras: rules.listExtras,
    createReturnsList: rules.createReturnsList,
    approvableVerbs: rules.approvableVerbs,
    openapi: rules.openapi,
  };

  async function create(ctx: RequestContext, body: unknown): Promise<WriteOutcome> {
    if (rules.createRequiresScopeAll && ctx.viewer.scope !== "all") throw forbidden();
    if (rules.create) return rules.create(ctx, body);
    const input = parseBody(resource.input, body);
    const createRow = rules.createRow ?? insertRow;
    const writer = rules.createSkipsGroupCommit ? ctx.withoutGroupCommit() : ctx;
    return toCreateOutcome(await writer.transaction((tx) => createRow(tx, input)));
  }

  async function insertRow(tx: Transaction, input: Parsed): Promise<Row> {
    await tx.lockReferences(resource, input);
    const [inserted] = await tx.insertParsed(resource, [
      { ...input, ...rules.computeServerFields?.(input, { before: undefined, now: tx.now }) },
    ]);
    if (!inserted) throw new Error("insertParsed returned no row");
    // Viewers must not insert rows that they cannot see: a resident, for example, does not own a new house.
    if (!canSeeRow(tx.viewer, resource, inserted)) throw forbidden();
    await rules.afterSave?.(tx, { after: inserted, before: undefined });
    // `afterSave` may have changed the row.
    return tx.get(resource, idOf(resource, inserted));
  }

  function toCreateOutcome(row: Doc | undefined): WriteOutcome {
    if (rules.createdMessage && isRowOf(resource, row)) return { message: rules.createdMessage(row), row };
    return { message: createSavedMessage("added", resource.label), row };
  }

  async function updateRow(ctx: RequestContext, { id, body, version }: ChangeRequest): Promise<WriteOutcome> {
    const parsed = parseBody(resource.input, body);
    const row = await ctx.transaction(async (tx) => {
      const before = await tx.get(resource, id);
      const input = { ...parsed, ...readOmittedFields(resource, { parsed, body, before }) };
      if (version !== undefined && version !== before.Version)
        throw await createStaleError(tx, before, {
          version,
          message: await rules.staleMessage?.(tx, { row: before, input }),
        });
      assertImmutableUnchanged(resource, { before, input });
      if (rules.update) return rules.update(tx, { row: before, input, body });
      await tx.lockReferences(resource, input, before);
      const after = tx.updateParsed(resource, before, {
        ...input,
        ...rules.computeServerFields?.(input, { before, now: tx.now }),
      });
      await rules.afterSave?.(tx, { after, before });
      return tx.get(resource, id);
    });
    return { message: rules.updatedMessage?.(row) ?? createSavedMessage("updated", resource.label), row };
  }

  async function removeRow(ctx: RequestContext, { id, body, version }: ChangeRequest): Promise<WriteOutcome> {
    parseBody(rules.removeBodySchema ?? z.object({}), body === undefined ? {} : body);
    await ctx.transaction(async (tx) => {
      const row = await tx.get(resource, id);
      rules.assertRemovable?.(row);
      if (version !== undefined && !(await isUnchangedSince(tx, resource, { row, version })))
        throw await createStaleError(tx, row, { version });
      if (rules.remove) return rules.remove(tx, row, body);
      await rules.beforeRemove?.(tx, row);
      await assertNotReferenced(tx, { resource, id });
      tx.remove(resource, row);
    });
    return { message: rules.removedMessage ?? createSavedMessage("deleted", resource.label) };
  }

  /** A 409 error with the row and the edits since `version`. */
  async function createStaleError(
    tx: Transaction,
    row: Row,
    { version, message = createMessage("stale") }: { version: number; message?: Message | undefined },
  ): Promise<HttpError> {
    const edits = await tx.readEditsSince(resource, { id: idOf(resource, row), version });
    return staleVersion(message, { row, edits });
  }
}

/** The current values of fields that the body omits. They replace the defaults of the schema. */
function readOmittedFields<Row extends StoredRow>(
  resource: Resource<Row>,
  { parsed, body, before }: { parsed: Doc; body: unknown; before: Row },
): Doc {
  const sentFields = new Set(typeof body === "object" && body !== null ? Object.keys(body) : []);
  const omittedNames = Object.keys(parsed).filter((field) => !sentFields.has(field) && resource.fields.has(field));
  return Object.fromEntries(omittedNames.map((field) => [field, before[field]]));
}

function assertImmutableUnchanged(resource: AnyResource, { before, input }: { before: Doc; input: Doc }): void {
  const changedFields = resource.immutable.filter((field) => input[field] !== before[field]);
  const [firstField] = changedFields;
  if (firstField === undefined) return;
  const errors = Object.fromEntries(changedFields.map((field) => [field, createMessage("immutable-field", { field })]));
  throw invalid(createMessage("immutable-field", { field: firstField }), errors);
}

/** Throws 409 if another row references this one. The message names the other row only if the viewer may see it. */
async function assertNotReferenced(
  tx: Transaction,
  { resource, id }: { resource: AnyResource; id: number },
): Promise<void> {
  for (const referencing of findReferencingResources(resource)) {
    if (referencing.internal) continue;
    for (const [field, { target }] of referencing.fields) {
      if (target?.name !== resource.name) continue;
      const row = await tx.findFirst(referencing, { [field]: id });
      if (!row) continue;
      const isVisible =
        canAccess(tx.viewer, { resource: referencing, verb: "list" }) && canSeeRow(tx.viewer, referencing, row);
      const { label, namePrefix, titleField } = referencing;
      const referencingRecord = isVisible ? `${label} ${namePrefix}${row[titleField]}` : label;
      throw conflict(createMessage("in-use", { label: resource.label, holder: referencingRecord }));
    }
  }
}
