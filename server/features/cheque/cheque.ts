import { isBouncedOrReturned } from "../../../shared/domain/cheques.ts";
import { isMailableReceipt } from "../../../shared/domain/mail-state.ts";
import {
  bounceCheque as bounceEndpoint,
  clearCheque as clearEndpoint,
  returnCheque as returnEndpoint,
} from "../../../shared/endpoints/cheque.ts";
import { createMessage } from "../../../shared/messages.ts";
import { type Cheque, cheque, chequeName } from "../../../shared/resources/cheque.ts";
import { chequeEntry } from "../../../shared/resources/cheque-entry.ts";
import { paymentReceipt, type Receipt } from "../../../shared/resources/payment-receipt.ts";
import { type Plot, plot } from "../../../shared/resources/plot.ts";
import type { RequestContext } from "../../commits/request-context.ts";
import type { Transaction } from "../../commits/transaction.ts";
import { defineWriteHandler, type EndpointResponse } from "../../http/endpoint-handler.ts";
import { parseId } from "../../http/request.ts";
import { isEmailAddress } from "../../mail/message.ts";
import { getOrCreateMessageIdSuffix, queueMails } from "../../mail/outbox.ts";
import { bounceCheque, clearCheque, returnCheque } from "../../services/cheque-steps.ts";
import { toLetterhead } from "../../services/society.ts";
import type { Feature, FeatureContributions, FeatureServices } from "../feature.ts";
import { renderBounceMail } from "./mail-template.ts";

type StepMessage = "cheque-cleared" | "cheque-bounced" | "cheque-bounce-charged" | "cheque-returned";

export const feature: Feature = { initialize: initializeCheques };

/** Clears, bounces and returns cheques, and mails the payer of a bounced one. */
function initializeCheques({ present, store, readSociety }: FeatureServices): FeatureContributions {
  return {
    endpointHandlers: [
      defineWriteHandler(clearEndpoint, cheque, {
        write: ({ ctx, params, body }) => changeCheque(ctx, params, (tx, before) => clearCheque(tx, before, body.Date)),
        respond: (row) => respond("cheque-cleared", row),
      }),
      defineWriteHandler(bounceEndpoint, cheque, {
        write: ({ ctx, params, body }) =>
          changeCheque(ctx, params, async (tx, before) => {
            await queueBounceMail(tx, before, await bounceCheque(tx, before, body));
          }),
        respond: (row) => respond(row.ChargeID === null ? "cheque-bounced" : "cheque-bounce-charged", row),
      }),
      defineWriteHandler(returnEndpoint, cheque, {
        write: ({ ctx, params, body }) =>
          changeCheque(ctx, params, (tx, before) => returnCheque(tx, before, body.Date)),
        respond: (row) => respond("cheque-returned", row),
      }),
    ],
    mailHandlers: {
      bounce: {
        compose: async ({ PaymentReceiptID, MessageID }) => {
          const receipt = await store.get(paymentReceipt, PaymentReceiptID ?? 0);
          const [row] = await store.find(cheque, { PaymentReceiptID });
          const house = receipt && (await store.get(plot, receipt.PlotID));
          if (!receipt || !row || !house || receipt.VoidedAt !== null || !isBouncedOrReturned(receipt))
            return { state: "withdrawn" };
          const [bounce] = await store.find(
            chequeEntry,
            { ChequeID: row.ChequeID, State: "bounced" },
            { sort: { ChequeEntryID: -1 }, limit: 1 },
          );
          // After another bounce, a failed mail that is sent again would repeat the mail about that bounce.
          if (!bounce || !MessageID.startsWith(messageIdPrefix(bounce))) return { state: "withdrawn" };
          if (!canMailPayer(receipt, house)) return { state: "withdrawn" };
          return renderBounceMail({ receipt, house, bounce, society: toLetterhead(readSociety()) });
        },
        applyOutcome: async () => undefined,
      },
    },
  };

  function respond(code: StepMessage, row: Cheque): EndpointResponse {
    return { ...createMessage(code, { cheque: chequeName(row) }), data: present(cheque, row) };
  }
}

/** Runs a step of a cheque. Returns the cheque after the step. */
function changeCheque(
  ctx: RequestContext,
  { ChequeID }: Readonly<Record<string, string>>,
  step: (tx: Transaction, before: Cheque) => Promise<void>,
): Promise<Cheque> {
  const id = parseId(cheque, ChequeID);
  return ctx.transaction(async (tx) => {
    await step(tx, await tx.get(cheque, id));
    return tx.get(cheque, id);
  });
}

/** Queues the mail to the payer, unless the house has another owner or no valid address. */
async function queueBounceMail(tx: Transaction, row: Cheque, bounce: { ChequeEntryID: number }) {
  const { PaymentReceiptID, PlotID } = row;
  const house = await tx.get(plot, PlotID);
  if (!canMailPayer(await tx.get(paymentReceipt, PaymentReceiptID), house)) return;
  const MessageID = messageIdPrefix(bounce) + (await getOrCreateMessageIdSuffix(tx));
  await queueMails(tx, "bounce", [{ PaymentReceiptID, To: house.EmailID, MessageID }]);
}

function messageIdPrefix({ ChequeEntryID }: { ChequeEntryID: number }): string {
  return `bounce-${ChequeEntryID}-`;
}

/**
 * Whether the payer is the current owner of the house and has a valid address. After a transfer only receipts that may be
 * mailed count, so none from before an address was entered.
 */
function canMailPayer(receipt: Receipt, house: Plot): boolean {
  return isEmailAddress(house.EmailID) && (house.OwnedFrom === null || isMailableReceipt(receipt, house));
}
