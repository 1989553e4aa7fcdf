import type { Response } from "express";
import { z } from "zod";
import { createMessage } from "../../shared/messages.ts";
import type { Viewer } from "../../shared/permissions.ts";
import { approval } from "../../shared/resources/approval.ts";
import { type ApprovalRequest, approvalRequest } from "../../shared/resources/approval-request.ts";
import { users } from "../../shared/resources/users.ts";
import { type IdempotencyKey, type IdempotencyStore, readInsertedRows } from "../commits/idempotency.ts";
import type { RequestContext } from "../commits/request-context.ts";
import type { Transaction } from "../commits/transaction.ts";
import type { Doc, Store } from "../database/store.ts";
import { ApprovalRequired, forbidden } from "../errors.ts";
import { areUnchangedSince } from "./versions.ts";

type Answer = Readonly<Record<string, unknown>>;

/** A call of the API that is stored for approval and answered 202 if it exceeds an approval limit of the society. */
interface ApprovableCall {
  /** Identifies the call in stored requests: method and path of an endpoint, or verb and name of a resource. */
  operation: string;
  /** Undefined for a call without a body. */
  bodySchema: z.ZodType | undefined;
  isAllowed: (viewer: Viewer) => boolean;
  /** `recordId` is the id in the path, 0 for a call without one. */
  run: (ctx: RequestContext, request: { recordId: number; body: unknown }) => Promise<unknown>;
}

/** A call of any route; `recordId` is 0 for a call without an id in the path. */
interface Call extends Pick<ApprovableCall, "operation"> {
  ctx: RequestContext;
  key?: IdempotencyKey;
  recordId: number;
  body: unknown;
  run: () => Promise<Answer>;
  /** The answer to a repeated call whose first answer is not stored, from the rows of its transaction. */
  rebuildAnswer: (transactionId: string) => Promise<Answer>;
}

/** The calls that can need approval. Each route adds its call, and an approval runs the stored call again. */
export class ApprovableCalls {
  readonly #calls = new Map<string, ApprovableCall>();
  readonly #options: { store: Store; idempotency: IdempotencyStore };

  constructor(options: { store: Store; idempotency: IdempotencyStore }) {
    this.#options = options;
  }

  add(call: ApprovableCall): void {
    this.#calls.set(call.operation, call);
  }

  /** Runs a stored call with the context of its requester. Throws 403 if the requester lacks the permission by now. */
  async run(ctx: RequestContext, { Operation, RecordID, Body }: ApprovalRequest): Promise<void> {
    const call = this.#find(ctx.viewer, Operation);
    // A call without a body is stored as null.
    await call.run(ctx, { recordId: RecordID, body: JSON.parse(Body) ?? undefined });
  }

  /** Throws 403 if the viewer may not make the stored call. */
  assertAllowed(viewer: Viewer, { Operation }: ApprovalRequest): void {
    this.#find(viewer, Operation);
  }

  #find(viewer: Viewer, operation: string): ApprovableCall {
    const call = this.#calls.get(operation);
    if (!call?.isAllowed(viewer)) throw forbidden();
    return call;
  }

  /** Runs a call of any route, at most once if it has an idempotency key. See `runOrRequestApproval`. */
  answer({ ctx, key, run, rebuildAnswer, ...call }: Call): Promise<Answer> {
    const { store, idempotency } = this.#options;
    const approvable = this.#calls.get(call.operation);
    const runOrStore = () => {
      if (!approvable) return run();
      const body = omitUnknownFields(approvable.bodySchema, call.body);
      return runOrRequestApproval(ctx, { ...call, body }, run);
    };
    if (!key) return runOrStore();
    return idempotency.runOnce(key, {
      run: runOrStore,
      rebuildAnswer: async (transactionId) => {
        const { firstRow } = await readInsertedRows(store.connection, { transactionId, resource: approval });
        return firstRow ? createAnswer(firstRow) : rebuildAnswer(transactionId);
      },
    });
  }
}

/**
 * The fields of the body that the schema has, with the values that were sent: the call parses them again when it is
 * approved. `Version` is left out too, because the approval checks the versions.
 */
function omitUnknownFields(schema: z.ZodType | undefined, body: unknown): unknown {
  if (!schema) return undefined;
  const { shape } = z.instanceof(z.ZodObject).parse(schema);
  return Object.fromEntries(Object.entries(body ?? {}).filter(([name]) => Object.hasOwn(shape, name)));
}

/** Runs a call. If it needs approval, stores the call instead and returns the answer for status 202. */
export async function runOrRequestApproval(
  ctx: RequestContext,
  { operation, recordId, body }: Pick<Call, "operation" | "recordId" | "body">,
  run: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof ApprovalRequired)) throw error;
    const call = { Operation: operation, RecordID: recordId, Body: JSON.stringify(body ?? null) };
    return createAnswer(await ctx.transaction((tx) => storeCall(tx, error, call)));
  }
}

/** Sends a successful answer, with status 202 if the call waits for approval. */
export function sendAnswer(res: Response, answer: Answer): void {
  res.status(answer.code === sentForApproval.code ? 202 : 200).json(answer);
}

/** `data` of the answer to a call that waits for approval. */
export const requestedApprovalSchema = z.object({ ApprovalID: z.int().min(1) });

const sentForApproval = createMessage("sent-for-approval");

function createAnswer({ ApprovalID }: Doc): Answer {
  return { success: true, ...sentForApproval, data: { ApprovalID } };
}

/**
 * Inserts the approval, or returns the pending approval of the same call, because a repeated PUT or DELETE has no
 * Idempotency-Key.
 */
async function storeCall(
  tx: Transaction,
  { subject: { Versions, ...subject } }: ApprovalRequired,
  call: Pick<ApprovalRequest, "Operation" | "RecordID" | "Body">,
): Promise<Doc> {
  if (call.RecordID > 0) {
    // Simultaneous calls of this user run one after the other.
    await tx.lockRows(users, [tx.by.UserID], "RequesterID");
    const repeated = await findPendingApproval(tx, call);
    if (repeated) return repeated;
  }
  // The house may have been deleted since the call was refused.
  await tx.lockReferences(approval, subject);
  const inserted = await tx.insert(approval, {
    ...subject,
    State: "pending",
    IsPending: 1,
    RequesterID: tx.by.UserID,
    RequestedBy: tx.by.name,
    RequestedAt: tx.now.toISOString(),
    DeciderID: null,
    DecidedBy: "",
    DecidedAt: null,
    Note: "",
    StaleReason: "",
  });
  await tx.insert(approvalRequest, { ...call, Versions, ApprovalID: inserted.ApprovalID });
  return inserted;
}

/** The pending approval of the same call by the same user, if it can still be approved. */
async function findPendingApproval(tx: Transaction, call: Partial<ApprovalRequest>): Promise<Doc | undefined> {
  for (const request of await tx.find(approvalRequest, call)) {
    const pending = { ApprovalID: request.ApprovalID, IsPending: 1, RequesterID: tx.by.UserID } as const;
    const row = await tx.findFirst(approval, pending);
    if (row && (await areUnchangedSince(tx, request))) return row;
  }
  return undefined;
}
