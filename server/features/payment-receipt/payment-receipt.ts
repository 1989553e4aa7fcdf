import { z } from "zod";
import { type Day, formatDay } from "../../../shared/dates.ts";
import { emptySettlement } from "../../../shared/domain/house-settlement.ts";
import { receiptVoids } from "../../../shared/endpoints/voids.ts";
import { createMessage, messages } from "../../../shared/messages.ts";
import { formatPaisa, paisa, zero } from "../../../shared/money.ts";
import { canSeeRow } from "../../../shared/permissions.ts";
import type { RowOf } from "../../../shared/registry.ts";
import {
  paymentReceipt,
  receiptBody,
  receiptName,
  receiptOptions,
  voidReceiptBody,
} from "../../../shared/resources/payment-receipt.ts";
import { plot } from "../../../shared/resources/plot.ts";
import type { Transaction } from "../../commits/transaction.ts";
import { conflict, invalidField } from "../../errors.ts";
import { parseBody } from "../../http/request.ts";
import { defineResourceHandlers } from "../../http/resource-handlers.ts";
import { accountOfMethod, assertOpenAccount, readMethodAccounts } from "../../services/accounts.ts";
import { assertCreditUnused } from "../../services/adjustments.ts";
import { approvalRequired, assertWithinLimit, createBackdateCheck, versionOf } from "../../services/approval-limits.ts";
import { readOwnerNames } from "../../services/ownership.ts";
import { reverseAllocations, settleHouses } from "../../services/settlement.ts";
import { countUnsentReceipts } from "../../services/unsent-receipts.ts";
import { assertValidRow } from "../../services/valid-rows.ts";
import { createVoidsHandler } from "../../services/voids.ts";
import type { Feature } from "../feature.ts";
import { addReceipts, lockHouses, type PayingHouse, runSerially } from "./add-receipts.ts";
import { receiptImportHandlers } from "./import.ts";
import { initializeReceiptMail } from "./mail.ts";
import { mailStateAfterChange } from "./mail-queue.ts";
import { assertPaymentDate } from "./payment-dates.ts";
import { assertNoDuplicate, assertPaymentDetails, changesDuplicateCheckFields } from "./payment-details.ts";

type Receipt = RowOf<typeof paymentReceipt>;

export const feature: Feature = {
  resourceHandlers: defineResourceHandlers(paymentReceipt, {
    mayNeedApproval: ["create", "update", "remove"],
    openapi: {
      updateBody: receiptBody,
      createErrors: [409],
      listExtras: z.object({
        msg: z.string().meta({ description: "A sentence for users: how many receipts are still to be mailed" }),
      }),
    },
    create: async (ctx, body) => {
      const input = parseBody(paymentReceipt.input, body);
      const { AllowDuplicate } = parseBody(receiptOptions, body);
      const row = await runSerially(() =>
        ctx.transaction(async (tx) => {
          await assertPaymentDate(tx, input);
          await assertPaymentDetails(tx, input);
          await assertOpenAccount(tx, input.AccountID);
          if (!AllowDuplicate) await assertNoDuplicate(tx, input);
          const [receipt] = await addReceipts(tx, [{ input, house: await findHouse(tx, input.HouseNo) }]);
          if (!receipt) throw new Error("No receipt was created");
          return tx.get(paymentReceipt, receipt.PaymentReceiptID);
        }),
      );
      return { message: createMessage("receipt-added"), row };
    },
    recoverCreate: ({ first }) => ({ message: createMessage("receipt-added"), row: first }),
    update: async (tx, { row, input, body }) => {
      assertValidRow(paymentReceipt, row);
      assertNotVoided(row);
      if (input.PaymentDate !== row.PaymentDate) await assertPaymentDate(tx, input);
      await assertPaymentDetails(tx, input);
      const { AllowDuplicate } = parseBody(receiptOptions, body);
      if (!AllowDuplicate && changesDuplicateCheckFields(row, input)) await assertNoDuplicate(tx, input, row);
      const house = await findHouse(tx, input.HouseNo);
      const { PlotID, HouseNo } = house;
      const values = { ...input, PlotID, HouseNo, AccountID: await resolveAccountId(tx, { row, input }) };
      if (!changesMoney(row, values)) return tx.update(paymentReceipt, row, values);
      const PlotIDs = [...new Set([row.PlotID, PlotID])];
      await lockHouses(tx, PlotIDs);
      await assertCreditUnused(tx, row);
      await reverseAllocations(tx, row);
      tx.update(paymentReceipt, row, {
        ...values,
        PayerName: await readPayerName(tx, row, { house, PaymentDate: input.PaymentDate }),
        ...emptySettlement(input.AmountPaid),
        ...mailStateAfterChange(row, values),
      });
      await settleHouses(tx, PlotIDs);
      await assertChangeWithinLimits(tx, row, { ...values, AmountPaid: input.AmountPaid });
      return tx.get(paymentReceipt, row.PaymentReceiptID);
    },
    // Voids the receipt: it keeps its number, and its allocations are reversed.
    remove: async (tx, row, body) => {
      const { Reason } = parseBody(voidReceiptBody, body ?? {});
      assertValidRow(paymentReceipt, row);
      assertNotVoided(row);
      await lockHouses(tx, [row.PlotID]);
      await assertCreditUnused(tx, row);
      await reverseAllocations(tx, row);
      tx.update(paymentReceipt, row, {
        ...emptySettlement(zero),
        VoidedAt: tx.now.toISOString(),
        VoidReason: Reason,
      });
      await settleHouses(tx, [row.PlotID]);
      await assertWithinLimit(tx, "Void", {
        Kind: "void",
        PlotID: row.PlotID,
        Amount: row.AmountPaid,
        Date: row.PaymentDate,
        Subject: receiptName(row),
        Reason,
        versions: [versionOf(paymentReceipt, row)],
      });
    },
    removeBody: voidReceiptBody,
    updatedMessage: () => createMessage("receipt-updated"),
    removedMessage: createMessage("receipt-deleted"),
    listExtras: async (options) => {
      const count = await countUnsentReceipts(options);
      return { msg: count === 0 ? messages["all-emails-sent"] : createMessage("emails-pending", { count }).message };
    },
  }),
  initialize: (services) => {
    const mail = initializeReceiptMail(services);
    return {
      ...mail,
      endpointHandlers: [
        ...(mail.endpointHandlers ?? []),
        ...receiptImportHandlers,
        createVoidsHandler(receiptVoids, { resource: paymentReceipt, store: services.store }),
      ],
    };
  },
};

/**
 * Throws ApprovalRequired if a change of a receipt does what needs approval otherwise: takes an amount from its house,
 * like a void, or gives it an earlier date.
 */
async function assertChangeWithinLimits(tx: Transaction, before: Receipt, after: ChangedMoney): Promise<void> {
  const taken = before.PlotID === after.PlotID ? Math.max(0, before.AmountPaid - after.AmountPaid) : before.AmountPaid;
  const subject = {
    Kind: "change" as const,
    PlotID: before.PlotID,
    Amount: paisa(taken),
    Date: after.PaymentDate,
    Subject: receiptName(before),
    Details: `${describeMoney(before)} → ${describeMoney(after)}`,
    Reason: after.Remarks,
    versions: [versionOf(paymentReceipt, before)],
  };
  if (taken > 0) await assertWithinLimit(tx, "Void", subject);
  if (after.PaymentDate >= before.PaymentDate) return;
  const isBackdated = await createBackdateCheck(tx, [after.PaymentDate]);
  if (isBackdated(after.PaymentDate)) throw approvalRequired(subject);
}

type ChangedMoney = Pick<Receipt, "PlotID" | "HouseNo" | "AmountPaid" | "PaymentDate" | "Remarks">;

function describeMoney({ HouseNo, AmountPaid, PaymentDate }: ChangedMoney): string {
  return [HouseNo, formatPaisa(AmountPaid), formatDay(PaymentDate)].join(" · ");
}

/** The house with this number, ignoring case. Throws 400 when there is none that the viewer can see. */
async function findHouse(tx: Transaction, HouseNo: string): Promise<PayingHouse> {
  const [house] = await tx.find(plot, { HouseNo }, { limit: 1, ignoreCase: true });
  if (house && canSeeRow(tx.viewer, plot, house)) return house;
  throw invalidField("HouseNo", createMessage("unknown-reference", { label: "House" }));
}

/** The account of a changed receipt: an account that it has by its payment method follows the method. */
async function resolveAccountId(
  tx: Transaction,
  { row, input }: { row: Receipt; input: Pick<Receipt, "AccountID" | "PaymentMethod"> },
): Promise<number | null> {
  const { AccountID, PaymentMethod: Method } = input;
  if (AccountID !== row.AccountID) await assertOpenAccount(tx, AccountID);
  else if (Method === row.PaymentMethod) return AccountID;
  const accounts = await readMethodAccounts(tx);
  const isOfMethod = AccountID === row.AccountID && AccountID === accounts[row.PaymentMethod];
  return accountOfMethod({ AccountID: isOfMethod ? null : AccountID, Method }, accounts);
}

/**
 * The house's owner on the payment date. A receipt that keeps its house and date keeps the name that was printed on it.
 */
async function readPayerName(
  tx: Transaction,
  before: Receipt,
  { house, PaymentDate }: { house: PayingHouse; PaymentDate: Day },
): Promise<string> {
  if (before.PlotID === house.PlotID && before.PaymentDate === PaymentDate) return before.PayerName;
  const ownerOn = await readOwnerNames(tx, [{ house, day: PaymentDate }]);
  return ownerOn(house, PaymentDate);
}

function assertNotVoided(row: Receipt): void {
  if (row.VoidedAt !== null) throw conflict(createMessage("receipt-voided"), row);
}

function changesMoney(before: Receipt, after: Pick<Receipt, "PlotID" | "AmountPaid" | "PaymentDate">): boolean {
  return (
    before.PlotID !== after.PlotID || before.AmountPaid !== after.AmountPaid || before.PaymentDate !== after.PaymentDate
  );
}
