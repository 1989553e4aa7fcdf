import { z } from "zod";
import { formatDay } from "../../../shared/dates.ts";
import { confirmClaim, declineClaim, readSlip, replaceSlip } from "../../../shared/endpoints/claim.ts";
import { createMessage } from "../../../shared/messages.ts";
import { formatPaisa, toRupees } from "../../../shared/money.ts";
import { canSeeRow } from "../../../shared/permissions.ts";
import { type Claim, claim, maxOpenClaims, openClaimFields } from "../../../shared/resources/claim.ts";
import { receiptName } from "../../../shared/resources/payment-receipt.ts";
import { type Plot, plot } from "../../../shared/resources/plot.ts";
import { users } from "../../../shared/resources/users.ts";
import { RateLimiter } from "../../access/rate-limiter.ts";
import type { Transaction } from "../../commits/transaction.ts";
import { conflict, forbidden, invalidField } from "../../errors.ts";
import {
  createRebuild,
  defineEndpointHandler,
  defineWriteHandler,
  type EndpointHandler,
  type EndpointResponse,
} from "../../http/endpoint-handler.ts";
import { parseBody, parseId } from "../../http/request.ts";
import { defineResourceHandlers } from "../../http/resource-handlers.ts";
import { readAttachment, saveAttachment } from "../../services/attachments.ts";
import { findHouse } from "../../services/houses.ts";
import { readOwnerNames, wasOwnedByCurrentOwnerOn } from "../../services/ownership.ts";
import { queueReceiptTransaction } from "../../services/receipts/add-receipts.ts";
import { createReceipt, parseReceipt } from "../../services/receipts/create-receipt.ts";
import { assertPaymentDate } from "../../services/receipts/payment-dates.ts";
import { assertPaymentDetails } from "../../services/receipts/payment-details.ts";
import { readVisibleRow } from "../../services/visible-rows.ts";
import type { Feature, FeatureServices } from "../feature.ts";

type ClaimInput = z.output<typeof claim.input>;

const slipLabel = "Slip";

/** Payments that residents say they have made: claims with slips, confirmed by a receipt or declined by the office. */
export const feature: Feature = {
  resourceHandlers: defineResourceHandlers(claim, {
    openapi: { createErrors: [409] },
    createRow: createClaim,
    createdMessage: () => createMessage("claim-added"),
    assertRemovable: assertOpenClaim,
  }),
  initialize: (services) => ({
    endpointHandlers: [...createSlipHandlers(services), ...createDecisionHandlers(services)],
  }),
};

/** Throws 409 if the house has `maxOpenClaims` open claims, and 403 as `lockLinkedPlot` does. */
async function createClaim(tx: Transaction, input: ClaimInput): Promise<Claim> {
  await lockLinkedPlot(tx, input.PlotID);
  await assertPaymentDate(tx, input);
  await assertPaymentDetails(tx, { ...input, PaymentMethod: input.Method });
  const ownedFrom = tx.viewer.ownedFrom.get(input.PlotID);
  if (ownedFrom !== undefined && input.PaymentDate < ownedFrom)
    throw invalidField("PaymentDate", createMessage("owned-since", { day: formatDay(ownedFrom) }));
  // Claims of an earlier owner do not count, because the current one cannot withdraw them.
  const open = (await tx.find(claim, { PlotID: input.PlotID, State: "open" })).filter((row) =>
    canSeeRow(tx.viewer, claim, row),
  );
  if (open.length >= maxOpenClaims) throw conflict(createMessage("too-many-claims", { count: maxOpenClaims }));
  const house = await tx.get(plot, input.PlotID);
  const ownerOn = await readOwnerNames(tx, [{ house, day: input.PaymentDate }]);
  return tx.insert(claim, {
    ...input,
    ...openClaimFields,
    OwnerName: ownerOn(house, input.PaymentDate),
    CreatedAt: tx.now.toISOString(),
    OwnedFrom: wasOwnedByCurrentOwnerOn(house, input.PaymentDate) ? house.OwnedFrom : null,
  });
}

/**
 * Locks the house against a transfer. Throws 403 if one has unlinked the resident from it since the request was
 * authorized.
 */
async function lockLinkedPlot(tx: Transaction, PlotID: number): Promise<void> {
  await tx.lockRows(plot, [PlotID], "PlotID");
  const { scope, UserID } = tx.viewer;
  if (scope === "all") return;
  const user = await tx.findFirst(users, { UserID });
  if (!user?.PlotIDs.includes(PlotID)) throw forbidden();
}

function createSlipHandlers({ store, diskSpace, present, connection }: FeatureServices): EndpointHandler[] {
  // Limits the disk space of replaced files, which are deleted only by the daily cleanup.
  const limiter = new RateLimiter({ connection, name: "slip", maxAttempts: 30, windowMinutes: 15 });
  return [
    defineEndpointHandler(replaceSlip, async ({ ctx, params, file }) => {
      const { viewer } = ctx;
      const before = await readVisibleRow(store, { viewer, resource: claim, id: params.ClaimID });
      const id = before.ClaimID;
      assertOpenClaim(before);
      await limiter.consume(String(viewer.UserID));
      const attachment = await saveAttachment({ store, diskSpace }, { file, name: slipName(id), label: slipLabel });
      const row = await ctx.transaction(async (tx) => {
        await lockLinkedPlot(tx, before.PlotID);
        return tx.update(claim, await getOpenClaim(tx, id), attachment);
      });
      const data = present(claim, row);
      return { ...createMessage("file-attached"), data };
    }),
    defineEndpointHandler(readSlip, async ({ ctx, params }) => {
      const row = await readVisibleRow(store, { viewer: ctx.viewer, resource: claim, id: params.ClaimID });
      return { file: await readAttachment(store, { ...row, name: slipName(row.ClaimID), label: slipLabel }) };
    }),
  ];
}

function createDecisionHandlers({ present }: FeatureServices): EndpointHandler[] {
  return [
    {
      endpoint: confirmClaim,
      // Reads the unparsed body, because only there a missing field differs from an empty one.
      handle: async ({ ctx, params, body }) => {
        const id = parseId(claim, params.ClaimID);
        const values = parseBody(z.looseObject({}), body);
        const row = await queueReceiptTransaction(() =>
          ctx.transaction(async (tx) => {
            const before = await getOpenClaim(tx, id);
            const parsed = parseReceipt({ ...(await toReceiptBody(tx, before)), ...values });
            // First, because above a limit `createReceipt` ends with a request for approval.
            assertHouseOfClaim(before, await findHouse(tx, parsed.input.HouseNo));
            const { PaymentReceiptID, ReceiptNo } = await createReceipt(tx, parsed);
            return tx.update(claim, before, { State: "confirmed", PaymentReceiptID, ReceiptNo });
          }),
        );
        return respondConfirmed(row);
      },
      rebuild: createRebuild(claim, respondConfirmed),
    },
    defineWriteHandler(declineClaim, claim, {
      write: ({ ctx, params, body: { Note } }) => {
        const id = parseId(claim, params.ClaimID);
        return ctx.transaction(async (tx) => tx.update(claim, await getOpenClaim(tx, id), { State: "declined", Note }));
      },
      respond: (row) => ({
        ...createMessage("claim-declined", { amount: formatPaisa(row.Amount) }),
        data: present(claim, row),
      }),
    }),
  ];

  function respondConfirmed(row: Claim): EndpointResponse {
    const receipt = receiptName({ ReceiptNo: row.ReceiptNo ?? 0 });
    return { ...createMessage("claim-confirmed", { receipt }), data: present(claim, row) };
  }
}

/** The body of a receipt with the values of the claim. */
async function toReceiptBody(tx: Transaction, row: Claim) {
  const { HouseNo } = await tx.get(plot, row.PlotID);
  const { Amount, PaymentDate, Method: PaymentMethod, Reference, BankName, ChequeNo, ChequeDate } = row;
  return {
    HouseNo,
    AmountPaid: toRupees(Amount),
    PaymentDate,
    PaymentMethod,
    Reference,
    BankName,
    ChequeNo,
    ChequeDate,
  };
}

/** Throws 400 if the receipt is of another house than the claim, whose residents would not see the receipt. */
function assertHouseOfClaim({ PlotID }: Claim, house: Plot): void {
  if (house.PlotID !== PlotID) throw invalidField("HouseNo", createMessage("immutable-field", { field: "HouseNo" }));
}

/** Throws 404 for a claim that the viewer may not see, and 409 for one that the office has decided on. */
async function getOpenClaim(tx: Transaction, id: number): Promise<Claim> {
  const row = await tx.get(claim, id);
  assertOpenClaim(row);
  return row;
}

function assertOpenClaim(row: Claim): void {
  if (row.State !== "open")
    throw conflict(createMessage("wrong-state", { record: claim.label, state: row.State }), row);
}

function slipName(ClaimID: number): string {
  return `claim-${ClaimID}`;
}
