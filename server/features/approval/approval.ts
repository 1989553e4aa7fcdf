import { approve, decline } from "../../../shared/endpoints/approval.ts";
import { createMessage } from "../../../shared/messages.ts";
import { type Viewer, visibleRowsKey } from "../../../shared/permissions.ts";
import { type Approval, approval } from "../../../shared/resources/approval.ts";
import { type ApprovalRequest, approvalRequest } from "../../../shared/resources/approval-request.ts";
import type { RequestContext } from "../../commits/request-context.ts";
import type { Transaction } from "../../commits/transaction.ts";
import { conflict, forbidden, HttpError, notFound } from "../../errors.ts";
import { defineWriteHandler, type EndpointHandler } from "../../http/endpoint-handler.ts";
import { parseId } from "../../http/request.ts";
import { areUnchangedSince } from "../../http/versions.ts";
import type { Feature, FeatureServices } from "../feature.ts";

export const feature: Feature = { initialize: (services) => ({ endpointHandlers: createDecisionHandlers(services) }) };

/** Approves and declines requests. The person who decides must not be the requester. */
function createDecisionHandlers(services: FeatureServices): EndpointHandler[] {
  const { approvableCalls, permissionCache, present } = services;
  return [
    defineWriteHandler(approve, approval, {
      write: async ({ ctx, params, body: { Note }, reauthorize }) => {
        const id = parseId(approval, params.ApprovalID);
        const { row, request } = await readPending(ctx, id);
        const requester = permissionCache.identifyUser(row.RequesterID);
        if (!requester) throw await markStale(ctx, id, noPermissionReason);
        let approved = row;
        const approvedCtx = ctx.asApproved({
          viewer: requester.viewer,
          by: { UserID: row.RequesterID, name: requester.name },
          recordApproval: async (tx) => {
            assertRequesterAllowed(requester.viewer, request);
            const current = await findPendingRow(tx, id);
            if (!(await areUnchangedSince(tx, request))) throw conflict(createMessage("stale"));
            approved = tx.update(approval, current, { ...decisionOf(ctx, tx), State: "approved", Note });
          },
        });
        try {
          await approvableCalls.run(approvedCtx, request);
        } catch (error) {
          if (!isRefusal(error)) throw error;
          // Throws if the request was refused because the approver's rights were withdrawn.
          await reauthorize();
          throw await markStale(ctx, id, staleReasonOf(error));
        }
        return approved;
      },
      respond: (row) => ({ ...createMessage("approved"), data: present(approval, row) }),
    }),
    defineWriteHandler(decline, approval, {
      write: ({ ctx, params, body: { Note } }) => {
        const id = parseId(approval, params.ApprovalID);
        return ctx.transaction(async (tx) => {
          const row = await findPendingRow(tx, id);
          assertOtherPerson(ctx, row);
          return tx.update(approval, row, { ...decisionOf(ctx, tx), State: "declined", Note });
        });
      },
      respond: (row) => ({ ...createMessage("declined"), data: present(approval, row) }),
    }),
  ];

  /**
   * Throws 403 if the requester is disabled or may not make the call any more, or if their visible rows have changed
   * since `viewer` was read.
   */
  function assertRequesterAllowed(viewer: Viewer, request: ApprovalRequest): void {
    const requester = permissionCache.identifyUser(viewer.UserID);
    if (!requester || visibleRowsKey(requester.viewer) !== visibleRowsKey(viewer)) throw forbidden();
    approvableCalls.assertAllowed(requester.viewer, request);
  }

  /** The approval with the requested call. Throws 403 if the user is the requester, and 409 if it has been decided. */
  function readPending(ctx: RequestContext, id: number): Promise<{ row: Approval; request: ApprovalRequest }> {
    return ctx.detached().transaction(async (tx) => {
      const row = await findPendingRow(tx, id);
      assertOtherPerson(ctx, row);
      const request = await tx.findFirst(approvalRequest, { ApprovalID: id });
      if (!request) throw notFound(approval.label);
      return { row, request };
    });
  }

  /** Marks a request as stale, because it is no longer possible. Returns the 409 error for the response. */
  function markStale(ctx: RequestContext, id: number, StaleReason: string): Promise<HttpError> {
    return ctx.detached().transaction(async (tx) => {
      const row = await findPendingRow(tx, id);
      const stale = tx.update(approval, row, { ...decisionOf(ctx, tx), State: "stale", StaleReason });
      return conflict(createMessage("stale"), stale);
    });
  }
}

/** Throws 404 if the approval does not exist, and 409 with its state if it has been decided. */
async function findPendingRow(tx: Transaction, id: number): Promise<Approval> {
  // Not `get`, which checks what the viewer can see: an approved call runs as the requester, who may not see approvals.
  const row = await tx.findFirst(approval, { ApprovalID: id });
  if (!row) throw notFound(approval.label);
  if (row.State === "pending") return row;
  throw conflict(createMessage("wrong-state", { record: approval.label, state: row.State }), row);
}

function assertOtherPerson({ viewer }: RequestContext, { RequesterID }: Approval): void {
  if (viewer.UserID === RequesterID) throw forbidden(createMessage("own-request"));
}

function decisionOf({ by }: RequestContext, tx: Transaction) {
  return { IsPending: 0, DeciderID: by.UserID, DecidedBy: by.name, DecidedAt: tx.now.toISOString() } as const;
}

/** Whether the call was refused for a permanent reason. An unreachable database, for example, is temporary. */
function isRefusal(error: unknown): error is HttpError {
  return error instanceof HttpError && [400, 403, 404, 409].includes(error.status);
}

function staleReasonOf({ status, message }: HttpError): string {
  return status === 403 ? noPermissionReason : message;
}

const noPermissionReason = "The requester no longer has the permission";
